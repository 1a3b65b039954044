import { HOOKS } from "../../base/hook_names.ts";
import { countWaiting } from "../../store/candidates.ts";
import { hookLatencies } from "../../store/stats.ts";
import type { Store } from "../../store/store.ts";
import { hookStats, readFailures } from "../frame/hook_stats.ts";
import { amount, localTime, plainLine } from "../frame/plain_text.ts";
import { openWithoutTrace } from "./database.ts";
import { check } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

/** Covers what the hooks did lately; older events may be of another machine. */
const NEWEST_EVENTS = 20_000;
/** With fewer runs, a figure tells more about the moment than about the hook. */
const MIN_RUNS = 20;

/** Tells whether the hooks were fast enough lately. Silent if the database is unreadable: see `integrity`. */
export const checkLatency = check<HomeProbe>("latency", ({ paths }, warn) => {
  const latencies = readIfPossible(paths.database, (store) => hookLatencies(store, NEWEST_EVENTS)) ?? [];
  const stats = hookStats(latencies, []);
  const measured = HOOKS.flatMap(({ name, p95Ms }) => {
    const { count = 0, p50_ms, p95_ms } = stats[name] ?? {};
    if (count < MIN_RUNS || p50_ms == null || p95_ms == null) return [];
    return [{ name, p50: round(p50_ms), p95: round(p95_ms), limit: p95Ms, isSlow: p95_ms > p95Ms }];
  });
  if (measured.length === 0) return `No hook has run ${MIN_RUNS} times yet`;
  for (const { name, p50, p95, limit } of measured.filter(({ isSlow }) => isSlow)) {
    const text = `${name} takes ${p50} ms, and 1 run in 20 over ${p95} ms; ${limit} ms is the limit`;
    warn(`${text}. A slow disk or a virus scanner may be why`, "mneme process");
  }
  const figures = measured.map(({ name, p50, p95 }) => `${name} ${p50}/${p95}`);
  return `Median and 95th percentile in ms: ${figures.join(", ")}`;
});

function round(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}

/** Returns `undefined` for an absent, damaged, locked or foreign database, as other checks report those. */
function readIfPossible<T>(database: string, read: (store: Store) => T): T | undefined {
  try {
    using store = openWithoutTrace(database);
    return read(store);
  } catch {
    return undefined;
  }
}

const LOOKED_BACK_MS = 86_400_000;

/** Reports the errors of the last 24 hours: their number and the newest one. */
export const checkLog = check<HomeProbe>("errors", ({ paths, now }, warn) => {
  const recent = readFailures(paths).filter(({ time }) => now.getTime() - time.getTime() <= LOOKED_BACK_MS);
  const newest = recent.at(-1);
  if (newest === undefined) return "No error in the last 24 hours";
  const [time, hook] = [localTime(newest.time.toISOString()), plainLine(newest.hook, 40)];
  const count = amount(recent.length, "error");
  const text = `${count} in the last 24 hours, the newest at ${time} in ${hook}`;
  warn(`${text}: ${plainLine(newest.message, 200)}`, `see ${paths.logFile}`);
});

/** Counts the candidates that wait for a person. They are no fault, but they expire. */
export const checkCandidates = check<HomeProbe>("candidates", ({ paths }) => {
  const waiting = readIfPossible(paths.database, countWaiting);
  if (waiting === undefined) return;
  if (waiting === 0) return "No candidate waits to be kept or dropped";
  const what = `${amount(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"}`;
  return `${what} to be kept or dropped: mneme memory list --candidates --all`;
});
