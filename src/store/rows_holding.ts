import { spellings } from "./forgotten_texts.ts";
import type { Store } from "./store.ts";

/** Where the words of a session stand, and in which column. */
const COLUMNS = { prompts: "text", pending_queue: "payload", observations: "text" } as const;

/** The sessions, by their numbers, in whose prompts, tool calls, observations or summary one of these texts stands. */
export function sessionsHolding(store: Store, texts: readonly string[]): number[] {
  if (texts.length === 0) return [];
  const all = JSON.stringify(texts.flatMap(spellings));
  const holds = (column: string) =>
    `exists (select 1 from json_each(?1) where instr(lower(${column}), lower(value)))`;
  const details = Object.entries(COLUMNS)
    .map(([table, column]) => `select session_id from ${table} where ${holds(column)}`);
  return store.all<{ id: number }>(
    `select id from sessions where session_id in (${details.join(" union ")})
       or ${holds("title")} or ${holds("summary")} order by id`,
    all,
  ).map(({ id }) => id);
}

/** The memories, by their numbers, that hold one of these texts. */
export function memoriesWith(store: Store, texts: readonly string[]): number[] {
  if (texts.length === 0) return [];
  const holds = ["title", "body", "evidence"].map((column) => `instr(lower(${column}), lower(value))`);
  return store.all<{ id: number }>(
    `select id from memories where status <> 'deleted'
       and exists (select 1 from json_each(?) where ${holds.join(" or ")}) order by id`,
    JSON.stringify(texts.flatMap(spellings)),
  ).map(({ id }) => id);
}
