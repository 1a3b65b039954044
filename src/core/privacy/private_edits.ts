import { hideBlocksAcross } from "./list_texts.ts";
import { stripPrivateTags } from "./private_tags.ts";

type Fields = Readonly<Record<string, unknown>>;

const FILE_KEYS = ["originalFile", "originalFileContents"];
const OLD_KEYS = ["old_string", "oldString"];
const EDIT_KEYS = [...OLD_KEYS, "new_string", "newString"];
/** In the input and the answer of a call, and in the answer alone. */
const FILE_DEPTH = 2;
/** Of edits; what is nested deeper is none. */
const EDIT_DEPTH = 6;
/** Text that occurs more often may well be somewhere in a private block. */
const MAX_PLACES = 20;
/** Stands at a place in a text to see whether that is private. */
const MARK = "\u0000\u0001\n";

/** The file that an edit has changed, as it was before, where parts of it are private; else undefined. */
export function editedFileIn(kept: unknown, depth = 0): string | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  for (const key of FILE_KEYS) {
    const file = (kept as Fields)[key];
    if (typeof file === "string" && stripPrivateTags(file) !== file) return file;
  }
  if (depth >= FILE_DEPTH || (Array.isArray(kept) && depth > 0)) return undefined;
  for (const value of Object.values(kept)) {
    const file = editedFileIn(value, depth + 1);
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * Parsed JSON without what an edit took out of a private block of this file, and put into it; the same value when
 * there is nothing. The tags of the block stand in the file alone, so that the edit does not tell.
 */
export function hidePrivateEdits(value: unknown, file: string, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > EDIT_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => hidePrivateEdits(item, file, depth + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const fields = value as Fields;
  const isPrivate = OLD_KEYS.some((key) => mayBePrivate(fields[key], file));
  let hidden: Record<string, unknown> | undefined;
  for (const [key, before] of Object.entries(fields)) {
    const after = isPrivate && EDIT_KEYS.includes(key)
      ? ""
      : key === "lines"
      ? hunkLines(before, fields.oldStart, file)
      : hidePrivateEdits(before, file, depth + 1);
    if (after === before) continue;
    hidden ??= { ...fields };
    hidden[key] = after;
  }
  return hidden ?? value;
}

/** Where the text stands nowhere, as it may be of the state that another edit has left, that cannot be told. */
function mayBePrivate(old: unknown, file: string): boolean {
  if (typeof old !== "string" || old === "") return false;
  let at = file.indexOf(old);
  if (at < 0) return true;
  for (let places = 0; at >= 0; at = file.indexOf(old, at + 1)) {
    if (++places > MAX_PLACES || isHiddenAt(file, at)) return true;
  }
  return false;
}

function isHiddenAt(file: string, at: number): boolean {
  return !stripPrivateTags(file.slice(0, at) + MARK + file.slice(at)).includes(MARK);
}

/** The lines of a part of a patch, which may begin within a block. */
function hunkLines(lines: unknown, oldStart: unknown, file: string): unknown {
  if (!Array.isArray(lines) || typeof oldStart !== "number") return lines;
  const isInside = isHiddenAt(file, lineStart(file, oldStart));
  return isInside ? hideBlocksAcross(lines, { isPatch: true, before: "<private>" }) : lines;
}

/** Where the line with this number begins; the first is 1. */
function lineStart(file: string, number: number): number {
  let at = 0;
  for (let line = 1; line < number; line++) {
    const next = file.indexOf("\n", at);
    if (next < 0) return file.length;
    at = next + 1;
  }
  return at;
}
