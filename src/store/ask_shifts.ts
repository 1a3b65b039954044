import type { AskShifts } from "../core/triage/thresholds.ts";
import type { TriageCategory } from "../core/triage_types.ts";
import type { Store } from "./store.ts";

/** Older asks say little about what is wanted today. */
const LOOKED_AT = 200;
/** Fewer answers are chance. */
const FEWEST = 5;
/** For each answer more on one side than on the other. */
const STEP = 0.02;
const MOST_LOWER = -0.05;
const MOST_HIGHER = 0.15;

/** The event of no session by which a fresh start is known: what was answered before does not count. */
const RESET = { session: "", event: "triage.reset", subject: "asks" };

/** Lets the answers so far count no more. */
export function resetShifts(store: Store, at: string): void {
  store.run(
    "insert into event_log (session_id, event, subject, created_at) values (?, ?, ?, ?)",
    RESET.session,
    RESET.event,
    RESET.subject,
    at,
  );
}

/**
 * How much surer triage must be of each category before this user is asked, as the newest answers say: what was dropped,
 * or left when the agent was asked, raises it, what was saved lowers it; bounded, and nothing where few were given.
 */
export function askShifts(store: Store): AskShifts {
  const rows = store.all<{ category: TriageCategory; saved: number; left: number }>(
    `select a.category, count(*) filter (where a.outcome in ('saved', 'settled')) as saved,
       count(*) filter (where a.outcome in ('dropped', 'expired')
         or (a.outcome is null and (s.status = 'closed' or s.prompt_count > a.prompt_count))) as left
     from (select * from asks order by id desc limit ?) a left join sessions s on s.session_id = a.session_id
     where a.prompt_count >= 0 and a.memory_id is not null
       and a.created_at > coalesce((select max(created_at) from event_log
         where session_id = ? and event = ? and subject is not null), '')
     group by a.category`,
    LOOKED_AT,
    RESET.session,
    RESET.event,
  );
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
