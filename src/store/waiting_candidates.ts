import { noteOutcome } from "./ask_outcomes.ts";
import { clearTexts } from "./forget_memory.ts";
import { IS_WAITING } from "./memories.ts";
import type { Store } from "./store.ts";

/** How many candidates wait, of all projects or of one. */
export function countWaiting(store: Store, project?: string): number {
  const found = project === undefined
    ? store.first<{ count: number }>(`select count(*) as count from memories where ${IS_WAITING}`)
    : store.first<{ count: number }>(
      `select count(*) as count from memories where project = ? and ${IS_WAITING}`,
      project,
    );
  return found?.count ?? 0;
}

/**
 * Takes the texts out of the next candidates that nobody has touched since before a moment; returns how many. Unlike
 * what somebody has dropped they may be flagged again: nobody has said that they are of no use.
 */
export function expireCandidates(
  store: Store,
  { before, at }: { readonly before: string; readonly at: string },
  limit: number,
): number {
  const found = store.all<{ id: number }>(
    "select id from memories where status = 'candidate' and updated_at < ? limit ?",
    before,
    limit,
  ).map(({ id }) => id);
  if (found.length === 0) return 0;
  return store.transaction(() => {
    // Somebody may have kept one meanwhile.
    const expired = store.all<{ id: number }>(
      `select id from memories where id in (select value from json_each(?))
         and status = 'candidate' and updated_at < ?`,
      JSON.stringify(found),
      before,
    ).map(({ id }) => id);
    for (const id of expired) clearTexts(store, id, at);
    noteOutcome(store, expired, "expired", at);
    return expired.length;
  });
}
