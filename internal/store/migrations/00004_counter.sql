-- The counter: paper tickets from their opening notice to their lapse. A row is there from the first act about what it names.
--
--   issue       open → closed → lapsed
--   pack        received → confirmed → active → settled; received | confirmed → returned; any of the first four → lost | stolen
--   claim       reserved → paid | free; filed → paid | free | opposed; opposed → free | filed; refunded; exchanged
--               free stands for no row and may become anything; paid, refunded and exchanged are for ever
--   claim_file  open → paid | refused; then its identity and transfer may be erased
--
-- What locks rows in the database refers to no other table: a reference would make it wait for whoever sells from the block.

-- +goose Up
create table issue (
  id             text primary key,
  state          text not null,
  opened         bigint not null,
  opening_notice text not null,
  closed         bigint not null,
  closing_notice text not null,
  closing_day    text not null,
  lapses         bigint not null
) /* without rowid */;
create index issue_lapses on issue (lapses) where state = 'closed';

-- credit is how much may be owed at most.
create table retailer (
  person     text primary key references person (id),
  commission bigint not null,
  credit     bigint not null,
  since      bigint not null
) /* without rowid */;

-- price and commission are what its retailer was charged and earned when it was settled, whatever becomes of it afterwards.
create table pack (
  block      text not null,
  pack       bigint not null,
  state      text not null,
  retailer   text not null,
  at         bigint not null,
  activated  bigint not null,
  settled    bigint not null,
  price      bigint not null,
  commission bigint not null,
  primary key (block, pack)
) /* without rowid */;
create index pack_retailer on pack (retailer, block, pack);
create index pack_settled on pack (settled) where settled <> 0;

create table claim (
  block       text not null,
  position    bigint not null,
  state       text not null,
  amount      bigint not null,
  lot         bigint not null,
  composition bigint not null,
  actor       text not null,
  reference   text not null,
  expires     bigint not null,
  at          bigint not null,
  journal     text not null,
  seq         bigint not null,
  link        text not null,
  primary key (block, position)
) /* without rowid */;
-- Only what never changes again is summed by time: a claim is written here once, when it is over.
create index claim_at on claim (at) where state in ('paid', 'refunded', 'exchanged');

create table guess (
  subject  text primary key,
  failures bigint not null,
  since    bigint not null,
  until    bigint not null
) /* without rowid */;

create table sighting (
  block    text not null,
  position bigint not null,
  at       bigint not null,
  n        bigint not null,
  actor    text not null,
  answer   text not null,
  primary key (block, position, at, n)
) /* without rowid */;
create index sighting_at on sighting (at, block, position, n);

create table claim_file (
  id       text primary key,
  block    text not null,
  position bigint not null,
  amount   bigint not null,
  state    text not null,
  opened   bigint not null,
  actor    text not null,
  identity text not null,
  transfer text not null,
  decided  bigint not null,
  decider  text not null,
  note     text not null
);
create unique index claim_file_open on claim_file (block, position) where state = 'open';
create index claim_file_opened on claim_file (opened, id);

create table block_seeds (
  block  text primary key references block (id),
  seed_a bytea not null,
  seed_b bytea not null,
  at     bigint not null
);
