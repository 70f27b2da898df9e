-- A game is played by one game file at a time, named by its digest: blocks of another are not registered.

-- +goose Up
create table game (
  code    text primary key,
  version text not null
);
