import { textKey, textOf } from "./prefilter.ts";
import { stripPrivateTags } from "./private_tags.ts";

type Clean = (text: string) => string;

/** A string in a list, or the text of an object in it. `sign`: the first character of a patch line. */
interface Part {
  readonly index: number;
  readonly sign: string;
  readonly text: string;
}

const SIGN = /^[ +-]/;
const PATCH_LINE = /^(?:[ +\\-]|$)/;

/** Returns true if all items are lines of a patch, which begin with " ", "+", "-" or "\". */
export function isPatch(items: readonly unknown[]): boolean {
  return items.every((item) => typeof item === "string" && PATCH_LINE.test(item));
}

/**
 * Removes private blocks that begin in one item of a list and end in another; returns the same list if there are
 * none. `before`: the tags that are open at the start of the list.
 */
export function hideBlocksAcross(
  items: readonly unknown[],
  { isPatch, before = "" }: { readonly isPatch: boolean; readonly before?: string },
): readonly unknown[] {
  const parts = partsOf(items, isPatch);
  const isTagged = parts.length > 1 && parts.some(({ text }) => stripPrivateTags(text) !== text);
  return isTagged || before !== "" ? cleanTogether(items, [parts], stripPrivateTags, before) : items;
}

/**
 * Removes secrets that are recognized only with the items next to them; returns the same list if there are none.
 * An item of more than `maxUnits` is not read together with others.
 */
export function hideSecretsAcross(
  items: readonly unknown[],
  { isPatch, clean, maxUnits }: {
    readonly isPatch: boolean;
    readonly clean: Clean;
    readonly maxUnits: number;
  },
): readonly unknown[] {
  const runs = runsOf(partsOf(items, isPatch), maxUnits).filter((run) => run.length > 1);
  return runs.length === 0 ? items : cleanTogether(items, runs, clean, "");
}

function partsOf(items: readonly unknown[], isPatch: boolean): readonly Part[] {
  return items.flatMap((item, index) => {
    const text = textOf(item);
    if (text === undefined) return [];
    const sign = isPatch ? SIGN.exec(text)?.[0] ?? "" : "";
    return [{ index, sign, text: text.slice(sign.length) }];
  });
}

/** Groups parts with consecutive indexes. */
function runsOf(parts: readonly Part[], maxUnits: number): readonly (readonly Part[])[] {
  const runs: Part[][] = [];
  let next = -1;
  for (const part of parts) {
    if (part.text.length > maxUnits) continue;
    if (part.index === next) runs.at(-1)?.push(part);
    else runs.push([part]);
    next = part.index + 1;
  }
  return runs;
}

function cleanTogether(
  items: readonly unknown[],
  runs: readonly (readonly Part[])[],
  clean: Clean,
  before: string,
): readonly unknown[] {
  let cleaned: unknown[] | undefined;
  for (const run of runs) {
    const kept = keptOf(run, clean, before);
    for (const part of run) {
      const text = kept.get(part);
      if (text === undefined || text === part.text) continue;
      cleaned ??= [...items];
      const item = items[part.index];
      const key = textKey(item);
      const whole = part.sign + text;
      cleaned[part.index] = key === undefined ? whole : { ...(item as object), [key]: whole };
    }
  }
  return cleaned ?? items;
}

/** Cleans a patch as two texts, before and after the change: a line that is private in one of them is removed. */
function keptOf(run: readonly Part[], clean: Clean, before: string): ReadonlyMap<Part, string> {
  const kept = new Map<Part, string>();
  for (const view of viewsOf(run)) {
    const texts = view.map(({ text }) => text);
    const cleaned = cleanedTexts(texts, clean, before);
    view.forEach((part, i) => {
      const [now = "", other] = [cleaned[i], kept.get(part)];
      const isSame = other === undefined || other === part.text || other === now;
      kept.set(part, isSame ? now : now === part.text ? other : "");
    });
  }
  return kept;
}

function viewsOf(run: readonly Part[]): readonly (readonly Part[])[] {
  const old = run.filter(({ sign }) => sign !== "+");
  const changed = run.filter(({ sign }) => sign !== "-");
  return old.length === run.length ? [run] : [old, changed];
}

/** Cleans the texts as one. If cleaning each alone has the same result, no line has to be assigned to a text. */
function cleanedTexts(texts: readonly string[], clean: Clean, before: string): readonly string[] {
  const whole = before + texts.join("\n");
  const cleaned = clean(whole);
  if (cleaned === whole) return texts;
  const alone = texts.map(clean);
  return cleaned === alone.join("\n") ? alone : assignLines(cleaned.split("\n"), texts);
}

/**
 * Assigns the remaining lines to the texts they came from: the next text that contains the line, or the next one if
 * the line was changed. A wrong guess only moves a clean line to another text.
 */
function assignLines(lines: readonly string[], texts: readonly string[]): readonly string[] {
  const owners = texts.flatMap((text, i) => text.split("\n").map(() => i));
  const known = texts.join("\n").split("\n");
  const places = Map.groupBy([...known.keys()].reverse(), (i) => known[i]!);
  const assigned: string[][] = texts.map(() => []);
  let at = 0;
  for (const [n, line] of lines.entries()) {
    const same = line === "" ? [] : places.get(line) ?? [];
    while ((same.at(-1) ?? at) < at) same.pop();
    const found = same.at(-1) ?? at;
    const hasRoom = owners.length - found >= lines.length - n;
    const place = hasRoom ? found : at;
    assigned[owners[Math.min(place, owners.length - 1)] ?? 0]?.push(line);
    at = place + 1;
  }
  return assigned.map((kept) => kept.join("\n"));
}

type Fields = Readonly<Record<string, unknown>>;

const FILE_KEYS = ["originalFile", "originalFileContents"];
const OLD_KEYS = ["old_string", "oldString"];
const EDIT_KEYS = [...OLD_KEYS, "new_string", "newString"];
/** The depth to which a call is searched for the file before the edit. */
const FILE_DEPTH = 2;
/** The depth to which a value is searched for edits. */
const EDIT_DEPTH = 6;
/** The number of occurrences to check. A text that occurs more often is treated as private. */
const MAX_PLACES = 20;
/** A mark that is inserted into a text to test whether that place is private. */
const MARK = "\u0000\u0001\n";

/** Returns the text of the file before an edit, if parts of it are private. */
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
 * Removes from parsed JSON the texts of edits inside a private block of this file; returns the same value if there
 * are none. The tags of the block are only in the file and not in the edit.
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

/** Returns true if the old text may be private. A text that is not in the file may be from an earlier edit. */
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

/** Cleans the lines of a hunk, which may begin inside a private block. */
function hunkLines(lines: unknown, oldStart: unknown, file: string): unknown {
  if (!Array.isArray(lines) || typeof oldStart !== "number") return lines;
  const before = file.split("\n").slice(0, Math.max(0, oldStart - 1));
  const isInside = isHiddenAt(file, before.reduce((units, line) => units + line.length + 1, 0));
  return isInside ? hideBlocksAcross(lines, { isPatch: true, before: "<private>" }) : lines;
}
