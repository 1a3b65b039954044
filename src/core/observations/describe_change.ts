import { asFields, asList, asText, type CapturedCall, type Fields, type Step } from "./captured_call.ts";
import { count, oneLine, quoteCode, shortPath, tellingLine } from "./wording.ts";

const CODE_UNITS = 70;

/** What a call of Write, Edit, MultiEdit or NotebookEdit did to its file. */
export function describeChange(call: CapturedCall): Step {
  const { toolName, error, input } = call;
  const path = pathOf(call);
  if (error !== undefined) {
    const reason = oneLine(tellingLine(error), 120);
    return { text: `Could not change ${path}${reason === "" ? "" : `: ${reason}`}`, weight: 1 };
  }
  if (toolName === "Write") return { text: describeWrite(call, path), weight: 3 };
  if (toolName === "NotebookEdit") {
    const source = asText(input.new_source);
    const cell = asText(input.cell_id);
    const where = cell === undefined ? path : `cell ${oneLine(cell, 30)} of ${path}`;
    return {
      text: `Edited ${where}${source === undefined ? "" : `: ${quoteCode(source, CODE_UNITS)}`}`,
      weight: 3,
    };
  }
  return { text: describeEdits(call, path), weight: 3 };
}

function pathOf({ files, input, project }: CapturedCall): string {
  const path = files[0] ?? asText(input.file_path) ?? asText(input.notebook_path);
  return path === undefined ? "a file" : shortPath(path, project);
}

function describeWrite({ input, response }: CapturedCall, path: string): string {
  const content = asText(input.content);
  const verb = asFields(response).type === "update" ? "Rewrote" : "Wrote";
  if (content === undefined) return `${verb} ${path}`;
  const lines = content.trimEnd().split("\n");
  return `${verb} ${path} (${count(lines.length, "line")}): ${quoteCode(firstTelling(lines), CODE_UNITS)}`;
}

function describeEdits({ input }: CapturedCall, path: string): string {
  const several = asList(input.edits).map(asFields);
  const edits = several.length === 0 ? [input] : several;
  const gist = gistOf(edits[0]!);
  const more = edits.length > 1 ? ` and ${count(edits.length - 1, "more edit")}` : "";
  const everywhere = input.replace_all === true ? " everywhere" : "";
  return `Edited ${path}${gist === "" ? "" : `: ${gist}${everywhere}${more}`}`;
}

/** The first lines in which the old text and the new one differ. */
function gistOf(edit: Fields): string {
  const [before, after] = differingLines(asLines(edit.old_string), asLines(edit.new_string));
  const [from, to] = [firstTelling(before), firstTelling(after)];
  if (from !== "" && to !== "") {
    return `replaced ${quoteCode(from, CODE_UNITS)} with ${quoteCode(to, CODE_UNITS)}`;
  }
  if (to !== "") return `added ${quoteCode(to, CODE_UNITS)}${moreLines(after)}`;
  if (from !== "") return `removed ${quoteCode(from, CODE_UNITS)}${moreLines(before)}`;
  return "";
}

function differingLines(
  before: readonly string[],
  after: readonly string[],
): [readonly string[], readonly string[]] {
  const shared = Math.min(before.length, after.length);
  let start = 0;
  while (start < shared && before[start] === after[start]) start++;
  let end = 0;
  while (end < shared - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

function asLines(value: unknown): readonly string[] {
  return typeof value === "string" ? value.split("\n") : [];
}

function firstTelling(lines: readonly string[]): string {
  const told = lines.filter((line) => line.trim() !== "");
  return (told.find((line) => /[A-Za-z0-9\u0080-\uffff]/.test(line)) ?? told[0] ?? "").trim();
}

function moreLines(lines: readonly string[]): string {
  const rest = lines.filter((line) => line.trim() !== "").length - 1;
  return rest > 0 ? ` and ${count(rest, "more line")}` : "";
}
