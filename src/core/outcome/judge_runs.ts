import { parseShell } from "../shell_split.ts";
import { readBuildEvidence } from "./evidence.ts";
import { isTrivial } from "./fate.ts";
import type { Run } from "./find_runs.ts";
import type { Formats } from "./formats/formats.ts";
import { codeOf, isKilled, outcomeOf, summedUp } from "./judge_run.ts";
import { isLone, isOnlyStarted, readTestsOf, type TestOutput } from "./own_tests.ts";
import type { Outcome, OutcomeResult, ShellRun } from "./outcome.ts";
import type { Evidence } from "./summary.ts";
import { lacksEnd } from "./view.ts";

/** An output as `viewOutput` gives it, and what knows its summaries. */
export interface SeenOutput {
  readonly text: string;
  readonly formats: Formats;
}

/** What the runs of a shell call, one or more, came to. */
export function judgeRuns(runs: readonly Run[], call: ShellRun, output: SeenOutput): Outcome {
  const seen = {
    ...output,
    isLone: isLone(runs, call.command),
    isOnlyStarted: isOnlyStarted(runs, call.command),
  };
  const outcomes = runs.map((run) => judgeOne(run, call, seen));
  const broken = outcomes.length > 1 ? brokenOne(outcomes, runs, call) : undefined;
  return choose(broken === undefined ? outcomes : outcomes.with(broken, failedOne(outcomes[broken]!)), runs);
}

function failedOne(outcome: Outcome): Outcome {
  return { ...outcome, result: "fail" };
}

/**
 * Of a chain of nothing but runs that failed although none of them says so, the one that did: the only one that did
 * not say that it passed, or the last.
 */
function brokenOne(outcomes: readonly Outcome[], runs: readonly Run[], call: ShellRun): number | undefined {
  const { exitCode = 0, state } = call;
  const isBroken = exitCode !== 0 && !isKilled(exitCode) && exitCode !== 126 && exitCode !== 127 &&
    state === "ended" &&
    outcomes.every(({ result }) => result !== "fail") &&
    runs.every(({ fate, isIdle }) => !isIdle && !fate.isBackground && fate.failureTells !== "no") &&
    parseShell(call.command).filter((part) => !isTrivial(part)).length === runs.length;
  if (!isBroken) return undefined;
  const open = outcomes.flatMap(({ result }, i) => result === "pass" ? [] : [i]);
  return open.length > 1 ? undefined : open[0] ?? outcomes.length - 1;
}

function judgeOne(run: Run, call: ShellRun, output: TestOutput): Outcome {
  if (call.state === "running" || run.fate.isBackground || run.isIdle) {
    return { kind: run.kind, command: run.command, result: "unknown" };
  }
  const { text, formats } = output;
  const code = ownCodeOf(run, call, text);
  const seen = run.kind === "tests" ? readTestsOf(run, code, output) : readBuildEvidence(text, formats);
  const isBeginning = call.lacksEnd || lacksEnd(call.output);
  const evidence = isBeginning ? ofBeginning(seen, code) : seen;
  const result = call.state === "cut-off" || isKilled(code ?? call.exitCode)
    ? "unknown"
    : summedUp(run, evidence, code) ??
      (isBeginning && code === undefined ? "unknown" : withoutSummary(run, code, { ...call, output: text }));
  return outcomeOf(run, result, evidence);
}

/** What the beginning of an output tells: a part that failed fails the run; that one passed, and counts, say nothing. */
function ofBeginning({ verdict, isSummary, firstFailure }: Evidence, code: number | undefined): Evidence {
  const hasFailed = verdict === "fail" && code !== 0;
  return {
    verdict: hasFailed ? verdict : undefined,
    isSummary,
    firstFailure,
    passed: undefined,
    failed: undefined,
  };
}

/** The run's own exit code, as far as the line lets it be known. */
function ownCodeOf(run: Run, { exitCode }: ShellRun, text: string): number | undefined {
  const { statusText, failureText, successText } = run.fate;
  if (statusText !== undefined) return printedCode(text, statusText);
  const told = failureText === undefined ? undefined : toldCode(text, failureText, successText);
  if (told !== undefined) return told;
  if (failureText !== undefined && exitCode === 0) {
    return saysLine(text, failureText) ? 1 : successText === undefined ? 0 : undefined;
  }
  const code = codeOf(run, exitCode);
  return code === undefined && successText !== undefined && text.split("\n").includes(successText) ? 0 : code;
}

/** The number behind the last line's text that `echo` put before it. */
function printedCode(text: string, before: string): number | undefined {
  const start = before.trim();
  for (const line of text.trimEnd().split("\n").slice(-20).reverse()) {
    const at = start === "" ? 0 : line.lastIndexOf(start);
    const pattern = start === "" ? /^\s*(\d{1,3})\s*$/ : /^\s*(\d{1,3})(?!\d)/;
    const digits = at < 0 ? null : pattern.exec(line.slice(at + start.length));
    if (digits !== null) return Number(digits[1]);
  }
  return undefined;
}

/** By the last line that is what the shell line prints for a failure, or for a success. */
function toldCode(text: string, failure: string, success: string | undefined): number | undefined {
  const told = [failure, success].map((one) => one?.replace(/^.*(?:\\n|\n)(?=[^\n])/s, "").trim());
  const last = text.trimEnd().split("\n").slice(-20).findLast((line) => told.includes(line.trim()));
  return last === undefined ? undefined : last.trim() === told[0] ? 1 : 0;
}

function saysLine(text: string, wanted: string): boolean {
  return wanted.trim() !== "" && text.includes(wanted.trim());
}

/** A compiler that has nothing to say has nothing against it. */
const SILENT = new Set(["tsc", "gobuild", "cc"]);

/** The last line of one that failed says so. */
const MAKE = /^(?:\S+ )*g?make(?: |$)/;

/** Where no summary was found. */
function withoutSummary(
  { fate, format, kind, command }: Run,
  code: number | undefined,
  { output: text, command: line, exitCode }: ShellRun,
): OutcomeResult {
  if (code === 0) return "pass";
  if (code !== undefined) return neverRan(code, text) ? "unknown" : "fail";
  if (
    exitCode === 0 && fate.isEndSeen && format === "make" && MAKE.test(command) && text.trim() !== "" &&
    !line.includes("2>/dev/null")
  ) {
    return "pass";
  }
  const isSilent = kind === "builds" && format !== undefined && SILENT.has(format);
  return isSilent && fate.isSeen && text.trim() === "" ? "pass" : "unknown";
}

/** The shell or a starter found nothing to run. */
function neverRan(code: number, text: string): boolean {
  return code === 126 || code === 127 ||
    /(?:^|\n)(?:\S+: )?(?:line \d+: )?cd: [^\n]*(?:No such file|Not a directory)/.test(text) ||
    /(?:^|\n)\S*python\S*: (?:No module named|can't open file)|^sh: (?:1: |line \d+: )?\S+: (?:command )?not found/m
      .test(text) ||
    /(?:^|\n)(?:npm (?:ERR!|error) (?:code ENOENT|enoent)|Cannot connect to the Docker daemon|service "[^"\n]*" is not running|Error response from daemon|Error: No such container|Command not found: |error: Failed to spawn: )/
      .test(text);
}

/** The failed one; tests before builds; of the rest the one that is known least. */
function choose(all: readonly Outcome[], runs: readonly Run[]): Outcome {
  const failed = all.filter(({ result }) => result === "fail");
  const tests = failed.find(({ kind }) => kind === "tests");
  const build = failed.find(({ kind }) => kind === "builds");
  // A run of tests that counted none as failed has broken where the build did.
  if (tests !== undefined && build !== undefined && !tests.failed) return build;
  if (failed.length > 0) return tests ?? build!;
  const chosen = all.filter(({ kind }) => kind === "tests");
  const rest = chosen.length > 0 ? chosen : all;
  const live = rest.filter((_, i) => !runs[all.indexOf(rest[i]!)]!.isIdle);
  const candidates = live.length > 0 ? live : rest;
  return candidates.find(({ result }) => result === "unknown") ?? candidates.at(-1)!;
}
