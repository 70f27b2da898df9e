-- name: AddFormula :exec
insert into formula (digest, code, id, version, file, at) values ($1, $2, $3, $4, $5, $6)
on conflict (digest) do nothing;

-- name: Formula :one
select * from formula where digest = $1;

-- name: AddRoom :exec
insert into room (id, code, formula, play, state, settings, next, jackpot, fund, changed, change)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: AddRoomLease :exec
insert into room_lease (room, holder, token, expires, beats) values ($1, '', 0, 0, 0)
on conflict (room) do nothing;

-- name: SetRoom :execrows
update room set formula = sqlc.arg(formula), state = sqlc.arg(state), settings = sqlc.arg(settings), next = sqlc.arg(next),
  jackpot = sqlc.arg(jackpot), fund = sqlc.arg(fund), changed = sqlc.arg(changed), change = change + 1
where id = sqlc.arg(id) and change = sqlc.arg(was);

-- name: Rooms :many
select * from room order by id;

-- name: Room :one
select * from room where id = $1;

-- name: Fence :execrows
update room_lease set beats = beats + 1, expires = sqlc.arg(expires) where room = sqlc.arg(room) and token = sqlc.arg(token);

-- name: TakeRooms :many
update room_lease set holder = sqlc.arg(holder), token = token + 1, expires = sqlc.arg(expires)
where expires <= sqlc.arg(now) returning room, token;

-- name: RenewRooms :many
update room_lease set expires = sqlc.arg(expires) where holder = sqlc.arg(holder) returning room, token;

-- name: ReleaseRooms :exec
update room_lease set expires = 0, holder = '', token = token + 1 where holder = $1;

-- name: AddDraw :exec
insert into draw (
  code, number, room, formula, play, state, seq, announced, opens, closes, patience, nonce, a, b, commitment, schedule, super, super_by, super_and,
  size, players, robots, price, log, locked, jackpot, fund, lock_note, opened, sealed, called, called_at,
  ended, reason, end_by, end_and, end_note, jackpot_after, fund_after
) values (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, '', '',
  0, 0, 0, 0, '', 0, 0, 0, '', 0, '', 0, 0,
  0, '', '', '', '', 0, 0
);

-- name: MoveDraw :execrows
update draw set state = sqlc.arg(state), seq = sqlc.arg(seq), super = sqlc.arg(super), super_by = sqlc.arg(super_by), super_and = sqlc.arg(super_and),
  locked = sqlc.arg(locked), jackpot = sqlc.arg(jackpot), fund = sqlc.arg(fund), lock_note = sqlc.arg(lock_note), opened = sqlc.arg(opened),
  sealed = sqlc.arg(sealed), called = sqlc.arg(called), called_at = sqlc.arg(called_at), ended = sqlc.arg(ended), reason = sqlc.arg(reason),
  end_by = sqlc.arg(end_by), end_and = sqlc.arg(end_and), end_note = sqlc.arg(end_note), jackpot_after = sqlc.arg(jackpot_after),
  fund_after = sqlc.arg(fund_after)
where code = sqlc.arg(code) and number = sqlc.arg(number) and seq = sqlc.arg(was_seq) and state = sqlc.arg(was) and ended = 0;

-- name: CallBall :execrows
update draw set state = 'calling', seq = seq + 1, called = sqlc.arg(called), called_at = sqlc.arg(called_at)
where code = sqlc.arg(code) and number = sqlc.arg(number) and seq = sqlc.arg(was_seq) and called = sqlc.arg(called) - 1
  and state in ('opened', 'calling') and ended = 0;

-- name: Draw :one
select * from draw where code = $1 and number = $2;

-- name: LiveDrawsOf :many
select * from draw where room = $1 and ended = 0 order by number;

-- name: DrawsBefore :many
select * from draw where code = sqlc.arg(code) and number < sqlc.arg(before) order by number desc limit sqlc.arg(most);

-- name: LiveDraws :many
select code, number, room, state, seq, size, players, robots, price from draw where draw.ended = 0
union all
select e.code, e.number, e.room, e.state, e.seq, e.size, e.players, e.robots, e.price from draw e where e.ended > sqlc.arg(since) and e.ended <> 0;

-- name: DrawCards :many
select * from draw_card where code = sqlc.arg(code) and number = sqlc.arg(number) and idx >= sqlc.arg(first)
order by idx limit sqlc.arg(most);

-- name: Seats :many
select idx, card, owner, tag from draw_card where code = sqlc.arg(code) and number = sqlc.arg(number) and idx >= sqlc.arg(first)
order by idx limit sqlc.arg(most);

-- name: CardsOf :many
select * from draw_card
where owner = sqlc.arg(owner)
  and (code, number, idx) >= (cast(sqlc.arg(code) as bigint), cast(sqlc.arg(number) as bigint), cast(sqlc.arg(first) as bigint))
  and (code, number, idx) < (cast(sqlc.arg(code) as bigint), cast(sqlc.arg(number) as bigint) + 1, 0)
order by code, number, idx;

-- name: Holding :one
select * from holding where code = $1 and number = $2 and person = $3;

-- name: HoldingsIn :many
select * from holding where code = sqlc.arg(code) and number = sqlc.arg(number) and person > sqlc.arg(after) order by person limit sqlc.arg(most);

-- name: HoldingsOf :many
select * from holding
where person = sqlc.arg(person)
  and (at, code, number) < (cast(sqlc.arg(before_at) as bigint), cast(sqlc.arg(before_code) as bigint), cast(sqlc.arg(before_number) as bigint))
order by at desc, code desc, number desc limit sqlc.arg(most);

-- name: SetPaid :execrows
update holding set paid = sqlc.arg(paid) where code = sqlc.arg(code) and number = sqlc.arg(number) and person = sqlc.arg(person) and paid = 0;

-- name: GiveBack :execrows
update holding set paid = cards * cast(sqlc.arg(price) as bigint) where code = sqlc.arg(code) and number = sqlc.arg(number);

-- name: AddEvent :exec
insert into draw_event (code, number, seq, at, kind, body) values ($1, $2, $3, $4, $5, $6);

-- name: DrawEvents :many
select * from draw_event where code = sqlc.arg(code) and number = sqlc.arg(number) and seq > sqlc.arg(after) order by seq limit sqlc.arg(most);
