import type { Store } from "./store.ts";

/**
 * What became of a candidate: a memory was made of it, a memory says its matter in other words, somebody did not want
 * it, or nobody did for too long. Nothing is noted while it waits.
 */
export type AskOutcome = "saved" | "settled" | "dropped" | "expired";

/** Notes what became of the candidates with these numbers, wherever they were asked about or flagged. */
export function noteOutcome(
  store: Store,
  candidates: readonly number[],
  outcome: AskOutcome,
  at: string,
): void {
  store.run(
    "update asks set outcome = ?, outcome_at = ? where memory_id in (select value from json_each(?))",
    outcome,
    at,
    JSON.stringify(candidates),
  );
}

/** What came of all that agents were asked to save, as far back as asks are kept. */
export interface AskTotals {
  readonly asked: number;
  readonly saved: number;
  readonly settled: number;
  /** The agent was asked, went on without saving it, and nobody has decided since. */
  readonly ignored: number;
  readonly dropped: number;
  readonly expired: number;
  /** The turn that answers has not ended. */
  readonly open: number;
}

export const NO_ASKS: AskTotals = {
  asked: 0,
  saved: 0,
  settled: 0,
  ignored: 0,
  dropped: 0,
  expired: 0,
  open: 0,
};

/** Asks from before they named their candidate are left out: nobody knows what came of them. */
export function askTotals(store: Store): AskTotals {
  const rows = store.all<{ result: keyof AskTotals; count: number }>(
    `select coalesce(a.outcome,
         iif(s.status = 'active' and s.prompt_count <= a.prompt_count, 'open', 'ignored')) as result,
       count(*) as count
     from asks a left join sessions s on s.session_id = a.session_id
     where a.prompt_count >= 0 and a.memory_id is not null group by result`,
  );
  const counts = Object.fromEntries(rows.map(({ result, count }) => [result, count]));
  return { ...NO_ASKS, ...counts, asked: rows.reduce((sum, { count }) => sum + count, 0) };
}
