import { readTestEvidence } from "./evidence.ts";
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

/**
 * What an output says of a run of tests. A failure that stands in front of a lone run's own summary is one that its
 * tests print; of a run that hands on to others, only where its exit code denies the failure, too.
 */
export function readTestsOf(
  { format }: Run,
  code: number | undefined,
  { text, formats, isLone }: { readonly text: string; readonly formats: Formats; readonly isLone: boolean },
): Evidence {
  const own = readTestEvidence(text, format, formats);
  // Another's summary says more than nothing, as of a reporter of its own.
  const found = own.verdict === undefined && code === undefined
    ? readTestEvidence(text, undefined, formats)
    : own;
  if (found.verdict !== "fail" || !isLone) return found;
  const known = formats.tests.filter(({ name }) => name === format);
  for (const each of known.length === 0 && code === 0 ? formats.tests : known) {
    const behind = behindQuoted(text, each, found.failed);
    const last = behind === text ? found : readTestEvidence(behind, format, formats);
    if (last !== found && (known.length > 0 || last.verdict === "pass")) return last;
  }
  return found;
}
