import type { Migration } from "./migration.ts";

/**
 * One index over everything that can be found. Its words are made by the program (identifiers split, words stemmed,
 * Chinese, Japanese and Korean in pairs), so the triggers only take out what has changed and note it for indexing: what
 * is forgotten is gone at once. Each word carries the number of its partition (a project, '' for the user, and a kind),
 * so that a frequent word of one project never costs another one anything. Replaces `memories_fts` and `ghap_fts`: every
 * table, index and trigger is parsed by every hook.
 */
export const search: Migration = {
  version: 4,
  sql: `
drop trigger memories_indexed;
drop trigger memories_reindexed;
drop trigger memories_unindexed;
drop table memories_fts;
drop trigger ghap_indexed;
drop trigger ghap_reindexed;
drop trigger ghap_unindexed;
drop table ghap_fts;

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

create trigger memory_in after insert on memories when new.status = 'active' begin
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_changed after update of project, scope, category, title, body, status, files on memories
when 'active' in (old.status, new.status) begin
  delete from search_items where kind = 'memory' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('memory', new.id);
end;
create trigger memory_replaced after update of title, body, status, superseded_by on memories
when coalesce(old.superseded_by, new.superseded_by) is not null begin
  delete from search_items where kind = 'memory' and ref in (old.superseded_by, new.superseded_by);
  insert or ignore into search_queue (kind, ref)
  select 'memory', id from memories where id in (old.superseded_by, new.superseded_by) and status = 'active';
end;
create trigger memory_out after delete on memories when old.status = 'active' begin
  delete from search_items where kind = 'memory' and ref = old.id;
end;

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
end;

create trigger value_in after insert on project_values begin
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
create trigger value_changed after update of project, text on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
  insert or ignore into search_queue (kind, ref) values ('value', new.id);
end;
create trigger value_out after delete on project_values begin
  delete from search_items where kind = 'value' and ref = old.id;
end;

insert into search_queue (kind, ref)
select 'memory', id from memories where status = 'active'
union all select 'ghap', id from ghap where status <> 'active'
union all select 'value', id from project_values;
`,
};
