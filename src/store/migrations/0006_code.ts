import type { Migration } from "./migration.ts";

/** What `mneme index` knows of a project's files; a file is read again only when its content has changed. */
export const code: Migration = {
  version: 6,
  sql: `
create table code_files (
  project text not null,
  path text not null,
  content_hash text not null,
  size integer not null,
  modified_at text not null,
  primary key (project, path)
) strict, without rowid;

create table code_units (
  id integer primary key,
  project text not null,
  path text not null,
  kind text not null,
  name text not null,
  signature text not null,
  doc text,
  start_line integer not null,
  end_line integer not null,
  content_hash text not null
) strict;
create index code_units_by_file on code_units (project, path);
`,
};
