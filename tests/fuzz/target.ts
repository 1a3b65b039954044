import type * as fc from "fast-check";

/** One thing that is fed with what nobody would send. */
export interface FuzzTarget {
  readonly name: string;
  /** The longest that one case may take, far beyond what it needs. */
  readonly limitMs: number;
  /** Cases are plain JSON, so that one that broke something can be kept as a file. */
  readonly cases: fc.Arbitrary<unknown>;
  /** Throws, or rejects, when a promise is broken. */
  check(input: unknown): void | Promise<void>;
}

interface TargetDefinition<C> {
  readonly name: string;
  readonly limitMs?: number;
  readonly cases: fc.Arbitrary<C>;
  check(input: C): void | Promise<void>;
}

const LIMIT_MS = 3000;

/** Makes a target whose check knows the type of its own cases. */
export function defineTarget<C>(definition: TargetDefinition<C>): FuzzTarget {
  return {
    name: definition.name,
    limitMs: definition.limitMs ?? LIMIT_MS,
    cases: definition.cases,
    check: (input) => definition.check(input as C),
  };
}

/** Runs the check and takes its time; the error says how long, where that is the fault. */
export async function checkInTime(target: FuzzTarget, input: unknown): Promise<void> {
  const start = performance.now();
  await target.check(input);
  const ms = Math.round(performance.now() - start);
  if (ms > target.limitMs) throw new Error(`takes ${ms} ms, at most ${target.limitMs} are allowed`);
}
