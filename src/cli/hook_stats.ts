import { HOOK_REGISTRATIONS, type HookName } from "../core/hook_names.ts";
import type { Latency } from "../store/stats.ts";
import type { LogLine } from "./hook_log.ts";

/** The keys are a contract: `mneme stats --json` prints them. */
export interface HookStats {
  /** Runs that opened the store. */
  readonly count: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** Lines of level failure and error in the log. */
  readonly errors: number;
}

export const HOOK_NAMES: readonly HookName[] = [
  ...new Set(HOOK_REGISTRATIONS.map(({ executable }) => executable)),
];

/** `hook.post_tool_use` is of `post-tool-use`. */
function hookOfEvent(event: string): string {
  return event.slice("hook.".length).replaceAll("_", "-");
}

/** A row for every hook, in the order of a session's life, whether it has run or not. */
export function hookStats(
  latencies: readonly Latency[],
  failures: readonly LogLine[],
): Record<string, HookStats> {
  const byName = new Map<string, Latency>(latencies.map((latency) => [hookOfEvent(latency.event), latency]));
  return Object.fromEntries(HOOK_NAMES.map((name) => {
    const latency = byName.get(name);
    return [name, {
      count: latency?.count ?? 0,
      p50_ms: latency?.p50 ?? null,
      p95_ms: latency?.p95 ?? null,
      errors: failures.filter((line) => line.hook === name).length,
    }];
  }));
}
