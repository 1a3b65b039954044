import type { Migration } from "./migration.ts";

/** What processing needs so that a run that was killed is taken up again and nothing is done twice. */
export const processing: Migration = {
  version: 7,
  sql: `
alter table observations add column capture_id integer;
create unique index observations_once on observations (capture_id) where capture_id is not null;

create table scratchpads (
  id integer primary key,
  project text not null,
  agent text not null,
  day text not null,
  path text not null,
  content_hash text not null,
  text text not null,
  updated_at text not null,
  unique (project, agent, day)
) strict;
`,
};
