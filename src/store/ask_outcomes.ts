import type { TriageCategory } from "../base/triage_types.ts";
import type { AskShifts } from "../triage/ask.ts";
import { logEvent } from "./event_log.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/**
 * The fate of a candidate: it was made a memory, another memory says the same, somebody rejected it, or nobody
 * touched it for too long. A waiting candidate has none.
 */
export type AskOutcome = "saved" | "settled" | "dropped" | "expired";

/** Notes the outcome of these candidates wherever they were asked about or found. */
export function noteOutcome(
  store: Store,
  candidates: readonly number[],
  outcome: AskOutcome,
  at: string,
): void {
  store.run(sql`
    update asks set outcome = ${outcome}, outcome_at = ${at} where memory_id in ${list(candidates)}`);
}

/**
 * Counts what came of asks, as far back as asks are kept. `ignored`: the agent went on without saving it, and nobody
 * has decided since. `open`: the turn of the ask has not ended.
 */
const NO_ASKS = { asked: 0, saved: 0, settled: 0, ignored: 0, dropped: 0, expired: 0, open: 0 };

/** Asks of older versions, which name no candidate, are left out. */
export function askTotals(store: Store): typeof NO_ASKS {
  const counts = store.map<string, number>(`
    select coalesce(a.outcome, iif(s.status = 'active' and s.prompt_count <= a.prompt_count, 'open', 'ignored')),
    count(*) from asks a left join sessions s on s.session_id = a.session_id
    where a.prompt_count >= 0 and a.memory_id is not null group by 1`);
  const asked = counts.values().reduce((sum, count) => sum + count, 0);
  return { ...NO_ASKS, ...Object.fromEntries(counts), asked };
}

/** The number of newest asks whose answers count. */
const LOOKED_AT = 200;
/** The least answers in a category that shift its threshold; fewer are chance. */
const FEWEST = 5;
/** The shift for each answer more on one side than on the other. */
const STEP = 0.02;
/** The largest reduction of the threshold: lower scores are doubtful to triage itself. */
export const MOST_LOWER = -0.04;
const MOST_HIGHER = 0.15;

/** The event that marks a fresh start: answers before it do not count. */
const RESET = { sessionId: "", event: "triage.reset", subject: "asks" };

/** Starts afresh: answers so far no longer count. */
export function resetShifts(store: Store, at: string): void {
  logEvent(store, { ...RESET, at });
}

/**
 * Returns how much surer triage must be in each category before it asks this user. A dropped or ignored item raises
 * it, a saved one lowers it; bounded, and empty with few answers.
 */
export function askShifts(store: Store): AskShifts {
  const rows = store.all<{ category: TriageCategory; saved: number; left: number }>(sql`
    select a.category, count(*) filter (where a.outcome in ('saved', 'settled')) as saved,
    count(*) filter (where a.outcome in ('dropped', 'expired') or (a.outcome is null
    and (s.status = 'closed' or s.prompt_count > a.prompt_count))) as left from (select * from asks
    where prompt_count >= 0 and memory_id is not null order by id desc limit ${LOOKED_AT}) a
    left join sessions s on s.session_id = a.session_id
    where a.created_at > coalesce((select max(created_at) from event_log
    where session_id = ${RESET.sessionId} and event = ${RESET.event} and subject is not null), '')
    group by a.category`);
  return Object.fromEntries(rows.flatMap(({ category, saved, left }) => {
    const excess = saved + left < FEWEST ? 0 : Math.round((left - saved) * STEP * 100) / 100;
    return excess === 0 ? [] : [[category, Math.min(MOST_HIGHER, Math.max(MOST_LOWER, excess))]];
  }));
}
