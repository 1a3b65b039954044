import { isShellTool } from "../shell_tool.ts";
import type { CapturedCall, Step } from "./captured_call.ts";
import { describeChange } from "./describe_change.ts";
import { describeCommand } from "./describe_command.ts";
import { describeOther } from "./describe_other.ts";
import { MAX_LINE_UNITS, oneLine } from "./wording.ts";

const CHANGES: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
const REASON_UNITS = 90;
const REASON_START = " — asked: “";

/** What the call did, in one line; `undefined` where that is not worth one. Total: any shape has its line. */
export function describeCall(call: CapturedCall): Step | undefined {
  const step = describe(call);
  return step === undefined ? undefined : { ...step, text: oneLine(step.text, MAX_LINE_UNITS) };
}

/** The line with what the user had asked for, where that fits. */
export function withReason(text: string, prompt: string): string {
  const reason = oneLine(prompt, REASON_UNITS);
  const full = `${text}${REASON_START}${reason}”`;
  return reason === "" || full.length > MAX_LINE_UNITS ? text : full;
}

/** The step that a line tells of, whatever was asked before it. */
export function withoutReason(line: string): string {
  const at = line.indexOf(REASON_START);
  return at < 0 ? line : line.slice(0, at);
}

function describe(call: CapturedCall): Step | undefined {
  if (CHANGES.has(call.toolName)) return describeChange(call);
  return isShellTool(call.toolName) ? describeCommand(call) : describeOther(call);
}
