-- name: Games :many
select * from game order by code;

-- name: PutGame :exec
insert into game (code, version) values ($1, $2)
on conflict (code) do update set version = excluded.version;

-- name: SoldFrom :many
select * from ticket where block = $1 and position >= $2 order by position limit sqlc.arg(most);

-- name: Ack :one
select * from ack where block = $1;

-- name: PutAck :exec
insert into ack (block, told, note) values ($1, $2, $3)
on conflict (block) do update set told = excluded.told, note = excluded.note where excluded.told > ack.told;

-- name: Destroyed :many
select * from destroyed order by block;

-- name: AddDestroyed :exec
insert into destroyed (block, reason, at) values ($1, $2, $3);
