-- name: AddBlock :exec
insert into block (id, game, issue, number, play, state, price, first, online_end, next, told, folder, manifest, version, ord)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: Block :one
select * from block where id = $1;

-- name: Blocks :many
select * from block order by game, ord, id;

-- name: SetBlockState :execrows
update block set state = sqlc.arg(state) where id = sqlc.arg(id) and state = sqlc.arg(was);

-- name: NoteTold :execrows
update block set told = sqlc.arg(told) where id = sqlc.arg(id) and told = sqlc.arg(was);

-- name: Lots :many
select lot, revealed, paid from lot_paid where block = $1 order by lot;

-- name: Ticket :one
select * from ticket where block = $1 and position = $2;

-- name: Untold :many
select t.* from block b join ticket t on t.block = b.id
where b.id = sqlc.arg(id) and t.position >= b.told and t.position < b.next
order by t.position limit sqlc.arg(most);

-- name: History :many
select * from ticket
where owner = sqlc.arg(owner)
  and (sold_at, block, position) < (cast(sqlc.arg(before_at) as bigint), cast(sqlc.arg(before_block) as text), cast(sqlc.arg(before_position) as bigint))
order by sold_at desc, block desc, position desc limit sqlc.arg(most);

-- name: TicketsAfter :many
select * from ticket
where (block, position) > (cast(sqlc.arg(block) as text), cast(sqlc.arg(position) as bigint))
order by block, position limit sqlc.arg(most);
