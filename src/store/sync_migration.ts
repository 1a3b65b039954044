import type { Migration } from "./first_migrations.ts";

/**
 * What machines that share memories know of each other's; nothing stands in these tables before `mneme sync init`. A
 * record is a row of this machine, with its history as digests, so that to forget a row need not look here. Operations
 * are those that stand at the remote. `author` says whose words a memory is that came from a team.
 */
export const SYNC_MIGRATION: Migration = {
  version: 13,
  sql: `
alter table memories add column author text;

create table sync_spaces (
  space text primary key,
  server text,
  cursor text,
  pushed integer not null default 0,
  pulled integer not null default 0,
  told text,
  last_at text,
  last_error text
) strict, without rowid;

create table sync_records (
  space text not null,
  record text not null,
  kind text not null,
  ref text not null,
  history text not null,
  author text,
  is_dirty integer not null default 1,
  hash text,
  digest text not null,
  primary key (space, record)
) strict, without rowid;
create index sync_records_by_row on sync_records (kind, ref);

create table sync_operations (
  space text not null,
  id text not null,
  record text not null,
  primary key (space, id)
) strict, without rowid;
create index sync_operations_by_record on sync_operations (space, record);

create table sync_refused (
  space text not null,
  id text not null,
  reason text not null,
  at text not null,
  primary key (space, id)
) strict, without rowid;
`,
};
