import type { Run } from "../find_runs.ts";
import { FAILURE_PARTS, holdsAny, summaryAtEnd } from "./usual_end.ts";

/** What makes a summary one of another kind than below, or the run one that failed beside it. */
const OTHER_PARTS = [...FAILURE_PARTS, "!!", "✕", "threshold"];

/** For each format: what stands once in an output with one summary, and the line of one that only passed. */
const PASSES: Readonly<Record<string, readonly [once: string, line: RegExp]>> = {
  pytest: ["passed", /^(?:=+ )?([1-9]\d*) passed(?:, \d+ (?:skipped|deselected|warnings?))* in \d[\d.]*s/],
  vitest: ["Tests ", /^ *Tests +([1-9]\d*) passed(?: \| \d+ (?:skipped|todo))* \(\d+\)$/],
  jest: ["Tests:", /^Tests: +(?:\d+ (?:skipped|todo), )*([1-9]\d*) passed, \d+ total$/],
  mocha: [" passing", /^ *([1-9]\d*) passing \(/],
};

/**
 * How many tests of a usual run passed, where its one summary says that they did and nothing hints at a failure;
 * `undefined` where `readUsualSummary` has to look. Only the line of the summary is read closely.
 */
export function readUsualPass({ format }: Run, text: string): number | undefined {
  const name = summaryAtEnd(text) ?? "";
  const [once, line] = PASSES[name] ?? [];
  if (line === undefined || once === undefined || (format !== undefined && format !== name)) return undefined;
  const at = text.lastIndexOf(once);
  if (at < 0 || text.indexOf(once) !== at || holdsAny(text, OTHER_PARTS)) return undefined;
  const found = line.exec(text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at)));
  return found === null ? undefined : Number(found[1]);
}
