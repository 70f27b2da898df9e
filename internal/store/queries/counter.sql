-- name: AddIssue :exec
insert into issue (id, state, opened, opening_notice, closed, closing_notice, closing_day, lapses)
values ($1, $2, $3, $4, 0, '', '', 0);

-- name: CloseIssue :execrows
update issue set state = 'closed', closed = sqlc.arg(closed), closing_notice = sqlc.arg(closing_notice), closing_day = sqlc.arg(closing_day), lapses = sqlc.arg(lapses)
where id = sqlc.arg(id) and state = 'open';

-- name: LapseIssue :execrows
update issue set state = 'lapsed' where id = sqlc.arg(id) and state = 'closed' and lapses <= sqlc.arg(now);

-- name: Issue :one
select * from issue where id = $1;

-- name: Issues :many
select * from issue order by id;

-- name: LapsingIssues :many
select * from issue where state = 'closed' and lapses <= sqlc.arg(now) order by lapses, id;

-- name: AddRetailer :exec
insert into retailer (person, commission, credit, since) values ($1, $2, $3, $4);

-- name: SetRetailer :execrows
update retailer set commission = sqlc.arg(commission), credit = sqlc.arg(credit) where person = sqlc.arg(person);

-- name: Retailer :one
select * from retailer where person = $1;

-- name: Retailers :many
select * from retailer where person > sqlc.arg(after) order by person limit sqlc.arg(most);

-- name: Pack :one
select * from pack where block = $1 and pack = $2;

-- name: Packs :many
select * from pack
where (block, pack) > (cast(sqlc.arg(after_block) as text), cast(sqlc.arg(after_pack) as bigint)) and block <= cast(sqlc.arg(last_block) as text)
  and (state = sqlc.arg(state) or cast(sqlc.arg(state) as text) = '')
order by block, pack limit sqlc.arg(most);

-- name: PacksOf :many
select * from pack
where retailer = sqlc.arg(retailer)
  and (block, pack) > (cast(sqlc.arg(after_block) as text), cast(sqlc.arg(after_pack) as bigint)) and block <= cast(sqlc.arg(last_block) as text)
  and (state = sqlc.arg(state) or cast(sqlc.arg(state) as text) = '')
order by block, pack limit sqlc.arg(most);

-- name: Claim :one
select * from claim where block = $1 and position = $2;

-- name: Claims :many
select * from claim
where (block, position) > (cast(sqlc.arg(after_block) as text), cast(sqlc.arg(after_position) as bigint))
order by block, position limit sqlc.arg(most);

-- name: AddFile :exec
insert into claim_file (id, block, position, amount, state, opened, actor, identity, transfer, decided, decider, note)
values ($1, $2, $3, $4, 'open', $5, $6, $7, $8, 0, '', '');

-- name: DecideFile :execrows
update claim_file set state = sqlc.arg(state), decided = sqlc.arg(decided), decider = sqlc.arg(decider), note = sqlc.arg(note)
where id = sqlc.arg(id) and state = 'open';

-- name: EraseFile :execrows
update claim_file set identity = '', transfer = '' where id = sqlc.arg(id) and state <> 'open';

-- name: File :one
select * from claim_file where id = $1;

-- name: Files :many
select * from claim_file
where (state = sqlc.arg(state) or cast(sqlc.arg(state) as text) = '')
  and (opened, id) < (cast(sqlc.arg(before_opened) as bigint), cast(sqlc.arg(before_id) as text))
order by opened desc, id desc limit sqlc.arg(most);

-- name: AddSeeds :exec
insert into block_seeds (block, seed_a, seed_b, at) values ($1, $2, $3, $4);

-- name: Seeds :one
select * from block_seeds where block = $1;

-- name: Guess :one
select * from guess where subject = $1;

-- name: SweepGuesses :execrows
delete from guess where since < sqlc.arg(before) and until < sqlc.arg(now);

-- name: SightingsOf :many
select * from sighting where block = $1 and position = $2 order by at, n;

-- name: Sightings :many
select * from sighting
where (at, block, position, n) > (cast(sqlc.arg(after_at) as bigint), cast(sqlc.arg(after_block) as text), cast(sqlc.arg(after_position) as bigint), cast(sqlc.arg(after_n) as bigint))
order by at, block, position, n limit sqlc.arg(most);

-- name: Suspects :many
select sqlc.embed(s), sqlc.embed(c) from sighting as s join claim as c on c.block = s.block and c.position = s.position
where (s.at, s.block, s.position, s.n) > (cast(sqlc.arg(after_at) as bigint), cast(sqlc.arg(after_block) as text), cast(sqlc.arg(after_position) as bigint), cast(sqlc.arg(after_n) as bigint))
  and c.state = 'paid'
  and (s.actor = c.actor and s.at < c.at - cast(sqlc.arg(wait) as bigint) or s.actor <> c.actor and s.at > c.at)
order by s.at, s.block, s.position, s.n limit sqlc.arg(most);

-- Sums are by hours of UTC: a day in Paris begins and ends with one.

-- name: PaperSales :many
select block, retailer, cast(settled / 3600000000 as bigint) as hour, count(*) as packs,
  cast(sum(price) as bigint) as price, cast(sum(commission) as bigint) as commission
from pack where settled >= sqlc.arg(since) and settled < sqlc.arg(before) and settled <> 0
group by block, retailer, settled / 3600000000 order by block, retailer, settled / 3600000000;

-- name: PackCounts :many
select block, retailer, state, count(*) as packs from pack group by block, retailer, state order by block, retailer, state;

-- name: PaperPayments :many
select block, lot, state, actor, cast(at / 3600000000 as bigint) as hour, count(*) as tickets, cast(sum(amount) as bigint) as amount
from claim where at >= sqlc.arg(since) and at < sqlc.arg(before) and state in ('paid', 'refunded', 'exchanged')
group by block, lot, state, actor, at / 3600000000 order by block, lot, state, actor, at / 3600000000;

-- name: OnlineSales :many
select cast(sold_at / 3600000000 as bigint) as hour, count(*) as tickets, cast(sum(price) as bigint) as price from ticket
where block = sqlc.arg(block) and sold_at >= sqlc.arg(since) and sold_at < sqlc.arg(before)
group by sold_at / 3600000000 order by sold_at / 3600000000;

-- name: OnlinePayments :many
select lot, cast(revealed_at / 3600000000 as bigint) as hour, count(*) as tickets, cast(sum(paid) as bigint) as amount from ticket
where block = sqlc.arg(block) and revealed_at >= sqlc.arg(since) and revealed_at < sqlc.arg(before) and revealed_at <> 0
group by lot, revealed_at / 3600000000 order by lot, revealed_at / 3600000000;
