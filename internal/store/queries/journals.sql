-- name: TakeJournal :many
insert into journal (name, token, expires, seq, digest, folded) values (sqlc.arg(name), 1, sqlc.arg(expires), 0, sqlc.arg(digest), 0)
on conflict (name) do update set token = journal.token + 1, expires = excluded.expires
where journal.expires <= cast(sqlc.arg(now) as bigint)
returning token;

-- name: RenewJournal :execrows
update journal set expires = $3 where name = $1 and token = $2;

-- name: MoveHead :execrows
update journal set seq = sqlc.arg(seq), digest = sqlc.arg(digest), expires = sqlc.arg(expires)
where name = sqlc.arg(name) and token = sqlc.arg(token) and seq = sqlc.arg(was);

-- name: Journal :one
select * from journal where name = $1;

-- name: Journals :many
select * from journal order by name;

-- name: MoveFolded :execrows
update journal set folded = sqlc.arg(folded) where name = sqlc.arg(name) and folded = sqlc.arg(was);

-- name: AddFold :exec
insert into fold (journal, account, amount) values ($1, $2, $3)
on conflict (journal, account) do update set amount = fold.amount + excluded.amount;

-- name: AllFolded :many
select account, cast(sum(amount) as bigint) as amount from fold group by account;

-- name: Sums :many
select account, cast(sum(amount) as bigint) as amount from (
  select c.credit as account, c.amount from transfer as c
  where c.journal = sqlc.arg(journal) and c.seq > sqlc.arg(after) and c.seq <= sqlc.arg(through)
  union all
  select d.debit as account, -d.amount as amount from transfer as d
  where d.journal = sqlc.arg(journal) and d.seq > sqlc.arg(after) and d.seq <= sqlc.arg(through)
) as moved group by account;

-- name: Balance :many
select amount from balance where account = $1;

-- name: Balances :many
select account, amount from balance where amount <> 0;

-- name: Done :one
select request, answer, journal, seq from act where actor = $1 and key = $2 and key <> '';

-- name: Acts :many
select * from act where journal = sqlc.arg(journal) and seq > sqlc.arg(after) and seq <= sqlc.arg(through) order by seq;

-- name: Transfers :many
select seq, debit, credit, amount from transfer
where journal = sqlc.arg(journal) and seq > sqlc.arg(after) and seq <= sqlc.arg(through) order by seq, n;

-- name: Statement :many
select t.journal, t.seq, t.n, t.at, t.other, t.amount, a.kind, a.actor, a.subject, a.note
from (
  select * from (
    select c.journal, c.seq, c.n, c.at, c.debit as other, c.amount from transfer as c
    where c.credit = sqlc.arg(account) and c.credit_held = 1
      and (c.at, c.journal, c.seq, c.n)
        < (cast(sqlc.arg(before_at) as bigint), cast(sqlc.arg(before_journal) as text), cast(sqlc.arg(before_seq) as bigint), cast(sqlc.arg(before_n) as bigint))
    order by c.at desc, c.journal desc, c.seq desc, c.n desc limit sqlc.arg(most)
  ) as credits
  union all
  select * from (
    select d.journal, d.seq, d.n, d.at, d.credit as other, -d.amount as amount from transfer as d
    where d.debit = sqlc.arg(account) and d.debit_held = 1
      and (d.at, d.journal, d.seq, d.n)
        < (cast(sqlc.arg(before_at) as bigint), cast(sqlc.arg(before_journal) as text), cast(sqlc.arg(before_seq) as bigint), cast(sqlc.arg(before_n) as bigint))
    order by d.at desc, d.journal desc, d.seq desc, d.n desc limit sqlc.arg(most)
  ) as debits
) as t join act as a on a.journal = t.journal and a.seq = t.seq
order by t.at desc, t.journal desc, t.seq desc, t.n desc limit sqlc.arg(most);
