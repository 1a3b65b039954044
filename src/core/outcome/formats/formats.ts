import type { Format } from "./format.ts";
import type { Family } from "./signs.ts";

/** The formats at hand. */
export interface Formats {
  /** Of runners of tests, in the order in which they are asked. */
  readonly tests: readonly Format[];
  /** Of compilers, bundlers and the programs that start other programs. */
  readonly builds: readonly Format[];
}

/** In their order, whichever there are. */
export function formatsOf(families: Readonly<Partial<Record<Family, readonly Format[]>>>): Formats {
  const { python = [], javascript = [], systems = [], managed = [], others = [], builds = [] } = families;
  return { tests: [...python, ...javascript, ...systems, ...others, ...managed], builds };
}
