import { readBuildEvidence, readTestEvidence } from "./evidence.ts";
import type { Run } from "./find_runs.ts";
import type { Formats } from "./formats/formats.ts";
import { judgeRun } from "./judge_run.ts";
import type { Outcome, ShellRun } from "./outcome.ts";

/** An output as `viewOutput` gives it, and what knows its summaries. */
export interface SeenOutput {
  readonly text: string;
  readonly formats: Formats;
}

/** What the runs of a shell call, one or more, came to. */
export function judgeRuns(runs: readonly Run[], call: ShellRun, output: SeenOutput): Outcome {
  return choose(runs.map((run) => judgeOne(run, call, output)), runs);
}

function judgeOne(run: Run, call: ShellRun, { text, formats }: SeenOutput): Outcome {
  const read = () =>
    run.kind === "tests" ? readTestEvidence(text, run.format, formats) : readBuildEvidence(text, formats);
  return judgeRun(run, call, { text, read });
}

/** The failed one; tests before builds; of the rest the one that is known least. */
function choose(all: readonly Outcome[], runs: readonly Run[]): Outcome {
  const failed = all.filter(({ result }) => result === "fail");
  const tests = failed.find(({ kind }) => kind === "tests");
  const build = failed.find(({ kind }) => kind === "builds");
  // A run of tests that counted none has broken where the build did.
  if (tests !== undefined && build !== undefined && tests.failed === undefined) return build;
  if (failed.length > 0) return tests ?? build!;
  const chosen = all.filter(({ kind }) => kind === "tests");
  const rest = chosen.length > 0 ? chosen : all;
  const live = rest.filter((_, i) => !runs[all.indexOf(rest[i]!)]!.isIdle);
  const candidates = live.length > 0 ? live : rest;
  return candidates.find(({ result }) => result === "unknown") ?? candidates.at(-1)!;
}
