-- The hall: bingo rooms, their draws, the cards sold and all that happened.
--
--   room   open ⇄ closed
--   draw   scheduled → on_sale → locked → opened → calling → settled; cancelled before the opening; void after the lock. The last three are for ever.
--
-- A draw's row has two halves: what sales change (size, players, robots, price, log), act by act under the row's lock; and the rest, which moves
-- by events, each one more in seq. Cards and events are written once.

-- +goose Up
create table formula (
  digest  bytea primary key,
  code    bigint not null,
  id      text not null,
  version bigint not null,
  file    bytea not null,
  at      bigint not null
);

create table room (
  id       text primary key,
  code     bigint not null unique,
  formula  bytea not null references formula (digest),
  play     bigint not null,
  state    text not null,
  settings bytea not null,
  next     bigint not null,
  jackpot  bigint not null,
  fund     bigint not null,
  changed  bigint not null,
  change   bigint not null
);

-- who may move a room on: the lease is beside the room, so that renewing it never waits for what happens there.
create table room_lease (
  room    text primary key,
  holder  text not null,
  token   bigint not null,
  expires bigint not null,
  beats   bigint not null
) /* without rowid */;

create table draw (
  code          bigint not null,
  number        bigint not null,
  room          text not null,
  formula       bytea not null,
  play          bigint not null,
  state         text not null,
  seq           bigint not null,
  announced     bigint not null,
  opens         bigint not null,
  closes        bigint not null,
  patience      bigint not null,
  nonce         bytea not null,
  a             bytea not null,
  b             bytea not null,
  commitment    bytea not null,
  schedule      bytea not null,
  super         bigint not null,
  super_by      text not null,
  super_and     text not null,
  size          bigint not null,
  players       bigint not null,
  robots        bigint not null,
  price         bigint not null,
  log           bytea not null,
  locked        bigint not null,
  jackpot       bigint not null,
  fund          bigint not null,
  lock_note     bytea not null,
  opened        bigint not null,
  sealed        bytea not null,
  called        bigint not null,
  called_at     bigint not null,
  ended         bigint not null,
  reason        text not null,
  end_by        text not null,
  end_and       text not null,
  end_note      bytea not null,
  jackpot_after bigint not null,
  fund_after    bigint not null,
  primary key (code, number)
);
create index draw_live on draw (room, number) where ended = 0;
create index draw_ended on draw (ended) where ended <> 0;

-- hash is of the draw and the card: no two cards of a draw are equal.
create table draw_card (
  code    bigint not null,
  number  bigint not null,
  idx     bigint not null,
  card    bytea not null,
  hash    bytea not null,
  owner   text not null,
  tag     bytea not null,
  journal text not null,
  seq     bigint not null,
  size    bigint not null,
  root    bytea not null,
  primary key (code, number, idx)
) /* without rowid */;
create unique index draw_card_hash on draw_card (hash);
create index draw_card_owner on draw_card (owner, code, number, idx);

create table holding (
  code   bigint not null,
  number bigint not null,
  person text not null,
  robot  bigint not null,
  cards  bigint not null,
  paid   bigint not null,
  at     bigint not null,
  primary key (code, number, person)
) /* without rowid */;
create index holding_person on holding (person, at, code, number);

create table draw_event (
  code   bigint not null,
  number bigint not null,
  seq    bigint not null,
  at     bigint not null,
  kind   text not null,
  body   bytea not null,
  primary key (code, number, seq)
) /* without rowid */;
