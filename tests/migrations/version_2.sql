CREATE TABLE asks (
  id integer primary key,
  session_id text not null,
  category text not null,
  key text not null,
  evidence_uuid text,
  prompt_count integer not null,
  created_at text not null
) strict;

CREATE TABLE drained_spool (
  name text primary key,
  drained_at text not null
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
  id integer primary key,
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
  resolved_at text
) strict;

CREATE TABLE memories (
  id integer primary key,
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
  use_count integer not null default 0
) strict;

CREATE VIRTUAL TABLE memories_fts using fts5 (
  title, body, content = 'memories', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TABLE observations (
  id integer primary key,
  session_id text not null,
  text text not null,
  files text not null default '[]',
  outcome text,
  weight real not null default 1,
  created_at text not null
) strict;

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

CREATE TABLE prompts (
  id integer primary key,
  session_id text not null,
  prompt_id text,
  number integer not null,
  text text not null,
  created_at text not null
) strict;

CREATE TABLE sessions (
  id integer primary key,
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
  summary text
) strict;

CREATE TABLE silent_saves (
  memory_id integer primary key,
  project text not null,
  told_at text
) strict;

CREATE INDEX asks_by_session on asks (session_id, id);

CREATE INDEX captures_by_priority on pending_queue (status, priority, created_at);

CREATE UNIQUE INDEX captures_once on pending_queue (session_id, tool_use_id);

CREATE INDEX events_by_subject on event_log (session_id, event, created_at) where subject is not null;

CREATE INDEX forgotten_by_memory on forgotten_memories (memory_id);

CREATE INDEX ghap_by_session on ghap (session_id, status);

CREATE INDEX memories_by_project on memories (project, status, created_at desc);

CREATE INDEX memories_by_session on memories (session_id) where session_id is not null;

CREATE INDEX observations_by_session on observations (session_id, id);

CREATE INDEX prompts_by_session on prompts (session_id, number);

CREATE INDEX sessions_by_project on sessions (project, started_at desc);

CREATE INDEX silent_saves_untold on silent_saves (project) where told_at is null or told_at = 'script';

CREATE TRIGGER memories_indexed after insert on memories begin
  insert into memories_fts (rowid, title, body) values (new.id, new.title, new.body);
end;

CREATE TRIGGER memories_reindexed after update of title, body on memories begin
  insert into memories_fts (memories_fts, rowid, title, body) values ('delete', old.id, old.title, old.body);
  insert into memories_fts (rowid, title, body) values (new.id, new.title, new.body);
end;

CREATE TRIGGER memories_unindexed after delete on memories begin
  insert into memories_fts (memories_fts, rowid, title, body) values ('delete', old.id, old.title, old.body);
end;

pragma user_version=2;
