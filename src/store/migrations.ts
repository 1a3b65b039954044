// The steps of the schema from version 9 on, and running all steps. For session start, commands and backups.

import { FIRST_MIGRATIONS } from "./first_migrations.ts";
import { DatabaseSync } from "node:sqlite";
import { schemaVersion, Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/** Every step, oldest first; `SCHEMA_VERSION` is their number. */
export const MIGRATIONS: readonly string[] = [
  ...FIRST_MIGRATIONS,
  // Step 9. The agent says how (`expects`) a run of which kind (`expects_of`) will end; both are null if it
  // said nothing.
  `
alter table ghap add column expects text check (expects in ('pass', 'fail', 'either'));
alter table ghap add column expects_of text check (expects_of in ('tests', 'builds'));
`,
  // Step 10. The phrases in which somebody would ask for a memory or a value; a lesson has its own in its
  // JSON. The index holds them in an older column, because a new column would mean to write the whole index
  // anew.
  `
alter table memories add column recall_when text not null default '[]';
alter table project_values add column recall_when text not null default '[]';

drop trigger if exists value_changed;
create trigger value_changed after update of project, text, recall_when on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
`,
  // Step 11. The lessons of captures, read before these lose their payloads: failures that went away
  // (`repairs`) and commands that ran (`command_runs`); nothing uses `file_changes` any more. A failing call
  // looks its error up by `repair_marks`, keys of lines without what varies. `learnt_tools` and `learnt_to`
  // say how much was read. `rejected` is the reason why a memory's matter was tried and dropped, else null.
  `
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
  // Step 12. `client` names the coding agent of a session. All earlier sessions are of Claude Code.
  `
alter table sessions add column client text not null default 'claude';
`,
  // Step 13. The tables of the sync between machines. A record describes a row of this machine and has its
  // history as digests, so `forget` need not look here. `sync_operations` has what the remote has; `author`
  // is the writer in a team.
  `
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
  // Step 14. A telling is one answer of a hook that told items: its text until that is pruned, all its items,
  // and those told by their titles alone (`lines`). An opening is an item that an agent opened, with the
  // moment that had told it.
  `
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
  // Step 15. `sync_members` has the names of a team's members by their public keys; `sync_changes` the
  // changes by others, until told and while they can be undone. `sealed` is the former memory, encrypted with
  // a key outside this file.
  `
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
  // Step 16. The memories that somebody has confirmed, and those that a person does not want told in a
  // project.
  `
create index confirmed_memories on event_log (subject) where event = 'memory.confirmed' and subject is not null;
create table not_here (
  item text not null,
  project text not null,
  primary key (item, project)
) strict, without rowid;
create index not_here_by_project on not_here (project);
`,
  // Step 17. Keeps SQLite from giving the number of a removed row again, so that `m12` never names something
  // else. SQLite cannot change an existing table so, therefore each is copied. `removed_rows` notes each
  // removed row by its number and a mark that tells it from a row of another database: no restored backup and
  // no undo of a sync brings it back.
  `
alter table memories rename to memories_before;
create table memories (
  id integer primary key autoincrement,
  project text,
  scope text not null default 'project' check (scope in ('project', 'user')),
  category text not null,
  title text,
  body text not null,
  evidence text,
  source text not null check (source in ('triage', 'user', 'agent', 'import')),
  confidence real not null default 1,
  status text not null default 'active' check (status in ('candidate', 'active', 'superseded', 'deleted')),
  superseded_by integer,
  session_id text,
  files text not null default '[]',
  created_at text not null,
  updated_at text not null,
  last_used_at text,
  use_count integer not null default 0,
  recall_when text not null default '[]',
  rejected text,
  author text
) strict;
insert into memories select * from memories_before;
drop table memories_before;
create index memories_by_project on memories (project, status, created_at desc);
create index memories_by_kind on memories (project, status, category, scope, created_at desc);
create index memories_by_session on memories (session_id) where session_id is not null;
create index memories_used on memories (project, last_used_at) where use_count > 0 and status = 'active';
create index memories_rejected on memories (project) where rejected is not null;
create index memories_by_change on memories (status, updated_at, id, project, scope, category);
create index memories_replaced_by on memories (superseded_by) where superseded_by is not null;
create trigger memory_in after insert on memories when new.status = 'active' begin
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_changed after update of project, scope, category, title, body, status, files, recall_when
  on memories when 'active' in (old.status, new.status) begin
  delete from search_items where kind = 'memory' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_replaced after update of title, body, status, superseded_by, recall_when on memories
when coalesce(old.superseded_by, new.superseded_by) is not null begin
  delete from search_items where kind = 'memory' and ref in (old.superseded_by, new.superseded_by);
  insert or ignore into search_queue (kind, ref)
  select 'memory', id from memories where id in (old.superseded_by, new.superseded_by) and status = 'active';
end;

alter table ghap rename to ghap_before;
create table ghap (
  id integer primary key autoincrement,
  session_id text not null,
  agent_id text,
  project text not null,
  domain text not null,
  strategy text not null,
  goal text not null,
  hypothesis text not null,
  action text not null,
  prediction text not null,
  status text not null default 'active' check (status in ('active', 'confirmed', 'falsified', 'abandoned')),
  result text,
  surprise text,
  root_cause text,
  lesson text,
  auto_captured integer not null default 0,
  confidence_tier text check (confidence_tier in ('gold', 'silver', 'bronze')),
  iterations text not null default '[]',
  created_at text not null,
  resolved_at text,
  updated_at text,
  offered_at text,
  evidence text not null default '[]',
  expects text check (expects in ('pass', 'fail', 'either')),
  expects_of text check (expects_of in ('tests', 'builds'))
) strict;
insert into ghap select * from ghap_before;
drop table ghap_before;
create index ghap_by_session on ghap (session_id, status);
create index ghap_by_project on ghap (project, status, created_at desc);
create trigger ghap_in after insert on ghap when new.status <> 'active' begin
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;
create trigger ghap_changed after update of project, goal, hypothesis, action, prediction, status, result, surprise,
  root_cause, lesson, evidence on ghap
when old.status <> 'active' or new.status <> 'active' begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;

alter table sessions rename to sessions_before;
create table sessions (
  id integer primary key autoincrement,
  session_id text not null unique,
  project text not null,
  cwd text,
  source text,
  status text not null default 'active' check (status in ('active', 'closed')),
  started_at text not null,
  last_started_at text,
  ended_at text,
  end_reason text,
  prompt_count integer not null default 0,
  tool_count integer not null default 0,
  title text,
  summary text,
  context_window integer not null default 0,
  summary_covers text,
  is_unattended integer not null default 0,
  imported_at text,
  learnt_tools integer not null default 0,
  learnt_to integer not null default 0,
  client text not null default 'claude'
) strict;
insert into sessions select * from sessions_before;
drop table sessions_before;
create index sessions_by_project on sessions (project, started_at desc);

drop trigger if exists value_out;

create table removed_rows (
  item text not null,
  mark text not null,
  removed_at text not null,
  primary key (item, mark)
) strict, without rowid;
create trigger memory_out after delete on memories begin
  delete from search_items where kind = 'memory' and ref = old.id;
  delete from sync_changes where memory_id = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('m' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;
create trigger ghap_out after delete on ghap begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('g' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;
create trigger value_out after delete on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('v' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;
create trigger session_out after delete on sessions begin
  insert or replace into removed_rows (item, mark, removed_at)
  values ('s' || old.id, old.session_id, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;
`,
];

/**
 * Runs the missing steps and returns the former version. All run in one transaction, which reads the version again: two
 * processes may start at once, and a failed step leaves the old schema. Throws a `StoreError` for a newer version.
 */
export function migrate(store: Store, migrations: readonly string[] = MIGRATIONS): number {
  const target = migrations.length;
  const before = schemaVersion(store);
  if (before > target) {
    throw new StoreError("newer", `the database has schema ${before}, this mneme has ${target}`);
  }
  if (before === target) return before;
  // Set first, because it cannot change inside a transaction. Free pages can then be given back a few at a time.
  store.execute("pragma auto_vacuum=incremental");
  store.execute("pragma journal_mode=wal");
  store.execute("pragma legacy_alter_table=on"); // a view of a person's own then still reads a table that is renamed
  store.transaction(() => {
    const current = schemaVersion(store);
    for (const step of migrations.slice(current)) store.execute(step);
    if (current < target) store.execute(`pragma user_version=${target}`);
  });
  return before;
}

/** Returns an empty database in memory, which is read if there is none on the disk. */
export function emptyStore(): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  migrate(store);
  return store;
}
