import type { Migration } from "./migration.ts";

/**
 * What a stop has asked about, so that the same thing is never asked twice: by the words (`key`) and by the message
 * that it stands on. Neither table holds text, so that `forget` need not look here. The index on `asks` serves the
 * one question of every stop, "what was this session asked", however many sessions there are; the one on `memories`
 * finds those of a session's summary, and the partial one the few that were saved silently and not yet mentioned.
 */
export const asks: Migration = {
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
create index memories_by_session on memories (session_id) where session_id is not null;

create index silent_saves_untold on silent_saves (project) where told_at is null or told_at = 'script';
`,
};
