import type { Migration } from "./first_migrations.ts";

/**
 * Keeps SQLite from giving the number of a removed row again, so that `m12` never names something else. SQLite cannot
 * change an existing table so, therefore each is copied. `removed_rows` notes each removed row by its number and a mark
 * that tells it from a row of another database: no restored backup and no undo of a sync brings it back.
 */
export const NUMBERS_MIGRATION: Migration = {
  version: 17,
  sql: `
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
};
