import type { TriageCategory } from "../base/triage_types.ts";
import type { AskShifts } from "../triage/judge.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/**
 * The fate of a candidate: a memory was made of it, a memory says its matter in other words, somebody did not want it,
 * or nobody did for too long. Nothing is noted while it waits.
 */
export type AskOutcome = "saved" | "settled" | "dropped" | "expired";

/** Notes what became of the candidates with these numbers, wherever they were asked about or flagged. */
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
 * The results of all that agents were asked to save, as far back as asks are kept. Nobody has decided about an
 * `ignored` one since the agent went on without saving it; while the turn that answers has not ended it is `open`.
 */
const NO_ASKS = { asked: 0, saved: 0, settled: 0, ignored: 0, dropped: 0, expired: 0, open: 0 };

/** Asks from before they named their candidate are left out: nobody knows what came of them. */
export function askTotals(store: Store): typeof NO_ASKS {
  const rows = store.all<{ result: keyof typeof NO_ASKS; count: number }>(
    `select coalesce(a.outcome,
         iif(s.status = 'active' and s.prompt_count <= a.prompt_count, 'open', 'ignored')) as result,
       count(*) as count
     from asks a left join sessions s on s.session_id = a.session_id
     where a.prompt_count >= 0 and a.memory_id is not null group by result`,
  );
  const counts = Object.fromEntries(rows.map(({ result, count }) => [result, count]));
  return { ...NO_ASKS, ...counts, asked: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** Older asks say little about what is wanted today. */
const LOOKED_AT = 200;
/** Fewer answers are chance. */
const FEWEST = 5;
/** For each answer more on one side than on the other. */
const STEP = 0.02;
/** The threshold never falls below its default by more: just below that begins what triage itself holds for doubtful. */
export const MOST_LOWER = -0.04;
const MOST_HIGHER = 0.15;

/** The event of no session by which a fresh start is known: what was answered before does not count. */
const RESET = { session: "", event: "triage.reset", subject: "asks" };

/** Lets the answers so far count no more. */
export function resetShifts(store: Store, at: string): void {
  store.run(sql`
    insert into event_log (session_id, event, subject, created_at)
    values (${RESET.session}, ${RESET.event}, ${RESET.subject}, ${at})`);
}

/**
 * Returns how much surer triage must be of each category before this user is asked, as the newest answers say: an item
 * that was dropped, or left when the agent was asked, raises it, a saved one lowers it; bounded, and nothing where few
 * were given.
 */
export function askShifts(store: Store): AskShifts {
  const rows = store.all<{ category: TriageCategory; saved: number; left: number }>(sql`
    select a.category, count(*) filter (where a.outcome in ('saved', 'settled')) as saved,
    count(*) filter (where a.outcome in ('dropped', 'expired') or (a.outcome is null
    and (s.status = 'closed' or s.prompt_count > a.prompt_count))) as left from (select * from asks
    order by id desc limit ${LOOKED_AT}) a left join sessions s on s.session_id = a.session_id
    where a.prompt_count >= 0 and a.memory_id is not null
    and a.created_at > coalesce((select max(created_at) from event_log
    where session_id = ${RESET.session} and event = ${RESET.event} and subject is not null), '')
    group by a.category`);
  return Object.fromEntries(
    rows.filter(({ saved, left }) => saved + left >= FEWEST)
      .map(({ category, saved, left }) => [category, shiftOf(left - saved)]).filter(([, shift]) =>
        shift !== 0
      ),
  );
}

function shiftOf(excess: number): number {
  return Math.min(MOST_HIGHER, Math.max(MOST_LOWER, Math.round(excess * STEP * 100) / 100));
}
