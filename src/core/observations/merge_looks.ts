import { isShellTool } from "../shell_tool.ts";
import { withSlashes } from "../slashes.ts";
import { asText, type CapturedCall, type Step } from "./captured_call.ts";
import { count, MAX_LINE_UNITS, oneLine, quoteCode, shortPath } from "./wording.ts";

/** What was merely looked at, sorted by how. */
interface Looks {
  readonly read: string[];
  readonly searched: string[];
  readonly listed: string[];
  readonly ran: string[];
}

const NAMED = 3;
const ARGUMENT_UNITS = 50;

/**
 * A run of calls that changed nothing as one line; `undefined` where none of them tells anything. What failed (a file
 * that is not there) is left out.
 */
export function mergeLooks(calls: readonly CapturedCall[]): Step | undefined {
  const looks: Looks = { read: [], searched: [], listed: [], ran: [] };
  for (const call of calls) if (call.error === undefined) sortIn(call, looks);
  const parts = [
    ...describeRead([...new Set(looks.read)]),
    ...named("searched for", looks.searched),
    ...named("looked for files", looks.listed),
    ...named("ran", looks.ran),
  ];
  if (parts.length === 0) return undefined;
  const text = parts.join("; ");
  const isTelling = looks.read.length + looks.searched.length > 0;
  return {
    text: oneLine(text[0]!.toUpperCase() + text.slice(1), MAX_LINE_UNITS),
    weight: isTelling ? 0.5 : 0.25,
  };
}

function sortIn({ toolName, input, files, project }: CapturedCall, looks: Looks): void {
  const pattern = asText(input.pattern);
  const path = asText(input.path);
  const where = path === undefined ? "" : ` in ${shortPath(path, project)}`;
  if (files[0] !== undefined) looks.read.push(shortPath(files[0], project));
  else if (toolName === "Grep" && pattern !== undefined) {
    looks.searched.push(quoteCode(pattern, ARGUMENT_UNITS) + where);
  } else if (toolName === "Glob" && pattern !== undefined) {
    looks.listed.push(quoteCode(pattern, ARGUMENT_UNITS) + where);
  } else if (toolName === "LS" && path !== undefined) looks.listed.push(shortPath(path, project));
  else if (isShellTool(toolName)) {
    const command = asText(input.command);
    if (command !== undefined) looks.ran.push(quoteCode(command, ARGUMENT_UNITS));
  }
}

function describeRead(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  if (files.length <= NAMED) return [`read ${files.join(", ")}`];
  const folder = commonFolder(files);
  const names = files.slice(0, NAMED).map((file) => folder === "" ? file : file.slice(folder.length + 1));
  return [
    `read ${count(files.length, "file")}${folder === "" ? "" : ` in ${folder}`}: ${names.join(", ")} …`,
  ];
}

function commonFolder(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => withSlashes(file).split("/").slice(0, -1));
  let depth = 0;
  while (depth < first.length && rest.every((parts) => parts[depth] === first[depth])) depth++;
  return first.slice(0, depth).join("/");
}

function named(verb: string, things: readonly string[]): string[] {
  const distinct = [...new Set(things)];
  if (distinct.length === 0) return [];
  const more = distinct.length > NAMED ? ` and ${distinct.length - NAMED} more` : "";
  return [`${verb} ${distinct.slice(0, NAMED).join(", ")}${more}`];
}
