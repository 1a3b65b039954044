/** One step of the schema. A released step is never edited: a change is a further step. */
export interface Migration {
  /** The `user_version` that the database has after this step. */
  readonly version: number;
  readonly sql: string;
}

/** The steps up to the memories, asks and predictions. */
export const FIRST_MIGRATIONS: readonly Migration[] = [
  /*
   * The first schema. No foreign keys: hooks run in parallel and in any order, so a capture may be written
   * before its session. In `pending_queue` the payload comes last, so that reading the small columns of a row
   * never touches its overflow pages. Times are UTC in ISO 8601, which sorts as text and reads in any tool.
   */
  {
    version: 1,
    sql: `
create table sessions (
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
create index sessions_by_project on sessions (project, started_at desc);

create table prompts (
  id integer primary key,
  session_id text not null,
  prompt_id text,
  number integer not null,
  text text not null,
  created_at text not null
) strict;
create index prompts_by_session on prompts (session_id, number);

create table pending_queue (
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
create unique index captures_once on pending_queue (session_id, tool_use_id);
create index captures_by_priority on pending_queue (status, priority, created_at);

create table observations (
  id integer primary key,
  session_id text not null,
  text text not null,
  files text not null default '[]',
  outcome text,
  weight real not null default 1,
  created_at text not null
) strict;
create index observations_by_session on observations (session_id, id);

create table event_log (
  id integer primary key,
  session_id text not null,
  event text not null,
  subject text,
  data text,
  duration_ms real,
  created_at text not null
) strict;
-- Only to find an event that a second install reports again; captures, the most frequent, have their own key.
create index events_by_subject on event_log (session_id, event, created_at) where subject is not null;

create table memories (
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
create index memories_by_project on memories (project, status, created_at desc);

-- What was forgotten, by a key of its words and without them, so that nobody is asked to save it again. The traces
-- are where its words still stood (rows and files, as JSON), as without the words nobody could find them any more.
create table forgotten_memories (
  key text primary key,
  memory_id integer not null,
  traces text not null default '{}',
  forgotten_at text not null
) strict, without rowid;
create index forgotten_by_memory on forgotten_memories (memory_id);

-- Without a copy of the text, and overwriting what is taken out: a forgotten memory leaves no trace here.
create virtual table memories_fts using fts5 (
  title, body, content = 'memories', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
insert into memories_fts (memories_fts, rank) values ('secure-delete', 1);
create trigger memories_indexed after insert on memories begin
  insert into memories_fts (rowid, title, body) values (new.id, new.title, new.body);
end;
create trigger memories_reindexed after update of title, body on memories begin
  insert into memories_fts (memories_fts, rowid, title, body) values ('delete', old.id, old.title, old.body);
  insert into memories_fts (rowid, title, body) values (new.id, new.title, new.body);
end;
create trigger memories_unindexed after delete on memories begin
  insert into memories_fts (memories_fts, rowid, title, body) values ('delete', old.id, old.title, old.body);
end;

create table ghap (
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
create index ghap_by_session on ghap (session_id, status);

-- Which spool files are in the database: a drain that was killed between commit and unlink is not repeated.
create table drained_spool (
  name text primary key,
  drained_at text not null
) strict, without rowid;
`,
  },
  /*
   * What a stop has asked about, so that the same thing is never asked twice: by the words (`key`) and by the message
   * that it stands on. Neither table holds text, so that `forget` need not look here. The index on `asks` serves the
   * one question of every stop, "what was this session asked", however many sessions there are; the one on `memories`
   * finds those of a session's summary; the one on `silent_saves` finds those that were saved without a question and that
   * no person was told of: `told_at` is null, or 'script' if only the session of a script was told.
   */
  {
    version: 2,
    sql: `
create table asks (
  id integer primary key,
  session_id text not null,
  category text not null,
  key text not null,
  evidence_uuid text,
  prompt_count integer not null,
  created_at text not null
) strict;
create index asks_by_session on asks (session_id, id);

create table silent_saves (
  memory_id integer primary key,
  project text not null,
  told_at text
) strict;
create index memories_by_session on memories (session_id) where session_id is not null;

create index silent_saves_untold on silent_saves (project) where told_at is null or told_at = 'script';
`,
  },
  /*
   * What the learning loop needs beside its entries. Tool calls since `updated_at`, the last change of an entry, are
   * counted until its next check-in. `offered_at` keeps an entry that its session left open from being offered to later
   * sessions twice, `evidence` holds the runs that an entry met, so that a later failure of the same test finds it. The
   * index over entries of a project serves every session start and premortem; `ghap_fts` finds a lesson by the words of a
   * failure and leaves no trace of what is taken out. `tool_callers` tells the server which session and helper a call
   * comes from: only the hook before the call knows. `ghap_premortems` says to whom a premortem was shown: none is shown
   * again until they start or take over an entry, or their session ends. A value's number is never given again.
   * `memories_by_kind` finds what a draft is compared with: without it, each category of a stop's finds reads every
   * memory of the project.
   */
  {
    version: 3,
    sql: `
alter table ghap add column updated_at text;
alter table ghap add column offered_at text;
alter table ghap add column evidence text not null default '[]';
create index ghap_by_project on ghap (project, status, created_at desc);

create virtual table ghap_fts using fts5 (
  goal, hypothesis, action, prediction, result, surprise, root_cause, lesson, evidence,
  content = 'ghap', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
insert into ghap_fts (ghap_fts, rank) values ('secure-delete', 1);
insert into ghap_fts (ghap_fts) values ('rebuild');
create trigger ghap_indexed after insert on ghap begin
  insert into ghap_fts (rowid, goal, hypothesis, action, prediction, result, surprise, root_cause, lesson, evidence)
  values (new.id, new.goal, new.hypothesis, new.action, new.prediction, new.result, new.surprise, new.root_cause,
    new.lesson, new.evidence);
end;
create trigger ghap_reindexed after update of goal, hypothesis, action, prediction, result, surprise, root_cause,
  lesson, evidence on ghap begin
  insert into ghap_fts (ghap_fts, rowid, goal, hypothesis, action, prediction, result, surprise, root_cause, lesson,
    evidence)
  values ('delete', old.id, old.goal, old.hypothesis, old.action, old.prediction, old.result, old.surprise,
    old.root_cause, old.lesson, old.evidence);
  insert into ghap_fts (rowid, goal, hypothesis, action, prediction, result, surprise, root_cause, lesson, evidence)
  values (new.id, new.goal, new.hypothesis, new.action, new.prediction, new.result, new.surprise, new.root_cause,
    new.lesson, new.evidence);
end;
create trigger ghap_unindexed after delete on ghap begin
  insert into ghap_fts (ghap_fts, rowid, goal, hypothesis, action, prediction, result, surprise, root_cause, lesson,
    evidence)
  values ('delete', old.id, old.goal, old.hypothesis, old.action, old.prediction, old.result, old.surprise,
    old.root_cause, old.lesson, old.evidence);
end;

create table project_values (
  id integer primary key autoincrement,
  project text,
  text text not null,
  sources text not null default '[]',
  use_count integer not null default 0,
  last_used_at text,
  created_at text not null
) strict;
create index values_by_project on project_values (project);

create table tool_callers (
  tool_use_id text primary key,
  session_id text not null,
  agent_id text,
  created_at text not null
) strict, without rowid;

create table ghap_premortems (
  session_id text not null,
  agent_id text not null default '',
  shown_at text not null,
  primary key (session_id, agent_id)
) strict, without rowid;

create index memories_by_kind on memories (project, status, category, scope, created_at desc);
`,
  },
];
