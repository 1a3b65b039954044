import type { Evidence } from "./summary.ts";
import type { Run } from "./find_runs.ts";
import type { Outcome, OutcomeResult, ShellRun } from "./outcome.ts";

/** An output as `viewOutput` gives it, and what reads in it; not asked for a run that is not over. */
export interface ReadOutput {
  readonly text: string;
  readonly read: () => Evidence;
}

/** What a run of a shell call came to. */
export function judgeRun(run: Run, call: ShellRun, { text, read }: ReadOutput): Outcome {
  const { kind, command } = run;
  if (call.state === "running" || run.fate.isBackground || run.isIdle) {
    return { kind, command, result: "unknown" };
  }
  const evidence = read();
  const code = codeOf(run, call, text);
  const result = call.state === "cut-off" || isKilled(code ?? call.exitCode)
    ? "unknown"
    : resultOf(run, evidence, { code, text });
  return {
    kind,
    command,
    result,
    ...(kind === "tests" && evidence.passed !== undefined ? { passed: evidence.passed } : {}),
    ...(kind === "tests" && evidence.failed !== undefined ? { failed: evidence.failed } : {}),
    ...(result === "fail" && evidence.firstFailure !== undefined
      ? { firstFailure: evidence.firstFailure }
      : {}),
  };
}

/** The run's own exit code, as far as the line lets it be known. */
function codeOf({ fate }: Run, { exitCode }: ShellRun, text: string): number | undefined {
  if (fate.statusText !== undefined) return printedCode(text, fate.statusText);
  if (fate.failureText !== undefined && exitCode === 0) return saysLine(text, fate.failureText) ? 1 : 0;
  if (exitCode === 0) return fate.zeroTells ? 0 : undefined;
  return fate.failureTells === "surely" ? exitCode : undefined;
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

function saysLine(text: string, wanted: string): boolean {
  return wanted.trim() !== "" && text.includes(wanted.trim());
}

/** Out of time, interrupted, killed: by `timeout` or by a signal. */
function isKilled(code: number | undefined): boolean {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

function resultOf(
  run: Run,
  evidence: Evidence,
  end: { code: number | undefined; text: string },
): OutcomeResult {
  const { code } = end;
  if (evidence.verdict === "fail") return code === 0 && !outweighs(run, evidence) ? "pass" : "fail";
  if (evidence.verdict === "none") return "unknown";
  if (code === 0) return "pass";
  if (code === undefined) return withoutCode(run, evidence, end.text);
  if (evidence.verdict === undefined && neverRan(code, end.text)) return "unknown";
  return "fail";
}

/** Whether a failure in the output counts more than the exit code 0: a count does, or all there is to go by. */
function outweighs({ kind, format }: Run, { passed, failed, isSummary }: Evidence): boolean {
  if (kind === "builds") return false;
  if ((failed ?? 0) > 0) return true;
  return isSummary && passed === undefined && (format === undefined || format === "make");
}

/** A compiler that has nothing to say has nothing against it. */
const SILENT = new Set(["tsc", "gobuild", "cc"]);

function withoutCode({ fate, format, kind }: Run, { verdict }: Evidence, text: string): OutcomeResult {
  if (verdict !== undefined) return verdict === "pass" ? "pass" : "unknown";
  const isSilent = kind === "builds" && format !== undefined && SILENT.has(format);
  return isSilent && fate.isSeen && text.trim() === "" ? "pass" : "unknown";
}

/** The shell or a starter found nothing to run. */
function neverRan(code: number, text: string): boolean {
  return code === 126 || code === 127 ||
    /(?:^|\n)(?:\S+: )?(?:line \d+: )?cd: [^\n]*(?:No such file|Not a directory)/.test(text) ||
    /(?:^|\n)\S*python\S*: (?:No module named|can't open file)|^sh: (?:1: |line \d+: )?\S+: (?:command )?not found/m
      .test(text) ||
    /(?:^|\n)(?:npm (?:ERR!|error) (?:code ENOENT|enoent)|Cannot connect to the Docker daemon|service "[^"\n]*" is not running|Error response from daemon|Error: No such container)/
      .test(text);
}
