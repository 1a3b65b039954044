// The steps of the schema from version 9 on, and the list of all steps.

import { FIRST_MIGRATIONS, type Migration } from "./first_migrations.ts";
import { NUMBERS_MIGRATION } from "./numbers_migration.ts";

/** Every step, oldest first; the last one's version is `SCHEMA_VERSION`. */
export const MIGRATIONS: readonly Migration[] = [
  ...FIRST_MIGRATIONS,
  /* The agent says how (`expects`) a run of which kind (`expects_of`) will end; both are null if it said nothing. */
  {
    version: 9,
    sql: `
alter table ghap add column expects text check (expects in ('pass', 'fail', 'either'));
alter table ghap add column expects_of text check (expects_of in ('tests', 'builds'));
`,
  },
  /*
   * The phrases in which somebody would ask for a memory or a value; a lesson has its own in its JSON. The index holds
   * them in an older column, because a new column would mean to write the whole index anew.
   */
  {
    version: 10,
    sql: `
alter table memories add column recall_when text not null default '[]';
alter table project_values add column recall_when text not null default '[]';

drop trigger if exists value_changed;
create trigger value_changed after update of project, text, recall_when on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
`,
  },
  /*
   * The lessons of captures, read before these lose their payloads: failures that went away (`repairs`) and commands
   * that ran (`command_runs`); nothing uses `file_changes` any more. A failing call looks its error up by
   * `repair_marks`, keys of lines without what varies. `learnt_tools` and `learnt_to` say how much was read. `rejected`
   * is the reason why a memory's matter was tried and dropped, else null.
   */
  {
    version: 11,
    sql: `
create table repairs (
  id integer primary key,
  session_id text not null,
  capture_id integer not null,
  command text not null,
  error text not null,
  tried text not null default '[]',
  worked text not null,
  marks text not null default '[]',
  worked_at text not null,
  created_at text not null
) strict;
create unique index repairs_once on repairs (session_id, capture_id);

create table repair_marks (
  mark text not null,
  repair integer not null,
  primary key (mark, repair)
) strict, without rowid;
create trigger repair_out after delete on repairs begin
  delete from repair_marks where mark in (select value from json_each(old.marks)) and repair = old.id;
end;

create table command_runs (
  id integer primary key,
  session_id text not null,
  command text not null,
  runs integer not null,
  passes integer not null,
  last_at text not null,
  created_at text not null
) strict;
create unique index command_runs_once on command_runs (session_id, command);

create table file_changes (
  id integer primary key,
  file text not null,
  session_id text not null,
  reason text not null,
  created_at text not null
) strict;
create unique index changes_of_file on file_changes (file, session_id);

alter table sessions add column learnt_tools integer not null default 0;
alter table sessions add column learnt_to integer not null default 0;

alter table memories add column rejected text;
`,
  },
  /* `client` names the coding agent of a session. All earlier sessions are of Claude Code. */
  {
    version: 12,
    sql: `
alter table sessions add column client text not null default 'claude';
`,
  },
  /*
   * The tables of the sync between machines. A record describes a row of this machine and has its history as digests,
   * so `forget` need not look here. `sync_operations` has what the remote has; `author` is the writer in a team.
   */
  {
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
  },
  /*
   * A telling is one answer of a hook that told items: its text until that is pruned, all its items, and those told by
   * their titles alone (`lines`). An opening is an item that an agent opened, with the moment that had told it.
   */
  {
    version: 14,
    sql: `
create table tellings (
  id integer primary key,
  session_id text not null,
  agent_id text not null default '',
  context_window integer not null default 0,
  hook text not null,
  prompt_number integer,
  items text not null default '[]',
  lines text not null default '[]',
  tokens integer not null,
  text text,
  created_at text not null
) strict;
create index tellings_of_window on tellings (session_id, agent_id, context_window);

create table openings (
  session_id text not null,
  item text not null,
  agent_id text not null default '',
  hook text,
  created_at text not null,
  primary key (session_id, item)
) strict, without rowid;
create index openings_by_item on openings (item);
`,
  },
  /*
   * `sync_members` has the names of a team's members by their public keys; `sync_changes` the changes by others, until
   * told and while they can be undone. `sealed` is the former memory, encrypted with a key outside this file.
   */
  {
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
  },
  /* The memories that somebody has confirmed, and those that a person does not want told in a project. */
  {
    version: 16,
    sql: `
create index confirmed_memories on event_log (subject) where event = 'memory.confirmed' and subject is not null;
create table not_here (
  item text not null,
  project text not null,
  primary key (item, project)
) strict, without rowid;
create index not_here_by_project on not_here (project);
`,
  },
  NUMBERS_MIGRATION,
];
