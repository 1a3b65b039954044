import { Command } from "./command.ts";
import { localDay } from "../base/time.ts";
import type { Paths } from "../machine/paths.ts";
import { listSpool } from "../machine/spool.ts";
import { askShifts, askTotals } from "../store/ask_outcomes.ts";
import { countWaiting } from "../store/candidates.ts";
import { predictionTotals } from "../store/ghap.ts";
import { lookBackTotals } from "../store/look_backs.ts";
import { modelTotals } from "../store/model_use.ts";
import { noteTotals } from "../store/notes.ts";
import {
  countAll,
  type DayFigures,
  hookLatencies,
  injectionStats,
  memoriesByCategory,
  sessionsByDay,
} from "../store/stats.ts";
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
      const now = new Date();
      const stats = collectStats(requirePaths(), now);
      if (json) return printJson(stats);
      for (const line of statsLines(stats, now)) printLine(line);
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
  const { counts, latencies, ...rest } = readStore(paths, (store) => readAll(store, since));
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

const BAR_UNITS = 24;

/** The statistics for a person: a row for each count, the days and categories drawn, and what the hooks take. */
function statsLines({ hooks, db_bytes, activity, ...counts }: Stats, now: Date): string[] {
  const latencies = Object.entries(hooks).map(([name, { count, p50_ms, p95_ms, errors }]) => {
    const [p50 = "", p95 = ""] = [p50_ms, p95_ms].map((ms) => ms?.toFixed(1) ?? "-");
    return [name, String(count), p50, p95, String(errors)];
  });
  const most = Math.max(...Object.values(counts.categories));
  const rows = countRows(counts).map(([name = "", count = ""]) => {
    const isCategory = name.startsWith("categories ");
    return [name, count, isCategory ? "█".repeat(Math.ceil(Number(count) / most * BAR_UNITS)) : ""];
  });
  return [
    ...alignRows([...rows, ["database", sizeText(db_bytes), ""]], [1]),
    "",
    ...activityLines(activity, now),
    ...alignRows([["hook", "runs", "p50 ms", "p95 ms", "errors"], ...latencies], [1, 2, 3, 4]),
  ];
}

const COLUMNS = " ▁▂▃▄▅▆▇█";

/** A column a day, today last, the tallest for the most; a day without anything is a gap, not left out. */
function activityLines(days: readonly DayFigures[], now: Date): string[] {
  if (days.length === 0) return [];
  const byDay = new Map(days.map((day) => [day.day, day]));
  const names = Array.from(
    { length: ACTIVITY_DAYS },
    (_, i) => localDay(daysBefore(now, ACTIVITY_DAYS - 1 - i)),
  );
  const rows = (["sessions", "prompts", "tools"] as const).map((key) => {
    const counts = names.map((name) => byDay.get(name)?.[key] ?? 0);
    const most = Math.max(...counts, 1);
    const columns = counts.map((count) => COLUMNS[Math.ceil(count / most * (COLUMNS.length - 1))]);
    return [key, columns.join(""), String(counts.reduce((sum, count) => sum + count, 0))];
  });
  return [`${names[0]} to today`, ...alignRows(rows, [2]), ""];
}
