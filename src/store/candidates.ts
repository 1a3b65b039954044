// Ends candidates (a memory says the same, or they expire) and reopens them. For saving, review and statistics.
import { isSameMatter, sharedPart } from "../memory/memory_relation.ts";
import { clearTexts, type MemoryRow } from "./memories.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The least share of significant words (`sharedPart`) that a candidate has in common with a memory that settles it. */
export const LEAST_LIKE = 0.3;

/**
 * Marks as settled the candidate most similar to a new memory: about the same matter or, with enough common words, of
 * the same category; of the same matter and category, if nobody was asked about it. In the caller's transaction.
 */
export function settleAnswered(
  store: Store,
  answer: Pick<MemoryRow, "id" | "category" | "body" | "session_id">,
  at: string,
): void {
  // Waiting candidates of the session, surest first: those that mneme asked about since the newest prompt,
  // and those that it stored without asking (`NOT_ASKED`).
  const open = store.all<Pick<MemoryRow, "id" | "category" | "body"> & { readonly isAsked: number }>(sql`
    select m.id, m.category, m.body, a.prompt_count >= 0 as isAsked from asks a join memories m on m.id = a.memory_id
    where a.session_id = ${answer.session_id} and a.outcome is null and m.status = 'candidate'
    and (a.prompt_count < 0 or a.prompt_count >= (select prompt_count from sessions
    where session_id = ${answer.session_id})) order by m.confidence desc, m.id`);
  const alike = open.map((one) => ({ ...one, likeness: sharedPart(one.body, answer.body) }));
  const [settled] = alike.filter(({ category, body, isAsked, likeness }) => {
    const [isSameKind, isSame] = [category === answer.category, isSameMatter(body, answer.body)];
    // Without an ask, matter and category must agree: a decision on a rule's matter does not settle the rule.
    return isAsked === 1 ? isSame || (isSameKind && likeness >= LEAST_LIKE) : isSame && isSameKind;
  }).sort((a, b) => b.likeness - a.likeness);
  if (settled !== undefined) settleBy(store, [settled.id], answer.id, at);
}

/** Lets a settled candidate, or an outdated memory that nothing replaces, wait again. Returns false for any other. */
export function reopen(store: Store, row: number): boolean {
  return store.run(sql`
    update memories as old set status = 'candidate', superseded_by = null
    where id = ${row} and status = 'superseded' and (not exists (select 1 from memories
    where id = old.superseded_by and status <> 'deleted') or exists (select 1 from asks
    where memory_id = ${row} and outcome = 'settled'))`) > 0;
}

/** Marks candidates as settled by a memory. In the caller's transaction. */
export function settleBy(store: Store, candidates: readonly number[], by: number, at: string): void {
  store.run(sql`
    update memories set status = 'superseded', superseded_by = ${by}, updated_at = ${at}
    where id in ${list(candidates)}`);
  noteOutcome(store, candidates, "settled", at);
}

/**
 * Clears the next `limit` candidates untouched since `before`; returns their number. They may be found again. Synced
 * ones stay: another machine would take this for a forget, and somebody may have kept the memory there.
 */
export function expireCandidates(
  store: Store,
  { before, at }: { readonly before: string; readonly at: string },
  limit: number,
): number {
  const isDue = sql`status = 'candidate' and updated_at < ${before} and not exists (select 1 from sync_records
    where kind = 'memory' and ref = cast(memories.id as text) and hash is null)`;
  return store.transaction(() => {
    const expired = store.column<number>(sql`select id from memories where ${isDue} limit ${limit}`);
    clearTexts(store, expired, at);
    noteOutcome(store, expired, "expired", at);
    return expired.length;
  });
}

/** The fate of a candidate: kept, said by another memory, rejected, or untouched for too long; none while it waits. */
export type AskOutcome = "saved" | "settled" | "dropped" | "expired";

export function noteOutcome(store: Store, candidates: readonly number[], outcome: AskOutcome, at: string) {
  store.run(sql`
    update asks set outcome = ${outcome}, outcome_at = ${at} where memory_id in ${list(candidates)}`);
}

/** `ignored`: the session went on or ended without a save. `open`: it is active and has had no prompt since the ask. */
const NO_ASKS = { asked: 0, saved: 0, settled: 0, ignored: 0, dropped: 0, expired: 0, open: 0 };

/** Counts the results of the stored asks. Those of older versions, which name no candidate, are left out. */
export function askTotals(store: Store): typeof NO_ASKS {
  const counts = store.map<string, number>(`
    select coalesce(a.outcome, iif(s.status = 'active' and s.prompt_count <= a.prompt_count, 'open', 'ignored')),
    count(*) from asks a left join sessions s on s.session_id = a.session_id
    where a.prompt_count >= 0 and a.memory_id is not null group by 1`);
  const asked = counts.values().reduce((sum, count) => sum + count, 0);
  return { ...NO_ASKS, ...Object.fromEntries(counts), asked };
}
