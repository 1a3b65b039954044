// The steps of the schema up to version 8: the tables of what was captured, memories, predictions, the search and asks.

/**
 * Each step makes the next `user_version`. A change of the schema is a further step. If that one drops something, the
 * earlier step no longer creates it, so the drop says `if exists`.
 */
export const FIRST_MIGRATIONS: readonly string[] = [
  // Step 1. The first schema. No foreign keys: hooks run in any order, so a capture may be written before its
  // session. The payload comes last, so that reading other columns never touches its overflow pages. Times
  // are UTC in ISO 8601, which sorts as text. Sessions, memories and predictions have names only, because
  // step 17 makes these tables anew.
  `
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
  // Step 2. `asks` has the findings that a stop has handled, by their words (`key`) and their message.
  // `silent_saves` has the memories that were saved without a question; `told_at` is null until somebody was
  // told, and 'script' if only a script was. Neither holds text, so `forget` need not look here.
  `
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
  // Step 3. The state of the learning loop. Calls since an entry's `updated_at` are counted until its
  // check-in. `offered_at` keeps an open entry from being offered twice; `evidence` holds the runs that it met.
  // `tool_callers` notes the caller of each tool, which only the hook before the call knows.
  // `ghap_premortems` notes who was shown a premortem.
  `
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
  // Step 4. One index over everything that can be found. The program makes its words (identifiers split,
  // words stemmed, Chinese, Japanese and Korean in pairs), so triggers only remove what has changed, at once,
  // and queue it. Each word carries the number of its partition (a project and a kind): frequent words of one
  // cost another nothing.
  `
drop trigger if exists memories_indexed;
drop trigger if exists memories_reindexed;
drop trigger if exists memories_unindexed;
drop table if exists memories_fts;
drop trigger if exists ghap_indexed;
drop trigger if exists ghap_reindexed;
drop trigger if exists ghap_unindexed;
drop table if exists ghap_fts;

create table search_partitions (
  id integer primary key,
  project text not null,
  kind text not null,
  items integer not null default 0,
  unique (project, kind)
) strict;

create table search_items (
  id integer primary key autoincrement,
  partition integer not null,
  kind text not null,
  ref integer not null,
  session_id text,
  position integer not null default 0,
  created_at text not null,
  unique (kind, ref)
) strict;

create virtual table search_fts using fts5 (
  title, body, attributes, related, columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'"
);
insert into search_fts (search_fts, rank) values ('secure-delete', 1);

create table search_words (
  word text primary key,
  share real not null
) strict, without rowid;

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

create trigger search_item_out after delete on search_items begin
  update search_partitions set items = items - 1 where id = old.partition;
  delete from search_fts where rowid = old.id;
  delete from embeddings where item = old.id;
end;

create trigger value_in after insert on project_values begin
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;

insert into search_queue (kind, ref)
select 'memory', id from memories where status = 'active'
union all select 'ghap', id from ghap where status <> 'active'
union all select 'value', id from project_values;
`,
  // Step 5. `injections` has the items that were shown, once per context window, with the reasons; `used` is
  // null until the use is known. `item_files` finds the items that name a file that is read. Neither holds
  // text (a file is a key of its name), so `forget` need not look here. `mneme process` removes the rows of
  // items that are gone.
  `
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
  // Step 6. The files of a project that `mneme index` has read; a file is read again only when its content
  // has changed.
  `
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
  // Step 7. Processing does nothing twice: an observation is known by the capture that it begins with, a
  // summary by the part of the session that it has seen, a scratchpad by its path, because each worktree has
  // its own.
  `
alter table observations add column capture_id integer;
create unique index observations_once on observations (capture_id) where capture_id is not null;

alter table sessions add column summary_covers text;

create table scratchpads (
  id integer primary key,
  project text not null,
  agent text not null,
  day text not null,
  path text not null unique,
  content_hash text not null,
  text text not null,
  updated_at text not null
) strict;
`,
  // Step 8. The outcomes of asks and notes. An ask names its candidate and its fate (null while it waits). A
  // note waits for the next prompt (`shown_at`) and learns whether the agent then saved something. A session
  // says whether a script ran it, because those must not push out a person's, and when it was imported,
  // because retention counts from then.
  `
alter table asks add column memory_id integer;
alter table asks add column outcome text;
alter table asks add column outcome_at text;
create index asks_by_memory on asks (memory_id) where memory_id is not null;

create table notes (
  id integer primary key,
  session_id text not null,
  prompt_count integer not null,
  key text not null,
  reasons text not null default '[]',
  sentences text not null default '[]',
  outcome text,
  shown_at text,
  created_at text not null
) strict;
create index notes_by_session on notes (session_id, id);

alter table sessions add column is_unattended integer not null default 0;
alter table sessions add column imported_at text;
`,
];
