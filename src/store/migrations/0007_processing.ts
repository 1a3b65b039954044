import type { Migration } from "./migration.ts";

/**
 * What processing needs so that a run that was killed is taken up again and nothing is done twice: an observation is
 * known by the capture that it begins with, and a session's summary by how much of the session it has seen. A
 * scratchpad is known by its path, as each worktree of a project has its own.
 */
export const processing: Migration = {
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
};
