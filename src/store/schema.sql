-- The schema of the database. `migrations.ts` gives it to a database, new or of an earlier version. The tables of what
-- was captured and saved come first, then those of what mneme has learnt, read, told, indexed and exchanged.
--
-- No foreign keys: hooks run in any order, so a capture may be written before its session. Times are UTC in ISO 8601,
-- which sorts as text. A change here needs the next `SCHEMA_VERSION`; a renamed column would begin empty.

-- A session of an agent ('client' is its program). 'context_window' is the number of its present window,
-- 'summary_covers' counts its prompts and calls at its last summary. 'learnt_tools' (calls, one fewer for each late end
-- of a run) and 'learnt_to' (last capture) say from what repairs were learnt. Retention of an imported session counts
-- from 'imported_at'. 'is_unattended': a script ran the session, no person.
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
create index sessions_by_project on sessions (project, started_at desc);
create index sessions_of_people on sessions (project, started_at desc) where is_unattended = 0;
create trigger session_out after delete on sessions begin
  insert or replace into removed_rows (item, mark, removed_at)
  values ('s' || old.id, old.session_id, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

-- The prompts, without their private parts.
create table prompts (
  id integer primary key,
  session_id text not null,
  prompt_id text,
  number integer not null,
  text text not null,
  created_at text not null
) strict;
create index prompts_by_session on prompts (session_id, number);

-- The captured tool calls. The payload comes last, so that reading other columns never touches its overflow pages.
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
create index captures_by_priority on pending_queue (status, priority, created_at);
create unique index captures_once on pending_queue (session_id, tool_use_id);

-- Lines that 'mneme process' made of calls ('capture_id': the first), and answers. 'weight': how much a line tells.
create table observations (
  id integer primary key,
  session_id text not null,
  text text not null,
  files text not null default '[]',
  outcome text,
  weight real not null default 1,
  created_at text not null,
  capture_id integer
) strict;
create index observations_by_session on observations (session_id, id);
create unique index observations_once on observations (capture_id) where capture_id is not null;

-- The events. The indexes hold only those with a subject; the most frequent ones, of captures, have none.
create table event_log (
  id integer primary key,
  session_id text not null,
  event text not null,
  subject text,
  data text,
  duration_ms real,
  created_at text not null
) strict;
create index confirmed_memories on event_log (subject) where event = 'memory.confirmed' and subject is not null;
create index events_by_subject on event_log (session_id, event, created_at) where subject is not null;

-- The spool files in the database: a drain that was killed between commit and unlink is not repeated.
create table drained_spool (
  name text primary key,
  drained_at text not null
) strict, without rowid;

-- 'recall_when' has the phrases in which somebody would ask for a memory, 'rejected' why its matter was tried and
-- dropped (else null), 'author' its writer in a team. 'autoincrement' here, and for predictions, values, sessions
-- and code, keeps SQLite from giving the number of a removed row again, so that 'm12' never names something else.
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
create index memories_by_change on memories (status, updated_at, id, project, scope, category);
create index memories_by_kind on memories (project, status, category, scope, created_at desc);
create index memories_by_project on memories (project, status, created_at desc);
create index memories_by_session on memories (session_id) where session_id is not null;
create index memories_rejected on memories (project) where rejected is not null;
create index memories_replaced_by on memories (superseded_by) where superseded_by is not null;
create index memories_used on memories (project, last_used_at) where use_count > 0 and status = 'active';
create trigger memory_changed after update of project, scope, category, title, body, status, files, recall_when
  on memories when 'active' in (old.status, new.status) begin
  delete from search_items where kind = 'memory' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_in after insert on memories when new.status = 'active' begin
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_out after delete on memories begin
  delete from search_items where kind = 'memory' and ref = old.id;
  delete from sync_changes where memory_id = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('m' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;
create trigger memory_replaced after update of title, body, status, superseded_by, recall_when on memories
when coalesce(old.superseded_by, new.superseded_by) is not null begin
  delete from search_items where kind = 'memory' and ref in (old.superseded_by, new.superseded_by);
  insert or ignore into search_queue (kind, ref)
  select 'memory', id from memories where id in (old.superseded_by, new.superseded_by) and status = 'active';
end;

-- The forgotten memories, by a key of their words, so that nobody is asked to save them again. 'traces' lists
-- rows and files (as JSON) where the words still stood: without the words nobody could find these any more. If another
-- memory with the same words is forgotten later, it takes the key, and a copy of the row keeps the older traces: its
-- key ends with the older memory's id.
create table forgotten_memories (
  key text primary key,
  memory_id integer not null,
  traces text not null default '{}',
  forgotten_at text not null
) strict, without rowid;
create index forgotten_by_memory on forgotten_memories (memory_id);

-- Each removed memory, prediction, value or session by its id and a mark that tells it from one of another database: no
-- restored backup and no undo of a sync brings it back.
create table removed_rows (
  item text not null,
  mark text not null,
  removed_at text not null,
  primary key (item, mark)
) strict, without rowid;

-- The memories that a person does not want told in a project.
create table not_here (
  item text not null,
  project text not null,
  primary key (item, project)
) strict, without rowid;
create index not_here_by_project on not_here (project);

-- The handled findings, by their words ('key') and message. An ask names its candidate and its fate ('outcome', null
-- while it waits); 'prompt_count' is negative if nobody was asked. This and the next table hold no text, so that
-- 'forget' need not look here.
create table asks (
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
create index asks_by_memory on asks (memory_id) where memory_id is not null;
create index asks_by_session on asks (session_id, id);

-- The memories that were saved without a question; 'told_at' is null until somebody was told.
create table silent_saves (
  memory_id integer primary key,
  project text not null,
  told_at text
) strict;
create index silent_saves_untold on silent_saves (project) where told_at is null;

-- The notes that wait for the next prompt, or were shown with it ('shown_at').
create table notes (
  id integer primary key,
  session_id text not null,
  prompt_count integer not null,
  key text not null,
  reasons text not null default '[]',
  shown_at text,
  created_at text not null
) strict;
create index notes_by_session on notes (session_id, id);

-- The predictions. Calls since 'updated_at' are counted until a reminder; 'offered_at' keeps an entry from being
-- offered twice; 'iterations' has former texts, 'evidence' its runs; 'expects' and 'expects_of' are null if not given.
-- 'auto_captured': the agent says that a run showed the result; 'confidence_tier': gold if a recorded run bears this
-- out, silver with a lesson or root cause, else bronze.
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
create index ghap_by_project on ghap (project, status, created_at desc);
create index ghap_by_session on ghap (session_id, status);
create trigger ghap_changed after update of project, goal, hypothesis, action, prediction, status, result, surprise,
  root_cause, lesson, evidence on ghap
when old.status <> 'active' or new.status <> 'active' begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;
create trigger ghap_in after insert on ghap when new.status <> 'active' begin
  insert or ignore into search_queue (kind, ref) values ('ghap', new.id);
end;
create trigger ghap_out after delete on ghap begin
  delete from search_items where kind = 'ghap' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('g' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

-- The agents that were shown a premortem and have opened or adopted no entry since.
create table ghap_premortems (
  session_id text not null,
  agent_id text not null default '',
  shown_at text not null,
  primary key (session_id, agent_id)
) strict, without rowid;

-- The agent that called each tool of mneme, which only the hook before the call knows.
create table tool_callers (
  tool_use_id text primary key,
  session_id text not null,
  agent_id text,
  created_at text not null
) strict, without rowid;

-- The values, each with the predictions ('sources') whose lessons taught it. Without a project it is for all.
create table project_values (
  id integer primary key autoincrement,
  project text,
  text text not null,
  sources text not null default '[]',
  use_count integer not null default 0,
  last_used_at text,
  created_at text not null,
  recall_when text not null default '[]'
) strict;
create index values_by_project on project_values (project);
create trigger value_changed after update of project, text, recall_when on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
create trigger value_in after insert on project_values begin
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
create trigger value_out after delete on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or replace into removed_rows (item, mark, removed_at)
  values ('v' || old.id, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ'));
end;

-- The repairs, learnt from captures before these lose their payloads. A failing call looks its error up by
-- 'repair_marks': hashes of the error's lines without what varies, and of the calls.
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
create trigger repair_out after delete on repairs begin
  delete from repair_marks where mark in (select value from json_each(old.marks)) and repair = old.id;
end;
create table repair_marks (
  mark text not null,
  repair integer not null,
  primary key (mark, repair)
) strict, without rowid;

-- The commands that ran, learnt from captures like the repairs.
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

-- The scratchpads, known by their paths, because each worktree has its own.
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

-- The files of a project that 'mneme index' has read; a file is read again only when its content has changed.
create table code_files (
  project text not null,
  path text not null,
  content_hash text not null,
  size integer not null,
  modified_at text not null,
  primary key (project, path)
) strict, without rowid;
create table code_units (
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
create index code_units_by_file on code_units (project, path);

-- A telling is one text of a hook that told items, and a reply may have two: the text until that is pruned, all its
-- items, and those told by their titles alone ('lines').
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

-- The items that agents opened, each with the moment ('hook') that had told it.
create table openings (
  session_id text not null,
  item text not null,
  agent_id text not null default '',
  hook text,
  created_at text not null,
  primary key (session_id, item)
) strict, without rowid;
create index openings_by_item on openings (item, created_at);

-- The items that were shown whole, once per context window, with the reasons; 'used' is null until the use is known.
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
create index injections_by_item on injections (item, used);
create unique index injections_once on injections (session_id, agent_id, context_window, item);

-- One index over everything that can be found. The program makes its words (identifiers split, words stemmed, Chinese,
-- Japanese and Korean in pairs), so triggers only remove what has changed, at once, and queue it. Each word carries the
-- number of its partition (a project and a kind), so that frequent words of one partition slow no other.
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
create trigger search_item_out after delete on search_items begin
  update search_partitions set items = items - 1 where id = old.partition;
  delete from search_fts where rowid = old.id;
  delete from embeddings where item = old.id;
end;
create virtual table search_fts using fts5 (
  title, body, attributes, related, columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'"
); -- 'attributes': files, tools, texts of replaced memories; 'related': recall phrases, then words of like meaning

-- The program's list of common words, each with the share of texts that have it, written by 'search_index.ts'.
create table search_words (
  word text primary key,
  share real not null
) strict, without rowid;
create table search_queue (
  kind text not null,
  ref integer not null,
  primary key (kind, ref)
) strict, without rowid;

-- The items that name a file, to be told after an agent has read the file; 'name' is a key of the file's name.
create table item_files (
  name text not null,
  item integer not null,
  primary key (name, item)
) strict, without rowid;
create table embeddings (
  item integer not null,
  model text not null,
  vector blob not null,
  primary key (item, model)
) strict, without rowid;

-- The sync between machines. A record describes a row of this machine and has its history as digests, so 'forget' need
-- not look here. 'sync_operations' has the known ones of the remote, 'sync_members' a team's members by public keys.
create table sync_spaces (
  space text primary key,
  server text,
  cursor text,
  pushed integer not null default 0,
  pulled integer not null default 0,
  told text,
  last_at text,
  last_error text
) strict, without rowid; -- 'told': last note to the remote; 'cursor': when a failure was last told; 'server': unused
create table sync_members (
  space text not null,
  member text not null,
  label text not null,
  primary key (space, member)
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
) strict, without rowid; -- 'hash' is null while the record exists
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

-- The changes by others, until told and while they can be undone. 'sealed' is the former memory, encrypted with a key
-- outside this file.
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
