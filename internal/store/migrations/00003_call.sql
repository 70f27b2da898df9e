-- Calls of others who hold money: of an operator's wallet (bet, win), and of whom money comes from and goes to (deposit, withdrawal).
-- A call is here before it is made for the first time, and is never removed.
--
--   bet         asked → done | refused | due → undone      due: to be taken back, until that is answered
--   win         due → done                                 due: to be made, until it is answered
--   deposit     due → done | refused
--   withdrawal  due → done | undone                        undone: refused, and given back

-- +goose Up
create table call (
  reference text primary key,
  kind      text not null,
  state     text not null,
  node      text not null,
  party     text not null,
  player    text not null,
  key       text not null,
  request   bytea not null,
  amount    bigint not null check (amount > 0),
  currency  text not null,
  game      text not null,
  tickets   bigint not null,
  subject   text not null,
  session   text not null,
  created   bigint not null,
  due       bigint not null,
  tries     bigint not null,
  answer    text not null
);
create unique index call_key on call (player, key) where key <> '' and (state = 'asked' or state = 'due' and kind = 'deposit');
create index call_due on call (due) where state = 'due';
create index call_asked on call (created) where state = 'asked';
