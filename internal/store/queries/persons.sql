-- name: AddPerson :exec
insert into person (id, login, password, role, tag_secret, created, locked, erased)
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: Person :one
select * from person where id = $1;

-- name: PersonByLogin :one
select * from person where login = $1;

-- name: Persons :many
select * from person where id > sqlc.arg(after) order by id limit sqlc.arg(most);

-- name: SetPassword :execrows
update person set password = $2 where id = $1 and erased = 0;

-- name: SetRole :execrows
update person set role = $2 where id = $1 and erased = 0;

-- name: SetLocked :execrows
update person set locked = $2 where id = $1 and erased = 0;

-- name: Erase :execrows
update person set login = $2, password = '', erased = $3 where id = $1 and erased = 0;

-- name: AddSession :exec
insert into session (token, person, created, expires, seen) values ($1, $2, $3, $4, $5);

-- name: Session :one
select * from session where token = $1;

-- name: TouchSession :execrows
update session set seen = $2, expires = $3 where token = $1;

-- name: DropSession :exec
delete from session where token = $1;

-- name: DropSessions :exec
delete from session where person = $1;

-- name: SweepSessions :execrows
delete from session where expires <= $1;

-- name: AddProposal :exec
insert into proposal (id, kind, body, reason, proposer, created, expires, state, decider, decided, note)
values ($1, $2, $3, $4, $5, $6, $7, 'pending', '', 0, '');

-- name: Proposal :one
select * from proposal where id = $1;

-- name: Proposals :many
select * from proposal
where (state = sqlc.arg(state) or cast(sqlc.arg(state) as text) = '')
  and (created, id) < (cast(sqlc.arg(before_created) as bigint), cast(sqlc.arg(before_id) as text))
order by created desc, id desc limit sqlc.arg(most);

-- name: DecideProposal :execrows
update proposal set state = $2, decider = $3, decided = $4, note = $5
where id = $1 and state = 'pending' and proposer <> $3;

-- name: Holder :one
select sqlc.embed(session), sqlc.embed(person) from session join person on person.id = session.person where token = $1;
