import { readStarterFailure, readTestEvidence } from "./evidence.ts";
import type { Run } from "./find_runs.ts";
import type { Formats } from "./formats/formats.ts";
import { behindQuoted, type Evidence } from "./summary.ts";

/** What runs others, or one again and again. */
const REPEATING =
  /\b(?:for|while|until|xargs|parallel|find|function|recursive|workspaces|foreach|lerna|repeat|watch|entr)\b|\s-r\b|\(\)/;

/** Whether a line holds one run that runs once. */
export function isLone(runs: readonly Run[], line: string): boolean {
  return runs.length === 1 && !REPEATING.test(line);
}

/** What starts the commands that a project names, and says itself at the end that they failed. */
const STARTERS =
  /(?:^|[\s/(;&|'"])(?:g?make|just|task|rake|ninja|npm|pnpm|yarn|bun|composer|turbo|nx|lerna)(?= |$)/gm;

/** Whether what a starter says of a failure in the line's output is said of this run. */
export function isOnlyStarted(runs: readonly Run[], line: string): boolean {
  return isLone(runs, line) && countStarters(line) === 1 && countStarters(runs[0]!.command) === 1;
}

function countStarters(line: string): number {
  return line.match(STARTERS)?.length ?? 0;
}

/** What is seen of the output of a run of tests, and how it stands in its line. */
export interface TestOutput {
  readonly text: string;
  readonly formats: Formats;
  readonly isLone: boolean;
  readonly isOnlyStarted: boolean;
}

/**
 * What an output says of a run of tests. A failure that stands in front of a lone run's own summary is one that its
 * tests print; of a run that hands on to others, only where its exit code denies the failure, too.
 */
export function readTestsOf(
  { format }: Run,
  code: number | undefined,
  { text, formats, isLone, isOnlyStarted }: TestOutput,
): Evidence {
  const own = readTestEvidence(text, format, formats);
  // Another's summary says more than nothing, as of a reporter of its own.
  const found = own.verdict === undefined && code === undefined
    ? readTestEvidence(text, undefined, formats)
    : own;
  // The failed line may be of one run, and the sum of another.
  if (found.verdict === "pass" && found.hasUncounted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && isOnlyStarted) {
    return withFailure(found, readStarterFailure(text, formats));
  }
  if (found.verdict !== "fail" || !isLone) return found;
  const known = formats.tests.filter(({ name }) => name === format);
  for (const each of known.length === 0 && code === 0 ? formats.tests : known) {
    const behind = behindQuoted(text, each, found.failed);
    const last = behind === text ? found : readTestEvidence(behind, format, formats);
    if (last !== found && (known.length > 0 || last.verdict === "pass")) return last;
  }
  return found;
}

/** Tests that passed are not all that a project may test: a check of types, a threshold. */
function withFailure({ passed, failed, ...found }: Evidence, failure: Evidence | undefined): Evidence {
  return failure === undefined ? { passed, failed, ...found } : { ...failure, passed, failed };
}
