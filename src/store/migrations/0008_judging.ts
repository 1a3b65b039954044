import type { Migration } from "./migration.ts";

/**
 * Who judges what is worth remembering, and what came of it. An ask names its candidate and says what became of it
 * (`saved`, `settled`, `dropped`, `expired`; null while it waits), so that what was asked about, saved and ignored can be
 * counted. A note waits for the next prompt of its session (`shown_at` is null until then) and learns whether the
 * agent saved something after it (`outcome`: `saved`, `ignored`). A session says whether a script ran it, as those must not
 * push a person's sessions out of what a start tells, and when it was imported, as retention counts from then.
 */
export const judging: Migration = {
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
};
