-- Both databases read these files: bigint, text and bytea only, no time types, no booleans (0 and 1), times in microseconds
-- since 1970, UTC. SQLite reads the mark behind a table as its option, which keeps the rows in the primary key itself.

-- +goose Up
create table person (
  id         text primary key,
  login      text not null unique,
  password   text not null,
  role       text not null,
  tag_secret bytea not null,
  created    bigint not null,
  locked     bigint not null,
  erased     bigint not null
);

create table session (
  token   bytea primary key,
  person  text not null references person (id),
  created bigint not null,
  expires bigint not null,
  seen    bigint not null
) /* without rowid */;
create index session_person on session (person);
create index session_expires on session (expires);

-- A journal is the chain of acts of one node: its head, its lease (a new holder has a new token), and the act up to which
-- its house accounts are folded.
create table journal (
  name    text primary key,
  token   bigint not null,
  expires bigint not null,
  seq     bigint not null,
  digest  bytea not null,
  folded  bigint not null
);

create table act (
  journal text not null,
  seq     bigint not null,
  at      bigint not null,
  kind    text not null,
  actor   text not null,
  role    text not null,
  origin  text not null,
  key     text not null,
  request bytea not null,
  subject text not null,
  note    text not null,
  answer  bytea not null,
  digest  bytea not null,
  primary key (journal, seq)
) /* without rowid */;
create unique index act_key on act (actor, key) where key <> '';

-- at is the act's, and the two flags say which side is a held account: they are here for the statements of such accounts.
create table transfer (
  journal     text not null,
  seq         bigint not null,
  n           bigint not null,
  at          bigint not null,
  debit       text not null,
  credit      text not null,
  amount      bigint not null check (amount > 0),
  debit_held  bigint not null,
  credit_held bigint not null,
  primary key (journal, seq, n)
) /* without rowid */;
create index transfer_debit on transfer (debit, at, journal, seq, n) where debit_held = 1;
create index transfer_credit on transfer (credit, at, journal, seq, n) where credit_held = 1;

-- Held accounts only. What all other accounts hold is fold, and the transfers after it.
create table balance (
  account text primary key,
  amount  bigint not null
) /* without rowid */;

create table fold (
  journal text not null,
  account text not null,
  amount  bigint not null,
  primary key (journal, account)
) /* without rowid */;

create table block (
  id         text primary key,
  game       text not null,
  issue      bigint not null,
  number     bigint not null,
  play       bigint not null,
  state      text not null,
  price      bigint not null,
  first      bigint not null,
  online_end bigint not null,
  next       bigint not null,
  told       bigint not null,
  folder     text not null,
  manifest   bytea not null,
  version    text not null,
  ord        bigint not null,
  check (first <= told and told <= next and next <= online_end)
) /* without rowid */;

create table lot_paid (
  block    text not null references block (id),
  lot      bigint not null,
  revealed bigint not null,
  paid     bigint not null,
  primary key (block, lot)
) /* without rowid */;

create table ticket (
  block       text not null,
  position    bigint not null,
  owner       text not null,
  play        bigint not null,
  price       bigint not null,
  sold_at     bigint not null,
  journal     text not null,
  seq         bigint not null,
  digest      bytea not null,
  revealed_at bigint not null,
  lot         bigint not null,
  composition bigint not null,
  secret      bytea not null,
  paid        bigint not null,
  primary key (block, position)
) /* without rowid */;
create index ticket_owner on ticket (owner, sold_at, block, position);

create table proposal (
  id       text primary key,
  kind     text not null,
  body     bytea not null,
  reason   text not null,
  proposer text not null references person (id),
  created  bigint not null,
  expires  bigint not null,
  state    text not null,
  decider  text not null,
  decided  bigint not null,
  note     text not null
);
create index proposal_created on proposal (created, id);
