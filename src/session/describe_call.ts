// Makes an observation of a captured tool call: one line that says what was done.
import { amount } from "../base/amounts.ts";
import { asObjects, type WireObject } from "../base/json.ts";
import { isEditTool, isShellTool } from "../shell/tools.ts";
import { asFields, callsByFile, type CapturedCall, filledText, type Observation } from "./captured_call.ts";
import { describeCommand } from "./describe_command.ts";
import { afterColon, MAX_LINE_UNITS, oneLine, quoteCode, shortPath, tellingLine } from "./wording.ts";

/** Returns `undefined` for a call that is not worth a line. Never throws, whatever the call's shape. */
export function describeCall(call: CapturedCall): Observation | undefined {
  const line = isEditTool(call.toolName)
    ? describeChange(call)
    : isShellTool(call.toolName)
    ? describeCommand(call)
    : describeOther(call);
  return line === undefined ? undefined : { ...line, text: oneLine(line.text, MAX_LINE_UNITS) };
}

const CODE_UNITS = 70; // the most units of quoted code
const NO_CODE = quoteCode("", CODE_UNITS);

function describeChange(call: CapturedCall): Observation {
  if (call.error !== undefined) {
    return { text: `Could not change ${pathOf(call)}${afterColon(tellingLine(call.error), 120)}`, weight: 1 };
  }
  const texts = callsByFile(call).map((part) =>
    part.toolName === "Write" ? describeWrite(part) : describeEdits(part)
  );
  const told = texts.find((text) => text.includes("`")) ?? texts[0]!;
  const others = texts.length > 1 ? `; ${amount(texts.length - 1, "more file")} changed` : "";
  return { text: told + others, weight: 1.5 };
}

function pathOf({ files, input, project }: CapturedCall): string {
  const path = files[0] ?? filledText(input.file_path) ?? filledText(input.notebook_path);
  return path === undefined ? "a file" : shortPath(path, project);
}

function describeWrite(call: CapturedCall): string {
  const done = `${asFields(call.response).type === "update" ? "Rewrote" : "Wrote"} ${pathOf(call)}`;
  const text = filledText(call.input.content)?.trimEnd();
  if (text === undefined) return done;
  const lines = amount(text.split("\n").length, "line");
  return `${done} (${lines}): ${quoteCode(firstWithWords(asLines(text)), CODE_UNITS)}`;
}

function describeEdits(call: CapturedCall): string {
  const { input, response, project } = call;
  const several = asObjects(input.edits);
  const cell: WireObject = { old_string: asFields(response).old_source, new_string: input.new_source };
  const edits = several.length > 0 ? several : [input.new_source === undefined ? input : cell];
  const told = edits.find((edit) => gistOf(edit) !== "") ?? edits[0]!;
  const { deleted, moved_from } = { ...input, ...told };
  const former = filledText(moved_from);
  const done = former === undefined
    ? `${deleted === true ? "Deleted" : "Edited"} ${pathOf(call)}`
    : `Moved ${shortPath(former, project)} to ${pathOf(call)}`;
  const gist = gistOf(told) && `: ${gistOf(told)}${told.replace_all === true ? " everywhere" : ""}`;
  const more = edits.length > 1 ? ` and ${amount(edits.length - 1, "more edit")}` : "";
  return `${done}${gist}${more}`;
}

/** Returns a phrase with the first lines in which the two texts differ; "" if no such line says anything. */
function gistOf(edit: WireObject): string {
  const [was, is] = [asLines(edit.old_string), asLines(edit.new_string)];
  const trimmed = differingLines(trimLines(was), trimLines(is)); // a line that is only indented would hide the change
  const [before, after] = trimmed.flat().length > 0 ? trimmed : differingLines(was, is);
  const [from, to] = [before, after].map((lines) => quoteCode(firstWithWords(lines), CODE_UNITS));
  if (from === to) return from === NO_CODE ? "" : `changed ${from}`; // differs in blanks or signs, or behind the cut
  if (from === NO_CODE) return `added ${to}${moreLines(after)}`;
  if (to === NO_CODE) return `removed ${from}${moreLines(before)}`;
  return `replaced ${from} with ${to}`;
}

function differingLines(before: readonly string[], after: readonly string[]) {
  const shared = Math.min(before.length, after.length);
  let start = 0;
  while (start < shared && before[start] === after[start]) start++;
  let end = 0;
  while (end < shared - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const;
}

const asLines = (value: unknown) =>
  typeof value === "string" ? value.split("\n").filter((line) => line.trim() !== "") : [];
const trimLines = (lines: readonly string[]) => lines.map((line) => line.trim());

/** Returns the first line with a letter or a digit, else the first. */
function firstWithWords(lines: readonly string[]): string {
  return (lines.find((line) => /[A-Za-z0-9\u00aa-\u1fff\u2c00-\uffff]/.test(line)) ?? lines[0] ?? "").trim();
}

function moreLines(lines: readonly string[]): string {
  return lines.length > 1 ? ` and ${amount(lines.length - 1, "more line")}` : "";
}

const [ARGUMENT_UNITS, RESULT_UNITS] = [100, 110];

function describeOther(call: CapturedCall): Observation | undefined {
  const { toolName, error } = call;
  if (toolName === "TaskCreate" || toolName === "TaskUpdate") return undefined; // the work itself says more
  const line = toolName === "Agent" || toolName === "Task" ? describeAgent(call) : describeUnknown(call);
  if (error === undefined) return line;
  return { text: `${line.text}: failed${afterColon(tellingLine(error), RESULT_UNITS)}`, weight: 1 };
}

/** Matches what stands before the text of the first heading: in recorded reports it only announces the report. */
const PREAMBLE = /^(?:[^#]{0,300}\n)?#{1,4} +/;

/** Matches a task that Codex hands over encrypted; its name is readable. */
const ENCRYPTED = /^gAAAAA[\w=-]+$/;

function describeAgent({ input, response }: CapturedCall): Observation {
  const name = oneLine(filledText(input.subagent_type) ?? "a subagent", 40);
  const { description, prompt, task_name: named } = input;
  const task = [description, prompt, named].map(filledText).find((text) => text && !ENCRYPTED.test(text));
  const handed = task === undefined ? name : `${name}: “${oneLine(task, ARGUMENT_UNITS)}”`;
  const result = asFields(response);
  if (result.isAsync === true) return { text: `Delegated to ${handed} in the background`, weight: 1.5 };
  const said = typeof response === "string" ? reportIn(response) : firstText(result.content);
  const found = said === undefined ? "" : `; it found: ${oneLine(said.replace(PREAMBLE, ""), RESULT_UNITS)}`;
  return { text: `Delegated to ${handed}${found}`, weight: 2 };
}

/** Matches what clients other than Claude Code write before and after a subagent's report. */
const FRAME =
  /^[^]{0,300}?(?:<task_result>|\n(?:status: completed\n+\[summary\]|Termination Reason: \w+\nResult:))\n|<\/task_result>[^]*$/g;
/** Matches what clients write while the subagent is still running and has no report. */
const STARTED = /^(?:\{|(?:Background agent|Agent) (?:launched|started)\b|task_id: |<task )/;

function reportIn(result: string): string | undefined {
  const report = result.replace(FRAME, "");
  return STARTED.test(report) ? undefined : filledText(report);
}

function describeUnknown({ toolName, input, files }: CapturedCall): Observation {
  const argument = files[0] ?? tellingArgument(input);
  const given = argument === undefined ? "" : ` with ${quoteCode(argument, ARGUMENT_UNITS)}`;
  const tool = toolName.replace(/^mcp__(.*?)__(.+)$/s, "$2 of $1"); // `recall of notes`
  return { text: `Used ${oneLine(tool, 60)}${given}`, weight: 1 };
}

const TELLING_NAMES =
  "command query pattern question url file_path path subject title description name prompt plan text message id"
    .split(" ");

function tellingArgument(input: WireObject): string | undefined {
  const telling = TELLING_NAMES.map((name) => filledText(input[name])).find((text) => text !== undefined);
  if (telling !== undefined) return telling;
  const [first] = Object.entries(input).filter(([, value]) => typeof value !== "object");
  return first === undefined ? undefined : `${first[0]}: ${first[1]}`;
}

function firstText(content: unknown): string | undefined {
  if (typeof content === "string") return filledText(content);
  const texts = asObjects(content).map((part) => filledText(part.text));
  return texts.find((text) => text !== undefined && !/^<([\w-]+)>[^]*<\/\1>\s*$/.test(text)); // tagged: the client's note
}
