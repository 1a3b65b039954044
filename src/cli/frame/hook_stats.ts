// Counts runs, times and failures of hooks, for `mneme stats`, `mneme doctor` and the page.
import { type HookName, HOOKS } from "../../base/hook_names.ts";
import { parseJson } from "../../base/json.ts";
import { DAY_MS } from "../../base/time.ts";
import { textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import type { Latency } from "../../store/stats.ts";

export const HOOK_NAMES: readonly HookName[] = HOOKS.map(({ name }) => name);

/** Returns a row for each hook, also for those that never ran; `mneme stats --json` prints it. */
export function hookStats(latencies: readonly Latency[], failures: ReturnType<typeof readFailures>) {
  return Object.fromEntries(HOOK_NAMES.map((name) => {
    const latency = latencies.find(({ event }) => event === `hook.${name.replaceAll("-", "_")}`);
    return [name, {
      /** The runs that recorded an event; those whose record waits in the spool count once it is drained. */
      count: latency?.count ?? 0,
      p50_ms: latency?.p50 ?? null,
      p95_ms: latency?.p95 ?? null,
      errors: failures.filter((line) => line.hook === name).length,
    }];
  }));
}

/** Returns the log's entries of level failure and error of the last 24 hours, oldest first. */
export function recentFailures(paths: Paths, now: Date) {
  return readFailures(paths).filter(({ time }) => now.getTime() - time.getTime() <= DAY_MS);
}

const FAILURE = /^(\S+) (?:failure|error) (\S+) \S+ (.*)$/gm; // time, level, hook, session or -, message

/** Returns the log's entries of level failure and error, oldest first; `hook` is `mneme` for a command. */
export function readFailures(paths: Paths) {
  const text = [`${paths.logFile}.1`, paths.logFile].map((path) => textOf(path) ?? "").join("");
  return [...text.matchAll(FAILURE)].map(([, time = "", hook = "", message = ""]) => {
    return { time: new Date(time), hook, message: String(parseJson(message) ?? message) };
  }).filter(({ time }) => !Number.isNaN(time.getTime()));
}
