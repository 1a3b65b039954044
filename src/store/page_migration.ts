/**
 * The order of the page's lists, what took whose place, what still holds; and the memories that a person does not want to
 * be told in a project.
 */
export const PAGE_MIGRATION = {
  version: 16,
  sql: `
create index memories_by_change on memories (status, updated_at, id, project, scope, category);
create index memories_replaced_by on memories (superseded_by) where superseded_by is not null;
create index confirmed_memories on event_log (subject) where event = 'memory.confirmed' and subject is not null;
create table not_here (
  item text not null,
  project text not null,
  primary key (item, project)
) strict, without rowid;
create index not_here_by_project on not_here (project);
`,
};
