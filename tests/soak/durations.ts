import type { Played } from "./play.ts";

/** How long the runs of a hook took that were neither killed nor met the lock. */
export interface Durations {
  readonly hook: string;
  readonly runs: number;
  readonly p50: number;
  readonly p99: number;
  readonly isRight: boolean;
}

const MAX_RATIO = 3;
/** Where the program that does nothing is as uneven, it is the machine. */
const MACHINE = 1.5;
/** Fewer have no 99th percentile. */
const FEW = 100;

/** Each hook's, and first those of the program that does nothing. */
export function durationsOf({ events, emptyMs }: Played): Durations[] {
  const empty = durations("(empty program)", emptyMs, Infinity);
  const limit = Math.max(MAX_RATIO, MACHINE * (empty.p99 / empty.p50));
  const quiet = events.filter(({ end, wasLocked }) => end === "ended" && !wasLocked);
  const names = [...new Set(events.map(({ planned }) => planned.hook))].sort();
  return [
    empty,
    ...names.map((name) =>
      durations(name, quiet.filter(({ planned }) => planned.hook === name).map(({ ms }) => ms), limit)
    ),
  ];
}

function durations(hook: string, all: readonly number[], limit: number): Durations {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99] = [at(0.5), at(0.99)];
  return { hook, runs: all.length, p50, p99, isRight: all.length < FEW || p99 <= limit * p50 };
}
