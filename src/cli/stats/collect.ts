import type { Paths } from "../../host/paths.ts";
import { listSpool } from "../../host/spool.ts";
import { activityByDay, type DayActivity, memoriesByCategory } from "../../store/activity.ts";
import { type AskTotals, askTotals, NO_ASKS } from "../../store/ask_outcomes.ts";
import { type InjectionStats, injectionStats } from "../../store/context/injection_stats.ts";
import { type PredictionTotals, predictionTotals } from "../../store/ghap_stats.ts";
import { NO_NOTES, type NoteTotals, noteTotals } from "../../store/notes.ts";
import { askShifts } from "../../store/ask_shifts.ts";
import type { AskShifts } from "../../core/triage/thresholds.ts";
import { countAll, type Counts, hookLatencies, type Latency } from "../../store/stats.ts";
import type { Store } from "../../store/store.ts";
import { countWaiting } from "../../store/waiting_candidates.ts";
import { readFailures } from "../hook_log.ts";
import { type HookStats, hookStats } from "../hook_stats.ts";
import { sizeOf } from "../is_there.ts";
import { readStore } from "../read_store.ts";

/** How much is remembered, what was done with it, and how fast the hooks are. */
export interface Stats extends Counts {
  /** Files that wait to be brought in. */
  readonly spool: number;
  readonly db_bytes: number;
  readonly hooks: Readonly<Record<string, HookStats>>;
  /** The days on which anything happened of the last fourteen, oldest first. */
  readonly activity: readonly DayActivity[];
  readonly categories: Readonly<Record<string, number>>;
  /** Those that wait to be kept or dropped. */
  readonly candidates: number;
  /** What came of what agents were asked to save. */
  readonly asks: AskTotals;
  /** By category, how much surer triage has become of what to ask, or less sure, by the answers. */
  readonly shifts: AskShifts;
  /** What followed the notes with prompts. */
  readonly notes: NoteTotals;
  readonly predictions: PredictionTotals;
  readonly injections: InjectionStats;
}

/** How many days back activity is told, today among them. */
export const ACTIVITY_DAYS = 14;

/** Everything that `mneme stats` tells; zeros where there is no database yet. */
export function collectStats(paths: Paths, now: Date): Stats {
  const since = daysBefore(now, ACTIVITY_DAYS - 1);
  const stored = readStore(paths, (store) => readAll(store, since.toISOString()), NOTHING);
  const { counts, latencies, ...rest } = stored;
  return {
    ...counts,
    spool: listSpool(paths).length,
    db_bytes: sizeOf(paths.database) + sizeOf(`${paths.database}-wal`),
    hooks: hookStats(latencies, readFailures(paths)),
    ...rest,
  };
}

/** Midnight of the day that was so many days ago: days have 23 or 25 hours, too. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}

type StoredStats =
  & Pick<
    Stats,
    "activity" | "categories" | "candidates" | "asks" | "shifts" | "notes" | "predictions" | "injections"
  >
  & {
    readonly counts: Counts;
    readonly latencies: readonly Latency[];
  };

const NOTHING: StoredStats = {
  counts: { sessions: 0, prompts: 0, pending: 0, observations: 0, memories: 0, ghap: 0 },
  latencies: [],
  activity: [],
  categories: {},
  candidates: 0,
  asks: NO_ASKS,
  shifts: {},
  notes: NO_NOTES,
  predictions: { confirmed: 0, falsified: 0, abandoned: 0, active: 0, rate: null },
  injections: { injected: 0, tokens: 0, judged: 0, used: 0, share_used: null },
};

function readAll(store: Store, since: string): StoredStats {
  return {
    counts: countAll(store),
    latencies: hookLatencies(store),
    activity: activityByDay(store, since),
    categories: Object.fromEntries(memoriesByCategory(store).map(({ category, count }) => [category, count])),
    candidates: countWaiting(store),
    asks: askTotals(store),
    shifts: askShifts(store),
    notes: noteTotals(store),
    predictions: predictionTotals(store),
    injections: injectionStats(store),
  };
}
