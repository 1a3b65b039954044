import { FIRST_MIGRATIONS, type Migration } from "./first_migrations.ts";
import { NUMBERS_MIGRATION } from "./numbers_migration.ts";
import { SYNC_MIGRATION, TEAM_MIGRATION } from "./sync_migration.ts";

/** Every step, oldest first; the last one's version is `SCHEMA_VERSION`. */
export const MIGRATIONS: readonly Migration[] = [
  ...FIRST_MIGRATIONS,
  /*
   * One index over everything that can be found. Its words are made by the program (identifiers split, words stemmed,
   * Chinese, Japanese and Korean in pairs), so triggers only take out what has changed and note it for indexing: what is
   * forgotten is gone at once. Each word carries the number of its partition (a project, '' for the user, and a kind),
   * so that a frequent word of one project never costs another one anything. Replaces `memories_fts` and `ghap_fts`: every
   * table, index and trigger is parsed by every hook.
   */
  {
    version: 4,
    sql: `
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
  },
  /*
   * What was brought back, why, and whether it was of use: an item comes once per context window (a compaction opens a
   * new one, which the session counts), and what is ignored again and again is brought back less. `used` is null until
   * that is known. The first index also finds what waits to be judged. `item_files` finds what names a file that is read,
   * for which the index of words took twice as long; rows of items that have gone are taken out by `mneme process`, as a
   * second index for that would cost each hook. Neither holds text (a file is there by a key of its name), so that `forget`
   * need not look here.
   */
  {
    version: 5,
    sql: `
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
  },
  /* What `mneme index` knows of a project's files; a file is read again only when its content has changed. */
  {
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
  },
  /*
   * What processing needs so that a run that was killed is taken up again and nothing is done twice: an observation is
   * known by the capture that it begins with, and a session's summary by how much of the session it has seen. A
   * scratchpad is known by its path, as each worktree of a project has its own.
   */
  {
    version: 7,
    sql: `
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
  },
  /*
   * Who judges what is worth remembering, and what came of it. An ask names its candidate and says what became of it
   * (`saved`, `settled`, `dropped`, `expired`; null while it waits), so that what was asked about, saved and ignored can be
   * counted. A note waits for the next prompt of its session (`shown_at` is null until then) and learns whether the
   * agent saved something after it (`outcome`: `saved`, `ignored`). A session says whether a script ran it, as those must not
   * push a person's sessions out of what a start tells, and when it was imported, as retention counts from then.
   */
  {
    version: 8,
    sql: `
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
  },
  /*
   * The agent says how the next run will end (`expects`) and of which kind of run it speaks (`expects_of`), so that nobody
   * has to read it out of the prediction's words. Both are null where the agent said nothing, as in every older entry.
   */
  {
    version: 9,
    sql: `
alter table ghap add column expects text check (expects in ('pass', 'fail', 'either'));
alter table ghap add column expects_of text check (expects_of in ('tests', 'builds'));
`,
  },
  /*
   * The phrases in which somebody would later ask for a memory or a value, a JSON list; a lesson has its own inside its
   * JSON. A change of them alone is indexed, too. They stand in a column of the index that was there, as a new one would
   * mean to write the whole index anew.
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
   * What a session teaches beside its story, read from its captures before these lose their payloads: the failures that went
   * away and what made them (`repairs`), which commands ran and how often they passed (`command_runs`), and for what a file
   * was changed (`file_changes`, which holds no text: the reason is a repair or an observation). A failing call looks its error up
   * by `repair_marks`, keys of lines without what varies, and a read by the key of its path, so that neither costs more the more
   * is known. `learnt_tools` and `learnt_to` say how much of a session was read. A memory may hold what was tried and
   * dropped: `rejected` says why, and is null for all others.
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
  /*
   * A session says which agent it was of (`client`), as people use several on the same code. All that were kept before are of
   * Claude Code.
   */
  {
    version: 12,
    sql: `
alter table sessions add column client text not null default 'claude';
`,
  },
  SYNC_MIGRATION,
  /*
   * A telling is one answer of a hook that told items: its text as the agent read it, until its details are pruned, with the
   * ids of all items in it and of those that it told by their titles alone. An opening is an item that an agent opened in a
   * session, with the moment that had told it. `injections` keeps what was told whole, once per context window.
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
  TEAM_MIGRATION,
  /*
   * What somebody said still holds, and the memories that a person does not want to be told in a project.
   */
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
