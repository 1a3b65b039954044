import { isShellTool } from "../shell_tool.ts";
import type { CapturedCall, Step } from "./captured_call.ts";
import { describeChange } from "./describe_change.ts";
import { describeCommand } from "./describe_command.ts";
import { describeOther } from "./describe_other.ts";
import { MAX_LINE_UNITS, oneLine } from "./wording.ts";

const CHANGES: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** What the call did, in one line; `undefined` where that is not worth one. Total: any shape has its line. */
export function describeCall(call: CapturedCall): Step | undefined {
  const step = describe(call);
  return step === undefined ? undefined : { ...step, text: oneLine(step.text, MAX_LINE_UNITS) };
}

function describe(call: CapturedCall): Step | undefined {
  if (CHANGES.has(call.toolName)) return describeChange(call);
  return isShellTool(call.toolName) ? describeCommand(call) : describeOther(call);
}
