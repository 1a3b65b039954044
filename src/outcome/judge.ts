// Decides how the test runs and builds of a shell call ended, for hooks and replay.
import { withoutTerminalCodes } from "../base/frame.ts";
import { readBuild, readTests, readTestsBy, SCRIPT, tellsFailure } from "./evidence.ts";
import { codeOf, goesOnFailed, isKilled, isLinted, isStopped, ownCodeOf } from "./exit_clues.ts";
import { countWork, findRuns, type Run } from "./find_runs.ts";
import { BUILD_FORMATS, type Evidence, matches, TEST_FORMATS, UNSTARTED } from "./formats.ts";
import { invocationsIn, type LineEnd } from "./invocations.ts";
import type { Outcome, OutcomeKind, OutcomeResult, RunEnd, ShellRun } from "./outcome.ts";
import { countStarters } from "./runners.ts";

/** Returns the outcome of a call's run, of several the one that `choose` returns; `undefined` without any. */
export function detectOutcome(given: ShellRun): Outcome | undefined {
  const runs = findRuns(given.command, given.matchers ?? []);
  if (runs.length === 0) return undefined;
  const saved = given.savedAt === undefined ? undefined : given.readSaved?.(given.savedAt);
  const output = viewOutput(saved || given.output);
  const call = { ...given, output, lacksEnd: saved === "" || given.lacksEnd };
  const outcomes = runs.map((run) => judge(run, call, runs.length === 1));
  const broken = runs.length > 1 ? brokenRun(outcomes, runs, call) : undefined;
  if (broken !== undefined) outcomes[broken] = { ...outcomes[broken]!, result: "fail" };
  const chosen = choose(outcomes, runs);
  // Equal runs, and those around `git stash`, count the same tests twice.
  const isTwice = new Set(runs.map(({ command }) => command)).size < runs.length ||
    runs.length > 1 && /\bgit stash\b/.test(call.command);
  return isTwice ? { ...chosen, passed: undefined, failed: undefined } : chosen;
}

/** Judges a run whose command is not known. Exit code 0 alone does not show success. */
function judgeOutput({ output, exitCode = 0 }: Pick<ShellRun, "output" | "exitCode">): RunEnd | undefined {
  const text = viewOutput(output);
  const evidence = readTestsBy(text, undefined, true);
  const isFailed = evidence.verdict === "fail" || exitCode !== 0;
  if (isKilled(exitCode) || evidence.verdict === "none") return undefined;
  if (evidence.verdict === undefined && (!isFailed || neverRan(exitCode, text))) return undefined;
  return { result: isFailed ? "fail" : "pass", ...details(evidence, isFailed) };
}

/** Judges a background run that ended; `undefined` if neither result is sure. */
export function judgeEnded(
  { command, ...end }: Pick<ShellRun, "output" | "exitCode" | "matchers"> & {
    readonly command: string | undefined;
  },
): RunEnd | undefined {
  if (command === undefined) return judgeOutput(end);
  // An empty output may be one that could not be read.
  const outcome = detectOutcome({ command, ...end, state: "ended", lacksEnd: end.output === "" });
  if (outcome === undefined || outcome.result === "unknown") return undefined;
  return { ...outcome, result: outcome.result };
}

/** The parts of a long output that are read. A failure may stand first, the summary last. */
const HEAD_UNITS = 8 * 1024;
const TAIL_UNITS = 32 * 1024;

/** Returns an output's ends without terminal codes. Each repainted line becomes a line. */
function viewOutput(output: string): string {
  const isLong = output.length > HEAD_UNITS + TAIL_UNITS;
  const ends = isLong ? `${output.slice(0, HEAD_UNITS)}\n…\n${output.slice(-TAIL_UNITS)}` : output;
  const text = withoutTerminalCodes(ends).replace(/\r\n?/g, "\n");
  return text.endsWith("\n") ? text : `${text}\n`; // the client removes the last line end
}

/** Judges a run by its summary in the output, else by its exit code. `isOnly`: the call has no other run. */
function judge(run: Run, call: ShellRun, isOnly: boolean): Outcome {
  const { kind, command, format = isOnly && countWork(call.command) === 1 ? SCRIPT : undefined } = run;
  if (call.state === "running" || run.clues.isBackground || run.idle) {
    return { kind, command, result: "unknown" };
  }
  const code = ownCodeOf(run.clues, call.exitCode, call.output);
  const isLone = isOnly && !REPEATING.test(call.command);
  const hasNoOtherStarter = () => isOnly && countStarters(call.command) === countStarters(command);
  const seen = kind === "tests"
    ? readTests(call.output, { ...run.clues, format, code, isLone, hasNoOtherStarter })
    : readBuild(call.output, format);
  // Older clients cut the end off, and a saved output may be gone. The beginning may sum up only a part of the run.
  const isBeginning = call.lacksEnd || call.output.endsWith(" lines truncated] ...\n");
  const isFailing = seen.verdict === "fail" && code !== 0;
  // The summary shows that no earlier command kept this run from starting, so the line's exit code is its own.
  const hasRun = run.clues.failureIsOwn === "earlier" && seen.verdict === "pass";
  const evidence: Evidence = isBeginning
    ? { verdict: isFailing ? "fail" : undefined, firstFailure: seen.firstFailure }
    : code === undefined && seen.failed === undefined && isLinted(run.clues, command, call.output)
    ? { verdict: undefined }
    : seen;
  const summedUpCode = code ?? (hasRun ? codeOf(run.clues, call.exitCode, call.output) : undefined);
  const result = call.state === "cut-off" || isKilled(code ?? call.exitCode)
    ? "unknown"
    : bySummary(run, evidence, summedUpCode) ??
      (isBeginning && code === undefined ? "unknown" : withoutSummary(run, code, call));
  const isCounted = kind === "tests" && result !== "unknown"; // an output without its end may lack counts
  const counted = isCounted ? evidence : { ...evidence, passed: undefined, failed: undefined };
  return { kind, command, result, ...details(counted, result === "fail") };
}

const REPEATING = // matches a line that may run a command several times
  /\b(?:for|while|until|xargs|parallel|find|function|recursive|workspaces|foreach|lerna|repeat|watch|entr)\b|\s-r\b|\(\)/;

function details({ passed, failed, firstFailure }: Evidence, isFailed: boolean) {
  return { passed, failed, firstFailure: isFailed ? firstFailure : undefined };
}

/** Returns the result by what the runner printed; `undefined` if that says nothing. */
function bySummary(run: Run, evidence: Evidence, code: number | undefined): OutcomeResult | undefined {
  const isUnstarted = evidence.passed === undefined && neverRan(undefined, evidence.firstFailure ?? "");
  if (evidence.verdict === "none" || isUnstarted) return "unknown";
  if (evidence.verdict === "pass") return code === 0 || code === undefined ? "pass" : "fail";
  if (evidence.verdict === undefined) return undefined;
  // Without counts, a failure outweighs code 0 only with make or an unknown runner: else a passing test has printed it.
  const mayHideCode = evidence.passed === undefined && (run.format ?? "make") === "make";
  const outweighsCode = run.kind === "tests" && ((evidence.failed ?? 0) > 0 || mayHideCode);
  return code === 0 && !outweighsCode ? "pass" : "fail";
}

const QUIET = /\s-(?:[qQs]|-?quiet|-silent|r silent|-reporter[ =]silent)(?=\s|$)/;
const MAKE = /^(?:\S+ )*g?make(?: |$)/;

/**
 * Returns the result by the exit code, but unknown if a runner that always reports its tests is silent. Without a code,
 * silence may show that a build passed, and so may the end of make's output without an error.
 */
function withoutSummary(
  { clues, format, kind, command }: Run,
  code: number | undefined,
  { output, command: line, exitCode, lacksEnd }: ShellRun,
): OutcomeResult {
  const isSilent = output.trim() === "" && clues.isOutputSeen && !lacksEnd;
  const silent = [...TEST_FORMATS, ...BUILD_FORMATS].find((one) => one.name === format && one.silent)?.silent;
  const mayBeSilent = silent === "quiet" ? QUIET.test(command) : silent === kind;
  if (code !== 0 && (neverRan(code, output) || isStopped(clues, output))) return "unknown";
  if (code === 0) {
    const reports = kind === "tests" && !mayBeSilent && TEST_FORMATS.some(({ name }) => name === format);
    return isSilent && reports ? "unknown" : "pass";
  }
  if (code !== undefined) return "fail";
  if (format !== "tsc" && /2>>?\s*(?:\/dev\/|\$)null/.test(line)) return "unknown"; // the errors went there, but tsc prints to stdout
  const isPassed = isSilent
    ? kind === "builds" && mayBeSilent
    : format === "make" && MAKE.test(command) && exitCode === 0 && clues.isEndSeen;
  return isPassed ? "pass" : "unknown";
}

function neverRan(code: number | undefined, text: string): boolean {
  return code === 126 || code === 127 || UNSTARTED.some(({ none }) => matches(text, none)) ||
    [...UNSTARTED, ...BUILD_FORMATS].some(({ calledOff }) => matches(text, calledOff));
}

/**
 * Tells whether a call failed by itself, not killed or out of time. With `| tail`, the output tells if no run started.
 * A list with a run may print its exit code: `npm test && git push; echo $?`.
 */
export function hasFailedWhole({ command, outcome, exitCode, state, isError, output }: LineEnd): boolean {
  if (state !== "ended" || isKilled(exitCode)) return false;
  if (isError || outcome === null) return isError;
  const hasPrintedFailure = () =>
    findRuns(command, []).some(({ clues }) => {
      const code = clues.statusText === undefined ? 0 : codeOf(clues, exitCode, output) ?? 0;
      return code !== 0 && !isKilled(code);
    });
  return outcome.endsWith(":fail") ||
    (outcome.endsWith(":unknown") && neverRan(exitCode, viewOutput(output))) ||
    hasPrintedFailure();
}

/** Tells whether a call failed, or psql in it, after whose error a call goes on and returns 0. */
export function hasFailed(end: LineEnd): boolean {
  const { state, outcome, command, output } = end;
  return hasFailedWhole(end) || (state === "ended" && outcome === null && goesOnFailed(command, output));
}

/** Tells whether a call may have failed, even if it is unknown which of its commands did: `npm run lint | tail`. */
export function mayHaveFailed(end: LineEnd): boolean {
  const isOpen = () => invocationsIn(end, "").some(({ passed }) => passed === undefined);
  return hasFailed(end) || (end.state === "ended" && tellsFailure(end.output) && isOpen());
}

/**
 * Returns the index of the run to blame if a line of nothing but runs failed, by its exit code or the one that it
 * prints, but no run was judged so: the only one that did not pass, or the last if all passed.
 */
function brokenRun(outcomes: readonly Outcome[], runs: readonly Run[], call: ShellRun): number | undefined {
  const [{ clues }] = runs as [Run];
  const isOneList = runs.every((run) => run.clues.statusText === clues.statusText);
  const exitCode = isOneList ? codeOf(clues, call.exitCode, call.output) ?? 0 : 0;
  const isBroken = exitCode !== 0 && !isKilled(exitCode) && !neverRan(exitCode, call.output) &&
    call.state === "ended" &&
    outcomes.every(({ result }) => result !== "fail") &&
    runs.every(({ clues, idle }) => !idle && !clues.isBackground && clues.failureIsOwn !== "no") &&
    countWork(call.command) === runs.length;
  const open = outcomes.flatMap(({ result }, i) => result === "pass" ? [] : [i]);
  return !isBroken || open.length > 1 ? undefined : open[0] ?? outcomes.length - 1;
}

/** Chooses a failed outcome, else an unknown one, else the last. Mostly prefers tests, and runs that end. */
function choose(all: readonly Outcome[], runs: readonly Run[]): Outcome {
  const failed = (of: OutcomeKind) => all.find(({ kind, result }) => kind === of && result === "fail");
  const [tests, build] = [failed("tests"), failed("builds")];
  // Tests without a counted failure failed because the build did.
  if (build !== undefined && !tests?.failed) return build;
  if (tests !== undefined) return tests;
  const chosen = all.filter(({ kind }) => kind === "tests");
  const rest = chosen.length > 0 ? chosen : all;
  const live = rest.filter((one) => !runs[all.indexOf(one)]!.idle);
  const candidates = live.length > 0 ? live : rest;
  return candidates.find(({ result }) => result === "unknown") ?? candidates.at(-1)!;
}

/** Removes a `firstFailure` with private parts or secrets: an output that was read from a file was not cleaned. */
export function withoutPrivateName<T extends Pick<Outcome, "firstFailure">>(
  outcome: T,
  needsCleaning: (text: string) => boolean,
): T {
  return needsCleaning(outcome.firstFailure ?? "") ? { ...outcome, firstFailure: undefined } : outcome;
}
