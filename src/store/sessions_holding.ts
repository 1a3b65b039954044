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

/** As it is, and as it stands inside JSON. */
function spellings(text: string): string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1)])];
}
