import type { Message, ToolResult } from "../conversation.ts";

/** Tools that change a file. */
export const EDIT_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** What a result says about the run behind it. */
export type RunSign = "failed" | "passed" | "silent";

const FAILURES: readonly string[] = [
  "fail",
  "error",
  "exception",
  "traceback",
  "panic",
  "exit code 1",
  "exit code 2",
  "cannot ",
  "not found",
  "denied",
  "refused",
  "timed out",
  "timeout",
  "segmentation",
  "fatal",
  "abort",
];
const SUCCESSES: readonly string[] = [
  "passed",
  "0 failed",
  "0 errors",
  "no errors",
  "success",
  "succeeded",
  "build ok",
  "pass",
  "ok ",
  " ok",
  "✓",
  "done in",
  "0 issues",
  "finished",
];
const NO_FAILURES: readonly string[] = [
  "0 failed",
  "0 errors",
  "no errors",
  "0 failures",
  "0 error(s)",
  "failed: 0",
  "failures: 0",
];

/** Reads success or failure from the text of a result, for support only: a result is no evidence by itself. */
export function runSign(result: ToolResult): RunSign {
  if (result.isError) return "failed";
  let text = result.text.toLowerCase();
  for (const phrase of NO_FAILURES) if (text.includes(phrase)) text = text.split(phrase).join(" passed ");
  if (FAILURES.some((sign) => text.includes(sign))) return "failed";
  return SUCCESSES.some((sign) => text.includes(sign)) ? "passed" : "silent";
}

/** The ids of calls whose result says that they went wrong. */
export function failedCalls(messages: readonly Message[]): ReadonlySet<string> {
  const failed = new Set<string>();
  for (const message of messages) {
    for (const result of message.toolResults) if (result.isError) failed.add(result.toolUseId);
  }
  return failed;
}

/** The ids of calls that run no command: a file that is read or a search may speak of errors without any having come up. */
export function callsWithoutCommand(messages: readonly Message[]): ReadonlySet<string> {
  const calls = new Set<string>();
  for (const { toolUses } of messages) {
    for (const { id, command } of toolUses) if (command === undefined) calls.add(id);
  }
  return calls;
}
