import type { MemoryCategory } from "../core/memory_categories.ts";
import { memoryKey } from "../core/memory_text.ts";
import type { Store } from "./store.ts";

/** What came of a session and is none of its details, by numbers. */
export interface Outcomes {
  /** Those in use, and those that were replaced. */
  readonly memories: readonly number[];
  readonly candidates: readonly number[];
  readonly predictions: readonly number[];
}

/** What came of a session. */
export function outcomesOf(store: Store, sessionId: string): Outcomes {
  const numbers = (sql: string) => store.all<{ id: number }>(sql, sessionId).map(({ id }) => id);
  const memories = "select id from memories where session_id = ? and status";
  return {
    memories: numbers(`${memories} in ('active', 'superseded') order by id`),
    candidates: numbers(`${memories} = 'candidate' order by id`),
    predictions: numbers("select id from ghap where session_id = ? order by id"),
  };
}

/**
 * Clears the candidates of a session. As with memories that are forgotten, a row without text stays, so that its id is
 * never given again, and a key of its words, so that nobody is asked for it again.
 */
export function forgetCandidates(store: Store, sessionId: string, at: string): void {
  store.transaction(() => {
    const candidates = store.all<{ id: number; category: MemoryCategory; body: string }>(
      "select id, category, body from memories where session_id = ? and status = 'candidate'",
      sessionId,
    );
    for (const { id, category, body } of candidates) {
      store.run(
        "insert or replace into forgotten_memories (key, memory_id, forgotten_at) values (?, ?, ?)",
        memoryKey(category, body),
        id,
        at,
      );
    }
    store.run(
      `update memories set title = null, body = '', evidence = null, files = '[]', status = 'deleted', updated_at = ?
       where session_id = ? and status = 'candidate'`,
      at,
      sessionId,
    );
  });
}

/** Forgets who made which call of a session, what it was shown, and where it was itself brought back. */
export function removeMentions(store: Store, row: number, sessionId: string): void {
  store.run("delete from tool_callers where session_id = ?", sessionId);
  store.run("delete from ghap_premortems where session_id = ?", sessionId);
  store.run("delete from injections where item = ?", `s${row}`);
}
