-- Recounts a printed block of the game vegas-3eur from its print files, with DuckDB and nothing of Tirage:
--
--     cd block && duckdb < recount-vegas.sql        (print files of a block for sale: decrypt them with age first)
--
-- It says again, in SQL, what the regulation says of the five surfaces (articles 4.2.3, 4.3.3, 4.4.4, 4.5.3, 4.6.3 and 4.7). Rows without
-- surfaces are the lots: they must be the prize table of article 3, and 0 the losing tickets. The other rows are the
-- compositions: they must be those of plan.json.
WITH ticket AS (
    SELECT
        str_split(roulette_winning, '|') AS winning,
        str_split(roulette_stakes, '|') AS stakes,
        list_transform(str_split(roulette_stake_amounts, '|'), lambda a: regexp_replace(a, '[^0-9]', '', 'g')::BIGINT) AS stake_amounts,
        list_sum(list_transform(str_split(craps_dice, '|'), lambda d: d::INTEGER)) AS dice,
        regexp_replace(craps_amount, '[^0-9]', '', 'g')::BIGINT AS craps_amount,
        list_max(list_transform(str_split(duel_cards, '|'), lambda c: list_position(['2', '3', '4', '5', '6', '7', '8', '9', '10', 'V', 'D', 'R', 'AS'], c))) AS best_card,
        list_position(['2', '3', '4', '5', '6', '7', '8', '9', '10', 'V', 'D', 'R', 'AS'], duel_bank) AS bank,
        regexp_replace(duel_amount, '[^0-9]', '', 'g')::BIGINT AS duel_amount,
        [str_split(jackpot_line_1, '|'), str_split(jackpot_line_2, '|'), str_split(jackpot_line_3, '|')] AS lines,
        list_transform(str_split(jackpot_line_amounts, '|'), lambda a: regexp_replace(a, '[^0-9]', '', 'g')::BIGINT) AS line_amounts,
        regexp_replace(bonus_amount, '[^0-9]', '', 'g')::BIGINT AS bonus_amount
    FROM read_parquet('print/*.parquet')
),
won AS (
    SELECT
        list_sum([CASE WHEN list_contains(winning, stakes[i]) THEN stake_amounts[i] ELSE 0 END FOR i IN [1, 2, 3]])::BIGINT AS roulette,
        CASE WHEN dice = 7 THEN craps_amount ELSE 0 END AS craps,
        CASE WHEN best_card > bank THEN duel_amount ELSE 0 END AS duel,
        list_sum([CASE WHEN len(list_distinct(lines[i])) = 1 THEN line_amounts[i] ELSE 0 END FOR i IN [1, 2, 3]])::BIGINT AS jackpot,
        bonus_amount AS bonus
    FROM ticket
),
priced AS (SELECT roulette + craps + duel + jackpot + bonus AS lot, * FROM won)
SELECT lot, roulette, craps, duel, jackpot, bonus, count(*) AS tickets, count(*) * lot AS total
FROM priced
GROUP BY GROUPING SETS ((lot), (lot, roulette, craps, duel, jackpot, bonus))
ORDER BY lot DESC, grouping(roulette) DESC, roulette DESC, craps DESC, duel DESC, jackpot DESC, bonus DESC;
