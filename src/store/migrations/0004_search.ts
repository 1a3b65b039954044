import type { Migration } from "./migration.ts";

/**
 * One index over everything that can be found. Its words are made by the program (identifiers split, words stemmed,
 * Chinese, Japanese and Korean in pairs), so the triggers only note what has changed. Each word carries the number of
 * its partition (a project and a kind), so that a frequent word of one project never costs another one anything.
 */
export const search: Migration = {
  version: 4,
  sql: `
create table search_partitions (
  id integer primary key,
  project text not null,
  kind text not null,
  unique (project, kind)
) strict;

create table search_items (
  id integer primary key,
  partition integer not null,
  kind text not null,
  ref integer not null,
  session_id text,
  position integer not null default 0,
  created_at text not null
) strict;
create unique index search_items_once on search_items (kind, ref);
create index search_items_by_session on search_items (session_id, position) where session_id is not null;

create virtual table search_fts using fts5 (title, body, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
insert into search_fts (search_fts, rank) values ('secure-delete', 1);

create table search_queue (
  kind text not null,
  ref integer not null,
  primary key (kind, ref)
) strict, without rowid;

create table embeddings (
  item integer not null,
  model text not null,
  vector blob not null,
  primary key (item, model)
) strict, without rowid;
`,
};
