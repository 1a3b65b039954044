CREATE TABLE asks (
  id integer primary key,
  session_id text not null,
  category text not null,
  key text not null,
  evidence_uuid text,
  prompt_count integer not null,
  created_at text not null,
  memory_id integer,
  outcome text,
  outcome_at text
) strict;

CREATE TABLE code_files (
  project text not null,
  path text not null,
  content_hash text not null,
  size integer not null,
  modified_at text not null,
  primary key (project, path)
) strict, without rowid;

CREATE TABLE code_units (
  id integer primary key autoincrement,
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

CREATE TABLE command_runs (
  id integer primary key,
  session_id text not null,
  command text not null,
  runs integer not null,
  passes integer not null,
  last_at text not null,
  created_at text not null
) strict;

CREATE TABLE drained_spool (
  name text primary key,
  drained_at text not null
) strict, without rowid;

CREATE TABLE embeddings (
  item integer not null,
  model text not null,
  vector blob not null,
  primary key (item, model)
) strict, without rowid;

CREATE TABLE event_log (
  id integer primary key,
  session_id text not null,
  event text not null,
  subject text,
  data text,
  duration_ms real,
  created_at text not null
) strict;

CREATE TABLE forgotten_memories (
  key text primary key,
  memory_id integer not null,
  traces text not null default '{}',
  forgotten_at text not null
) strict, without rowid;

CREATE TABLE ghap (
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

CREATE TABLE ghap_premortems (
  session_id text not null,
  agent_id text not null default '',
  shown_at text not null,
  primary key (session_id, agent_id)
) strict, without rowid;

CREATE TABLE injections (
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

CREATE TABLE item_files (
  name text not null,
  item integer not null,
  primary key (name, item)
) strict, without rowid;

CREATE TABLE memories (
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

CREATE TABLE not_here (
  item text not null,
  project text not null,
  primary key (item, project)
) strict, without rowid;

CREATE TABLE notes (
  id integer primary key,
  session_id text not null,
  prompt_count integer not null,
  key text not null,
  reasons text not null default '[]',
  shown_at text,
  created_at text not null
) strict;

CREATE TABLE observations (
  id integer primary key,
  session_id text not null,
  text text not null,
  files text not null default '[]',
  outcome text,
  weight real not null default 1,
  created_at text not null,
  capture_id integer
) strict;

CREATE TABLE openings (
  session_id text not null,
  item text not null,
  agent_id text not null default '',
  hook text,
  created_at text not null,
  primary key (session_id, item)
) strict, without rowid;

CREATE TABLE pending_queue (
  id integer primary key,
  session_id text not null,
  tool_use_id text,
  agent_id text,
  agent_type text,
  prompt_id text,
  tool_name text not null,
  priority text not null check (priority in ('high', 'normal', 'low')),
  status text not null default 'raw' check (status in ('raw', 'processed', 'skipped')),
  files_touched text not null default '[]',
  outcome text,
  created_at text not null,
  payload text not null
) strict;

CREATE TABLE project_values (
  id integer primary key autoincrement,
  project text,
  text text not null,
  sources text not null default '[]',
  use_count integer not null default 0,
  last_used_at text,
  created_at text not null,
  recall_when text not null default '[]'
) strict;

CREATE TABLE prompts (
  id integer primary key,
  session_id text not null,
  prompt_id text,
  number integer not null,
  text text not null,
  created_at text not null
) strict;

CREATE TABLE removed_rows (
  item text not null,
  mark text not null,
  removed_at text not null,
  primary key (item, mark)
) strict, without rowid;

CREATE TABLE repair_marks (
  mark text not null,
  repair integer not null,
  primary key (mark, repair)
) strict, without rowid;

CREATE TABLE repairs (
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

CREATE TABLE scratchpads (
  id integer primary key,
  project text not null,
  agent text not null,
  day text not null,
  path text not null unique,
  content_hash text not null,
  text text not null,
  updated_at text not null
) strict;

CREATE VIRTUAL TABLE search_fts using fts5 (
  title, body, attributes, related, columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'"
);

CREATE TABLE search_items (
  id integer primary key autoincrement,
  partition integer not null,
  kind text not null,
  ref integer not null,
  session_id text,
  position integer not null default 0,
  created_at text not null,
  unique (kind, ref)
) strict;

CREATE TABLE search_partitions (
  id integer primary key,
  project text not null,
  kind text not null,
  items integer not null default 0,
  unique (project, kind)
) strict;

CREATE TABLE search_queue (
  kind text not null,
  ref integer not null,
  primary key (kind, ref)
) strict, without rowid;

CREATE TABLE search_words (
  word text primary key,
  share real not null
) strict, without rowid;

CREATE TABLE sessions (
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

CREATE TABLE silent_saves (
  memory_id integer primary key,
  project text not null,
  told_at text
) strict;

CREATE TABLE sync_changes (
  id integer primary key,
  space text not null,
  memory_id integer not null,
  deed text not null check (deed in ('changed', 'forgotten', 'proposed')),
  at text not null,
  sealed blob,
  told_at text
) strict;

CREATE TABLE sync_members (
  space text not null,
  member text not null,
  label text not null,
  primary key (space, member)
) strict, without rowid;

CREATE TABLE sync_operations (
  space text not null,
  id text not null,
  record text not null,
  primary key (space, id)
) strict, without rowid;

CREATE TABLE sync_records (
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

CREATE TABLE sync_refused (
  space text not null,
  id text not null,
  reason text not null,
  at text not null,
  primary key (space, id)
) strict, without rowid;

CREATE TABLE sync_spaces (
  space text primary key,
  server text,
  cursor text,
  pushed integer not null default 0,
  pulled integer not null default 0,
  told text,
  last_at text,
  last_error text
) strict, without rowid;

CREATE TABLE tellings (
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

CREATE TABLE tool_callers (
  tool_use_id text primary key,
  session_id text not null,
  agent_id text,
  created_at text not null
) strict, without rowid;

CREATE INDEX asks_by_memory on asks (memory_id) where memory_id is not null;

CREATE INDEX asks_by_session on asks (session_id, id);

CREATE INDEX captures_by_priority on pending_queue (status, priority, created_at);

CREATE UNIQUE INDEX captures_once on pending_queue (session_id, tool_use_id);

CREATE INDEX code_units_by_file on code_units (project, path);

CREATE UNIQUE INDEX command_runs_once on command_runs (session_id, command);

CREATE INDEX confirmed_memories on event_log (subject) where event = 'memory.confirmed' and subject is not null;

CREATE INDEX events_by_subject on event_log (session_id, event, created_at) where subject is not null;

CREATE INDEX forgotten_by_memory on forgotten_memories (memory_id);

CREATE INDEX ghap_by_project on ghap (project, status, created_at desc);

CREATE INDEX ghap_by_session on ghap (session_id, status);

CREATE INDEX injections_by_item on injections (item, used);

CREATE UNIQUE INDEX injections_once on injections (session_id, agent_id, context_window, item);

CREATE INDEX memories_by_change on memories (status, updated_at, id, project, scope, category);

CREATE INDEX memories_by_kind on memories (project, status, category, scope, created_at desc);

CREATE INDEX memories_by_project on memories (project, status, created_at desc);

CREATE INDEX memories_by_session on memories (session_id) where session_id is not null;

CREATE INDEX memories_rejected on memories (project) where rejected is not null;

CREATE INDEX memories_replaced_by on memories (superseded_by) where superseded_by is not null;

CREATE INDEX memories_used on memories (project, last_used_at) where use_count > 0 and status = 'active';

CREATE INDEX not_here_by_project on not_here (project);

CREATE INDEX notes_by_session on notes (session_id, id);

CREATE INDEX observations_by_session on observations (session_id, id);

CREATE UNIQUE INDEX observations_once on observations (capture_id) where capture_id is not null;

CREATE INDEX openings_by_item on openings (item, created_at);

CREATE INDEX prompts_by_session on prompts (session_id, number);

CREATE UNIQUE INDEX repairs_once on repairs (session_id, capture_id);

CREATE INDEX sessions_by_project on sessions (project, started_at desc);

CREATE INDEX sessions_of_people on sessions (project, started_at desc) where is_unattended = 0;

CREATE INDEX silent_saves_untold on silent_saves (project) where told_at is null;

CREATE INDEX sync_changes_untold on sync_changes (deed) where told_at is null;

CREATE INDEX sync_operations_by_record on sync_operations (space, record);

CREATE INDEX sync_records_by_row on sync_records (kind, ref);

CREATE INDEX tellings_of_window on tellings (session_id, agent_id, context_window);

CREATE INDEX values_by_project on project_values (project);

CREATE TRIGGER ghap_changed after update of project, goal, hypothesis, action, prediction, status, result, surprise,
  root_cause, lesson, evidence on ghap
when old.status <> 'active' or new.status <> 'active' begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;

CREATE TRIGGER ghap_in after insert on ghap when new.status <> 'active' begin
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;

CREATE TRIGGER ghap_out after delete on ghap begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('g' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

CREATE TRIGGER memory_changed after update of project, scope, category, title, body, status, files, recall_when
  on memories when 'active' in (old.status, new.status) begin
  delete from search_items where kind = 'memory' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;

CREATE TRIGGER memory_in after insert on memories when new.status = 'active' begin
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;

CREATE TRIGGER memory_out after delete on memories begin
  delete from search_items where kind = 'memory' and ref = old.id;
  delete from sync_changes where memory_id = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('m' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

CREATE TRIGGER memory_replaced after update of title, body, status, superseded_by, recall_when on memories
when coalesce(old.superseded_by, new.superseded_by) is not null begin
  delete from search_items where kind = 'memory' and ref in (old.superseded_by, new.superseded_by);
  insert or ignore into search_queue (kind, ref)
  select 'memory', id from memories where id in (old.superseded_by, new.superseded_by) and status = 'active';
end;

CREATE TRIGGER repair_out after delete on repairs begin
  delete from repair_marks where mark in (select value from json_each(old.marks)) and repair = old.id;
end;

CREATE TRIGGER search_item_out after delete on search_items begin
  update search_partitions set items = items - 1 where id = old.partition;
  delete from search_fts where rowid = old.id;
  delete from embeddings where item = old.id;
end;

CREATE TRIGGER session_out after delete on sessions begin
  insert or replace into removed_rows (item, mark, removed_at)
  values ('s' || old.id, old.session_id, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

CREATE TRIGGER value_changed after update of project, text, recall_when on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;

CREATE TRIGGER value_in after insert on project_values begin
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;

CREATE TRIGGER value_out after delete on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('v' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

pragma user_version=19;
