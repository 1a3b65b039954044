import { type HookName, HOOKS } from "../../base/hook_names.ts";
import { parseJson } from "../../base/json.ts";
import { textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import type { Latency } from "../../store/stats.ts";

/** The statistics of a hook. The keys must stay: `mneme stats --json` prints them. */
interface HookStats {
  /** The number of runs that opened the database. */
  readonly count: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** The number of log lines of level failure or error. */
  readonly errors: number;
}

export const HOOK_NAMES: readonly HookName[] = HOOKS.map(({ name }) => name);

/** Returns the statistics of all hooks, in the order of a session, also of those that never ran. */
export function hookStats(
  latencies: readonly Latency[],
  failures: readonly LogLine[],
): Record<string, HookStats> {
  return Object.fromEntries(HOOK_NAMES.map((name) => {
    const latency = latencies.find(({ event }) => event === `hook.${name.replaceAll("-", "_")}`);
    return [name, {
      count: latency?.count ?? 0,
      p50_ms: latency?.p50 ?? null,
      p95_ms: latency?.p95 ?? null,
      errors: failures.filter((line) => line.hook === name).length,
    }];
  }));
}

/** An entry of the log. */
interface LogLine {
  readonly time: Date;
  readonly level: string;
  /** The hook that wrote the entry; `mneme` for a command. */
  readonly hook: string;
  readonly message: string;
}

const FAILURE = /^(\S+) (failure|error) (\S+) \S+ (.*)$/gm;

/** Returns the entries of level failure and error in the current and the previous log, oldest first. */
export function readFailures(paths: Paths): LogLine[] {
  const text = [`${paths.logFile}.1`, paths.logFile].map((path) => textOf(path) ?? "").join("");
  return [...text.matchAll(FAILURE)].map(([, time = "", level = "", hook = "", message = ""]) => {
    return { time: new Date(time), level, hook, message: String(parseJson(message) ?? message) };
  }).filter(({ time }) => !Number.isNaN(time.getTime()));
}
