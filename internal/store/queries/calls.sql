-- name: AddCall :exec
insert into call (reference, kind, state, node, party, player, key, request, amount, currency, game, tickets, subject, session, created, due, tries, answer)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: Call :one
select * from call where reference = $1;

-- name: OpenDeposit :one
select * from call where player = $1 and key = $2 and kind = 'deposit' and state = 'due';

-- name: SetCall :execrows
update call set state = sqlc.arg(state), due = sqlc.arg(due), answer = sqlc.arg(answer)
where reference = sqlc.arg(reference) and state = sqlc.arg(was);

-- name: DueCalls :many
select * from call where state = 'due' and due <= sqlc.arg(now) order by due, reference limit sqlc.arg(most);

-- name: ClaimCall :execrows
update call set due = sqlc.arg(due), tries = tries + 1
where reference = sqlc.arg(reference) and state = 'due' and due = sqlc.arg(was);

-- name: AbandonCalls :execrows
update call set state = 'due', due = sqlc.arg(now)
where state = 'asked' and (node = sqlc.arg(node) or created < sqlc.arg(before));

-- name: OpenCalls :many
select kind, state, count(*) as calls, cast(sum(amount) as bigint) as amount, cast(min(created) as bigint) as oldest, cast(max(tries) as bigint) as tries from call
where state = 'asked' or state = 'due' group by kind, state order by kind, state;

-- name: OpenCallsOf :one
select count(*) from call where player = $1 and (state = 'asked' or state = 'due');
