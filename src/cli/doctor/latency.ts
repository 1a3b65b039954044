import type { HookName } from "../../core/hook_names.ts";
import { hookLatencies } from "../../store/stats.ts";
import { HOOK_NAMES, hookStats } from "../hook_stats.ts";
import { openWithoutTrace } from "./database_state.ts";
import { type Finding, ok, warn } from "./finding.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "latency";
/** What the hooks did lately, not a year ago on another machine. */
const NEWEST_EVENTS = 20_000;
/** Too few runs say more about the moment than about the hook. */
const MIN_RUNS = 20;

/** What 19 of 20 runs of a hook have to stay under, in ms. Stop may ask a model and has its own deadline. */
const P95_TARGET_MS: Readonly<Record<HookName, number>> = {
  "session-start": 500,
  "user-prompt-submit": 200,
  "pre-tool-use": 50,
  "post-tool-use": 100,
  "subagent-start": 200,
  "subagent-stop": 200,
  "stop": 25_000,
  "pre-compact": 100,
  "session-end": 500,
};

/** Whether the hooks were fast enough lately. Says nothing where the database cannot be read: another check does. */
export function checkLatency({ paths }: HomeProbe): Finding[] {
  const stats = hookStats(newestLatencies(paths.database), []);
  const measured = HOOK_NAMES.flatMap((name) => {
    const { count, p50_ms, p95_ms } = stats[name] ?? {};
    if (count === undefined || count < MIN_RUNS || p50_ms == null || p95_ms == null) return [];
    return [{ name, p50_ms, p95_ms, isSlow: p95_ms > P95_TARGET_MS[name] }];
  });
  if (measured.length === 0) return [ok(CHECK, `No hook has run ${MIN_RUNS} times yet`)];
  const slow = measured.filter(({ isSlow }) => isSlow);
  if (slow.length === 0) {
    const figures = measured.map(({ name, p50_ms, p95_ms }) => `${name} ${round(p50_ms)}/${round(p95_ms)}`);
    return [ok(CHECK, `Median and 95th percentile in ms: ${figures.join(", ")}`)];
  }
  return slow.map(({ name, p50_ms, p95_ms }) => {
    const text = `${name} takes ${round(p50_ms)} ms, and 1 run in 20 over ${round(p95_ms)} ms; ` +
      `${P95_TARGET_MS[name]} ms is the limit`;
    return warn(CHECK, text, {
      fix: "mneme process; if it stays so, look for a slow disk or a virus scanner",
    });
  });
}

function newestLatencies(database: string) {
  try {
    using store = openWithoutTrace(database);
    return hookLatencies(store, NEWEST_EVENTS);
  } catch {
    return []; // absent, damaged or locked, which the other checks say better
  }
}

function round(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}
