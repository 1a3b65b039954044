// Turns patches (of `apply_patch`, or in Codex's records) into calls of Claude Code's tools.
import { asObject, asText, type WireObject } from "../base/json.ts";
import { pathFrom } from "../base/slashes.ts";

type PatchedFile = ReturnType<typeof filesOf>[number];

export type ToolCall = Readonly<{ name: string; input: WireObject }>;

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

const BEGIN = "*** Begin Patch";

/** Returns the call for a patch: the input or, of `apply_patch`, a field of it. Its relative paths begin at `cwd`. */
export function callOfPatch(name: string, input: unknown, cwd: string): ToolCall | undefined {
  const fields = name === "apply_patch" ? Object.values(asObject(input) ?? {}) : [];
  const text = [input, ...fields].find((one) => typeof one === "string" && one.includes(BEGIN));
  return typeof text === "string" ? callOf(filesOf(text.slice(text.indexOf(BEGIN)), cwd)) : undefined;
}

function filesOf(patch: string, cwd: string) {
  const [body = ""] = patch.split(/^\*\*\* End Patch/m, 1);
  return body.split(/^(?=\*\*\* (?:Add|Update|Delete) File: .)/m).slice(1).map((section) => {
    const [header = "", ...lines] = section.split(/\r?\n/);
    const [, verb = "", path = ""] = HEADER.exec(header) ?? [];
    const movedTo = lines.map((line) => MOVE.exec(line)?.[1]).find((to) => to !== undefined);
    const kind = verb.toLowerCase() as "add" | "update" | "delete";
    const place = placeOf(pathFrom(cwd, path), movedTo && pathFrom(cwd, movedTo));
    return { place, kind, edits: editsIn(lines) };
  });
}

/** Returns the fields for a file's path and, if it was moved, its former path. */
function placeOf(path: string, movedTo: string | undefined) {
  return movedTo === undefined ? { file_path: path } : { file_path: movedTo, moved_from: path };
}

function editsIn(lines: readonly string[]) {
  const hunks = `\n${lines.join("\n")}`.split(/\n@@[^\n]*/).map((hunk) => hunk.split("\n"));
  const linesWith = (hunk: readonly string[], mark: "-" | "+") =>
    hunk.filter((line) => line[0] === mark || line[0] === " ").map((line) => line.slice(1)).join("\n");
  return hunks.map((hunk) => ({ old_string: linesWith(hunk, "-"), new_string: linesWith(hunk, "+") }))
    .filter(({ old_string, new_string }) => old_string !== new_string);
}

/** Returns the call for an applied patch in Codex's record: a change for each path. */
export function callOfChanges(changes: unknown): ToolCall | undefined {
  const files = Object.entries(asObject(changes) ?? {}).flatMap(([path, value]): PatchedFile[] => {
    const change = asObject(value);
    if (change === undefined) return [];
    const kind = change.type === "add" || change.type === "delete" ? change.type : "update";
    const diff = (asText(change.unified_diff) ?? "").split("\n");
    const added = { old_string: "", new_string: (asText(change.content) ?? "").replace(/\n$/, "") };
    const place = placeOf(path, asText(change.move_path));
    return [{ place, kind, edits: kind === "add" ? [added] : editsIn(diff) }];
  });
  return callOf(files.sort((a, b) => a.place.file_path < b.place.file_path ? -1 : 1));
}

/** Makes `Write` of a new file, `Edit` of one edit, else `MultiEdit`, with a path in each edit of several files. */
function callOf(files: readonly PatchedFile[]): ToolCall | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const { place, place: { file_path }, kind, edits } = first;
  if (files.length === 1) {
    const [edit, ...others] = edits;
    if (kind === "add") {
      return { name: "Write", input: { file_path, content: `${edit?.new_string ?? ""}\n` } };
    }
    if (edit !== undefined && others.length === 0) return { name: "Edit", input: { ...place, ...edit } };
    return { name: "MultiEdit", input: { ...place, edits, ...(kind === "delete" && { deleted: true }) } };
  }
  const all = files.flatMap(({ place, kind, edits }) => {
    const changes = edits.length > 0 ? edits : [{ deleted: kind === "delete" }];
    return changes.map((one) => ({ ...place, ...one, ...(kind === "add" && { created: true }) }));
  });
  return { name: "MultiEdit", input: { file_path, edits: all } };
}
