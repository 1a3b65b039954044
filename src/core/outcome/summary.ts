import type { Format } from "./formats/format.ts";
import { type Counts, readCounts } from "./read_counts.ts";

/** What the output says. */
export interface Evidence extends Counts {
  /** `none`: a runner says that it ran no test, or not all; `undefined`: nothing was found. */
  readonly verdict: "pass" | "fail" | "none" | undefined;
  /** Whether a test runner's own summary said it, rather than a compiler or `make`. */
  readonly isSummary: boolean;
  readonly firstFailure: string | undefined;
  /** `failUncounted` tells of a failure: the only one where the verdict is that, else one that a sum denies. */
  readonly hasUncounted?: boolean;
}

const MAX_NAME_UNITS = 200;
/** The most that a tool says at its end of how to go on. */
const LAST_LINES = 9;

/** What the summaries of one format say; `undefined` where there is none. */
export function readSummary(text: string, format: Format): Evidence | undefined {
  const counts = readCounts(text, format);
  const known = verdictOf(text, format, counts);
  const hasUncounted = (known === undefined || known === "pass") && format.failUncounted?.test(text) === true;
  const verdict = known ?? (hasUncounted ? "fail" : undefined);
  if (verdict === undefined) return undefined;
  const firstFailure = verdict === "fail" ? firstFailureOf(text, format) : undefined;
  return { ...counts, verdict, isSummary: true, firstFailure, ...(hasUncounted ? { hasUncounted } : {}) };
}

/**
 * The part of a failed run's output that is not what its tests printed, as far as the format tells them apart: what
 * stands behind all summaries but the last where a run sums up once.
 */
export function behindQuoted(text: string, format: Format | undefined, failed: number | undefined): string {
  if (format?.counts === undefined || !(format.isSummedOnce || format.isFailureLast)) return text;
  const summaries = [...text.matchAll(format.counts)];
  if (format.isFailureLast) return failed === 0 ? text.slice(summaries.at(-1)?.index ?? 0) : text;
  const before = summaries.at(-2);
  return before === undefined ? text : text.slice(before.index + before[0].length);
}

function verdictOf(text: string, format: Format, { passed, failed }: Counts): Evidence["verdict"] {
  if ((failed ?? 0) > 0 || (format.isNonePartial && format.fail?.test(text))) return "fail";
  if (format.interruption !== undefined && text.includes(format.interruption)) return "none";
  if ((passed ?? 0) === 0 && format.none?.test(text) && !passes(text, format)) return "none";
  if (format.fail?.test(text)) return "fail";
  if (passed !== undefined) return passed > 0 ? "pass" : "none";
  return passes(text, format) ? "pass" : undefined;
}

function passes(text: string, { pass, passLast }: Format): boolean {
  return (pass?.test(text) ?? false) || (passLast !== undefined && isLast(text, passLast));
}

/** Whether a pattern, which may have some lines to it, is found where nothing but blank lines follows. */
function isLast(text: string, pattern: RegExp): boolean {
  const end = text.split("\n").filter((line) => line.trim() !== "").slice(-LAST_LINES).join("\n");
  return [...end.matchAll(pattern)].some(({ index, 0: found }) => !end.includes("\n", index + found.length));
}

function firstFailureOf(text: string, format: Format): string | undefined {
  for (const pattern of format.first ?? []) {
    const name = pattern.exec(text)?.[1]?.replace(/\s+/g, " ").replace(/:? *$/, "").trim();
    if (name) return name.slice(0, MAX_NAME_UNITS);
  }
  return undefined;
}
