/**
 * One step of the schema; a change of it is a further step. A step leaves out what a later one drops, so that a drop says
 * `if exists`: only databases of that time have it.
 */
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
   * never touches its overflow pages. Times are UTC in ISO 8601, which sorts as text and reads in any tool. Sessions,
   * memories and predictions have names of columns only, as step 17 makes these tables anew.
   */
  {
    version: 1,
    sql: `
create table sessions (id, session_id, project, cwd, source, status, started_at, last_started_at, ended_at,
  end_reason, prompt_count, tool_count, title, summary);

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

create table memories (id, project, scope, category, title, body, evidence, source, confidence, status,
  superseded_by, session_id, files, created_at, updated_at, last_used_at, use_count);

-- What was forgotten, by a key of its words and without them, so that nobody is asked to save it again. The traces
-- are where its words still stood (rows and files, as JSON), as without the words nobody could find them any more.
create table forgotten_memories (
  key text primary key,
  memory_id integer not null,
  traces text not null default '{}',
  forgotten_at text not null
) strict, without rowid;
create index forgotten_by_memory on forgotten_memories (memory_id);

create table ghap (id, session_id, agent_id, project, domain, strategy, goal, hypothesis, action, prediction,
  status, result, surprise, root_cause, lesson, auto_captured, confidence_tier, iterations, created_at,
  resolved_at);

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
   * one question of every stop, "what was this session asked", however many sessions there are; the one on
   * `silent_saves` finds those that were saved without a question and that no person was told of: `told_at` is null, or
   * 'script' if only the session of a script was told.
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
create index silent_saves_untold on silent_saves (project) where told_at is null or told_at = 'script';
`,
  },
  /*
   * What the learning loop needs beside its entries. Tool calls since `updated_at`, the last change of an entry, are
   * counted until its next check-in. `offered_at` keeps an entry that its session left open from being offered to later
   * sessions twice, `evidence` holds the runs that an entry met, so that a later failure of the same test finds it.
   * `tool_callers` tells the server which session and helper a call comes from: only the hook before the call knows.
   * `ghap_premortems` says to whom a premortem was shown: none is shown again until they start or take over an entry, or
   * their session ends. A value's number is never given again.
   */
  {
    version: 3,
    sql: `
alter table ghap add column updated_at text;
alter table ghap add column offered_at text;
alter table ghap add column evidence text not null default '[]';

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
`,
  },
];
