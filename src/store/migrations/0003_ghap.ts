import type { Migration } from "./migration.ts";

/**
 * What the learning loop needs beside its entries. `updated_at` names the spell that check-ins are counted in,
 * `offered_at` keeps an orphan from being offered twice, `evidence` holds the runs that an entry met, so that a later
 * failure of the same test finds it. The index over entries of a project serves every session start and premortem;
 * `ghap_fts` finds a lesson by the words of a failure and leaves no trace of what is taken out. `tool_callers` tells
 * the server which session and helper a call comes from: only the hook before the call knows. `ghap_premortems` says
 * to whom a premortem was shown in the current cycle. A value's number is never given again. `memories_by_kind` finds
 * what a draft is compared with: without it, each category of a stop's finds reads every memory of the project.
 */
export const ghap: Migration = {
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
};
