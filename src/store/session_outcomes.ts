import { clearMemory } from "./forget_memory.ts";
import type { MemoryRow } from "./memories.ts";
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

/** Forgets the candidates of a session, as memories are forgotten. */
export function forgetCandidates(store: Store, sessionId: string, at: string): void {
  store.transaction(() => {
    const candidates = store.all<Pick<MemoryRow, "id" | "category" | "body">>(
      "select id, category, body from memories where session_id = ? and status = 'candidate'",
      sessionId,
    );
    for (const candidate of candidates) clearMemory(store, candidate, at);
  });
}

/** Forgets who made which call of a session, what it was shown, and where it was itself brought back. */
export function removeMentions(store: Store, row: number, sessionId: string): void {
  store.run("delete from tool_callers where session_id = ?", sessionId);
  store.run("delete from ghap_premortems where session_id = ?", sessionId);
  store.run("delete from injections where item = ?", `s${row}`);
}
