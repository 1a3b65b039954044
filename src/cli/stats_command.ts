import { Command } from "./command.ts";
import type { Paths } from "../machine/paths.ts";
import { listSpool } from "../machine/spool.ts";
import { askShifts, askTotals, NO_ASKS } from "../store/ask_outcomes.ts";
import { countWaiting } from "../store/candidates.ts";
import { sessionsByDay } from "../store/figures.ts";
import { predictionTotals } from "../store/ghap.ts";
import { lookBackTotals } from "../store/look_backs.ts";
import { modelTotals } from "../store/model_use.ts";
import { NO_NOTES, noteTotals } from "../store/notes.ts";
import { countAll, hookLatencies, injectionStats, memoriesByCategory, NO_COUNTS } from "../store/stats.ts";
import { sessionsByClient } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { requirePaths } from "./data_folder.ts";
import { hookStats, readFailures } from "./hook_stats.ts";
import { sizeOf } from "./is_there.ts";
import { printJson, printLine } from "./output.ts";
import { alignRows, countRows, sizeText } from "./plain_text.ts";
import { readStore } from "./prepare_home.ts";

/** `mneme stats`: how much is remembered and how fast the hooks are. */
export function statsCommand(): Command {
  return new Command("stats")
    .orJson("mneme stats --json", ({ json }: { readonly json?: true }) => {
      const stats = collectStats(requirePaths(), new Date());
      if (json) return printJson(stats);
      for (const line of statsLines(stats)) printLine(line);
    });
}

/** How many days back activity is told, today among them. */
const ACTIVITY_DAYS = 14;

/** Midnight of the day that was so many days ago: days have 23 or 25 hours, too. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}

/** Everything that `mneme stats` tells, by the names that its JSON has; zeros where there is no database yet. */
type Stats = ReturnType<typeof collectStats>;

function collectStats(paths: Paths, now: Date) {
  const since = daysBefore(now, ACTIVITY_DAYS - 1).toISOString();
  const { counts, latencies, ...rest } = readStore(paths, (store) => readAll(store, since), NOTHING);
  return {
    ...counts,
    /** Files that wait to be brought in. */
    spool: listSpool(paths).length,
    db_bytes: sizeOf(paths.database) + sizeOf(`${paths.database}-wal`),
    hooks: hookStats(latencies, readFailures(paths)),
    ...rest,
  };
}

function readAll(store: Store, since: string) {
  return {
    counts: countAll(store),
    clients: sessionsByClient(store),
    latencies: hookLatencies(store),
    /** The days on which a session began, oldest first. */
    activity: sessionsByDay(store, since),
    categories: Object.fromEntries(memoriesByCategory(store).map(({ category, count }) => [category, count])),
    /** Those that wait to be kept or dropped. */
    candidates: countWaiting(store),
    /** Holds what came of what agents were asked to save. */
    asks: askTotals(store),
    /** By category, how much surer triage has become of what to ask, or less sure, by the answers. */
    shifts: askShifts(store),
    /** Holds what followed the notes with prompts. */
    notes: noteTotals(store),
    predictions: predictionTotals(store),
    injections: injectionStats(store),
    /** What models were asked, and how much they were sent, by what for. */
    model: modelTotals(store),
    look_back: lookBackTotals(store),
  };
}

const NOTHING: ReturnType<typeof readAll> = {
  counts: NO_COUNTS,
  clients: {},
  latencies: [],
  activity: [],
  categories: {},
  candidates: 0,
  asks: NO_ASKS,
  shifts: {},
  notes: NO_NOTES,
  predictions: { confirmed: 0, falsified: 0, abandoned: 0, active: 0, rate: null },
  injections: { injected: 0, tokens: 0, judged: 0, used: 0, share_used: null },
  model: {},
  look_back: { sessions: 0, windows: 0, found: 0 },
};

/** The statistics for a person: a row for each count, and what the hooks take. */
function statsLines({ hooks, db_bytes, ...counts }: Stats): string[] {
  const latencies = Object.entries(hooks).map(([name, { count, p50_ms, p95_ms, errors }]) => {
    const [p50 = "", p95 = ""] = [p50_ms, p95_ms].map((ms) => ms?.toFixed(1) ?? "-");
    return [name, String(count), p50, p95, String(errors)];
  });
  return [
    ...alignRows([...countRows(counts), ["database", sizeText(db_bytes)]], [1]),
    "",
    ...alignRows([["hook", "runs", "p50 ms", "p95 ms", "errors"], ...latencies], [1, 2, 3, 4]),
  ];
}
