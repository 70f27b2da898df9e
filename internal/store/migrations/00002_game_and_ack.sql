-- A game is played by one game file at a time, named by its digest: blocks of another are not registered.

-- +goose Up
create table game (
  code    text primary key,
  version text not null
);

-- The keeper's last acknowledgement of each block, as it was signed.
create table ack (
  block text primary key references block (id),
  told  bigint not null,
  note  bytea not null
);

-- A block that will not be sold keeps its number, and why.
create table destroyed (
  block  text primary key references block (id),
  reason text not null,
  at     bigint not null
);
