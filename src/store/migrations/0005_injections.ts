import type { Migration } from "./migration.ts";

/**
 * What was brought back, why, and whether it was of use: an item comes once per context window (a compaction opens a
 * new one, which the session counts), and what is ignored again and again is brought back less. `used` is null until
 * that is known. The first index also finds what waits to be judged. `item_files` finds what names a file that is read,
 * for which the index of words took twice as long; rows of items that have gone are taken out by `mneme process`, as a
 * second index for that would cost each hook. Neither holds text (a file is there by a key of its name), so that `forget`
 * need not look here.
 */
export const injections: Migration = {
  version: 5,
  sql: `
create table injections (
  id integer primary key,
  session_id text not null,
  agent_id text not null default '',
  context_window integer not null default 0,
  item text not null,
  hook text not null,
  why text not null default '[]',
  tokens integer not null,
  prompt_number integer,
  used integer,
  created_at text not null
) strict;
create unique index injections_once on injections (session_id, agent_id, context_window, item);
create index injections_by_item on injections (item, used);

create table item_files (
  name text not null,
  item integer not null,
  primary key (name, item)
) strict, without rowid;

alter table sessions add column context_window integer not null default 0;
`,
};
