// Cleans what spans several strings of JSON: private blocks and secrets in lists and edits. For `clean.ts`.
import { textKey, textOf } from "./prefilter.ts";
import { stripPrivateTags } from "./private_tags.ts";

type Clean = (text: string) => string;

/** A text in a list of strings or objects. `sign` is the first character of a line of a patch. */
interface Part {
  readonly index: number;
  readonly sign: string;
  readonly text: string;
}

const SIGN = /^[ +-]/;
const PATCH_LINE = /^(?:[ +\\-]|$)/;

/** Returns true if all items may be lines of a patch, which begin with " ", "+", "-" or "\". */
export function isPatch(items: readonly unknown[]): boolean {
  return items.every((item) => typeof item === "string" && PATCH_LINE.test(item));
}

/** Removes private blocks over several items. `before`: tags that are open before the first. */
export function hideBlocksAcross(
  items: readonly unknown[],
  { isPatch, before = "" }: { readonly isPatch: boolean; readonly before?: string },
): readonly unknown[] {
  const parts = partsOf(items, isPatch);
  const isTagged = parts.length > 1 && parts.some(({ text }) => stripPrivateTags(text) !== text);
  return isTagged || before !== "" ? cleanTogether(items, [parts], stripPrivateTags, before) : items;
}

/** Removes secrets that only the items beside them reveal. Reads no item over `maxUnits`. */
export function hideSecretsAcross(
  items: readonly unknown[],
  { isPatch, clean, maxUnits }: {
    readonly isPatch: boolean;
    readonly clean: Clean;
    readonly maxUnits: number;
  },
): readonly unknown[] {
  const parts = partsOf(items, isPatch).filter(({ text }) => text.length <= maxUnits);
  // In a row of consecutive indexes, index and place always differ by the same number.
  const runs = [...Map.groupBy(parts, ({ index }, place) => index - place).values()];
  return cleanTogether(items, runs.filter((run) => run.length > 1), clean, "");
}

export function changedList(list: readonly unknown[], changed: readonly unknown[]): readonly unknown[] {
  return changed.every((item, i) => item === list[i]) ? list : changed;
}

function partsOf(items: readonly unknown[], isPatch: boolean): readonly Part[] {
  return items.flatMap((item, index) => {
    const text = textOf(item);
    if (text === undefined) return [];
    const sign = isPatch ? SIGN.exec(text)?.[0] ?? "" : "";
    return [{ index, sign, text: text.slice(sign.length) }];
  });
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

/** Cleans the old and the new side of a patch. Removes lines on which the two results differ. */
function keptOf(run: readonly Part[], clean: Clean, before: string): ReadonlyMap<Part, string> {
  const kept = new Map<Part, string>();
  const old = run.filter(({ sign }) => sign !== "+");
  const views = old.length === run.length ? [run] : [old, run.filter(({ sign }) => sign !== "-")];
  for (const view of views) {
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

/** Cleans the texts as one. If that differs from cleaning each alone, divides the result again. */
function cleanedTexts(texts: readonly string[], clean: Clean, before: string): readonly string[] {
  const whole = before + texts.join("\n");
  const cleaned = clean(whole);
  if (cleaned === whole) return texts;
  const alone = texts.map(clean);
  return cleaned === alone.join("\n") ? alone : assignLines(cleaned.split("\n"), texts);
}

/**
 * Gives each cleaned line to a text: the next one that has this line, else the one after the last. A wrong
 * guess only moves a clean line.
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
/** The depth to which a call is searched for the edited file. */
const FILE_DEPTH = 2;
const EDIT_DEPTH = 6;
/** The occurrences that are checked. A text with more of them is treated as private. */
const MAX_PLACES = 20;
/** The mark that is inserted into a text to see if that place is private. */
const MARK = "\u0000\u0001\n";

/** Returns the text of an edited file before its edit, if parts of it are private. */
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

/** Empties the texts of edits inside a private block of `file`, since the edits lack its tags. */
export function hidePrivateEdits(value: unknown, file: string, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > EDIT_DEPTH) return value;
  if (Array.isArray(value)) {
    return changedList(value, value.map((item) => hidePrivateEdits(item, file, depth + 1)));
  }
  const fields = value as Fields;
  const isPrivate = OLD_KEYS.some((key) => mayBePrivate(fields[key], file));
  const hidden = Object.entries(fields).map(([key, before]) => {
    if (isPrivate && EDIT_KEYS.includes(key)) return [key, ""] as const;
    if (key === "lines") return [key, hunkLines(before, fields.oldStart, file)] as const;
    return [key, hidePrivateEdits(before, file, depth + 1)] as const;
  });
  return hidden.every(([key, after]) => after === fields[key]) ? value : Object.fromEntries(hidden);
}

/** A text that the file lacks may be of an earlier edit of a private text, so it counts as private. */
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

/** Cleans the lines of a hunk of a patch, which may begin inside a private block. */
function hunkLines(lines: unknown, oldStart: unknown, file: string): unknown {
  if (!Array.isArray(lines) || typeof oldStart !== "number") return lines;
  const before = file.split("\n").slice(0, Math.max(0, oldStart - 1));
  const isInside = isHiddenAt(file, before.reduce((units, line) => units + line.length + 1, 0));
  return isInside ? hideBlocksAcross(lines, { isPatch: true, before: "<private>" }) : lines;
}
