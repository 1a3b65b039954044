import type { Migration } from "./first_migrations.ts";

/**
 * The tables that hold the knowledge of machines that share memories about each other's; they are empty before `mneme
 * sync init`. A record is a row of this machine, with its history as digests, so that to forget a row need not look
 * here. Operations are those that stand at the remote. `author` says whose words a memory is that came from a team.
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

/**
 * The names of the members of a team here, by their public keys; and the changes and removals of another machine of
 * one's own, or proposals of a member, until they were told and for as long as they can be undone. `sealed` is the
 * memory as it was, with a key that is not in this file.
 */
export const TEAM_MIGRATION: Migration = {
  version: 15,
  sql: `
create table sync_members (
  space text not null,
  member text not null,
  label text not null,
  primary key (space, member)
) strict, without rowid;

create table sync_changes (
  id integer primary key,
  space text not null,
  memory_id integer not null,
  deed text not null check (deed in ('changed', 'forgotten', 'proposed')),
  at text not null,
  sealed blob,
  told_at text
) strict;
create index sync_changes_untold on sync_changes (deed) where told_at is null;
`,
};
