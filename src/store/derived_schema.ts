// The second part of the schema: tables of what mneme has learnt, read, told, indexed and exchanged with other machines.

export const DERIVED_SCHEMA = `
-- The failures that went away, learnt from captures before these lose their payloads. A failing call looks its error up
-- by 'repair_marks', keys of lines without what varies.
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

-- The commands that ran, learnt likewise.
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

-- A telling is one answer of a hook that told items: its text until that is pruned, all its items, and those told by
-- their titles alone ('lines').
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

-- The items that an agent opened, with the moment that had told each.
create table openings (
  session_id text not null,
  item text not null,
  agent_id text not null default '',
  hook text,
  created_at text not null,
  primary key (session_id, item)
) strict, without rowid;
create index openings_by_item on openings (item);

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
-- number of its partition (a project and a kind): frequent words of one cost another nothing.
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
);

-- The common words with their share of all texts, written by 'search_index.ts'.
create table search_words (
  word text primary key,
  share real not null
) strict, without rowid;
create table search_queue (
  kind text not null,
  ref integer not null,
  primary key (kind, ref)
) strict, without rowid;

-- The items that name a file that is read; 'name' is a key of the file's name.
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
-- not look here. 'sync_operations' has what the remote has, 'sync_members' a team's members by their public keys.
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
`;
