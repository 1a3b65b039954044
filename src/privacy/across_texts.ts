import { stripPrivateTags } from "./private_tags.ts";

type Clean = (text: string) => string;

/** A string of a list, or the text of an object in it, without the sign of a patch. */
interface Part {
  readonly index: number;
  readonly sign: string;
  readonly text: string;
}

/** The keys of objects' texts, as `{ "type": "text", "text": "…" }` and the lines that a search finds. */
const TEXT_KEYS = ["text", "content", "line"];
const SIGN = /^[ +-]/;
const PATCH_LINE = /^(?:[ +\\-]|$)/;

/** Tells whether these may be the lines of a patch, of which each begins with a sign. */
export function isPatch(items: readonly unknown[]): boolean {
  return items.every((item) => typeof item === "string" && PATCH_LINE.test(item));
}

/**
 * The list without the private blocks that begin in one of its items and end in another; the same list when there
 * are none. `before` are the tags that are open where the list begins.
 */
export function hideBlocksAcross(
  items: readonly unknown[],
  { isPatch, clean = stripPrivateTags, before = "" }: { isPatch: boolean; clean?: Clean; before?: string },
): readonly unknown[] {
  const parts = partsOf(items, isPatch);
  const isTagged = parts.length > 1 && parts.some(({ text }) => clean(text) !== text);
  return isTagged || before !== "" ? cleanTogether(items, [parts], clean, before) : items;
}

/**
 * The list without the secrets that a neighbouring item tells; the same list when there are none. Items of more than
 * `maxUnits` are no lines.
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
    const text = typeof item === "string" ? item : textOf(item);
    if (text === undefined) return [];
    const sign = isPatch ? SIGN.exec(text)?.[0] ?? "" : "";
    return [{ index, sign, text: text.slice(sign.length) }];
  });
}

function textKey(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  return TEXT_KEYS.find((key) => typeof (item as Record<string, unknown>)[key] === "string");
}

function textOf(item: unknown): string | undefined {
  const key = textKey(item);
  return key === undefined ? undefined : (item as Record<string, string>)[key];
}

/** Those that follow one another without anything else between them. */
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
      cleaned[part.index] = withText(items[part.index], part.sign + text);
    }
  }
  return cleaned ?? items;
}

function withText(item: unknown, text: string): unknown {
  const key = textKey(item);
  return key === undefined ? text : { ...(item as object), [key]: text };
}

/** A patch is two texts, before and after it: what is changed otherwise in each of them is private in one. */
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

/** Cleans the texts together; each alone where the whole loses no more than each of them alone. */
function cleanedTexts(texts: readonly string[], clean: Clean, before: string): readonly string[] {
  const whole = before + texts.join("\n");
  const cleaned = clean(whole);
  if (cleaned === whole || cleaned === texts.map(clean).join("\n")) return texts;
  return dealOut(cleaned.split("\n"), texts);
}

/**
 * The lines that are left, each for the text that it came from: the next one that holds it, or else, as it was
 * changed, the next one. Only what is left is dealt out, so that a wrong place is all that a guess can lead to.
 */
function dealOut(lines: readonly string[], texts: readonly string[]): readonly string[] {
  const owners = texts.flatMap((text, i) => text.split("\n").map(() => i));
  const places = placesOf(texts.join("\n").split("\n"));
  const dealt: string[][] = texts.map(() => []);
  let at = 0;
  for (const [n, line] of lines.entries()) {
    const same = line === "" ? [] : places.get(line) ?? [];
    while ((same.at(-1) ?? at) < at) same.pop();
    const found = same.at(-1) ?? at;
    const hasRoom = owners.length - found >= lines.length - n;
    const place = hasRoom ? found : at;
    dealt[owners[Math.min(place, owners.length - 1)] ?? 0]?.push(line);
    at = place + 1;
  }
  return dealt.map((kept) => kept.join("\n"));
}

/** Lists the places of each line, the last first. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    const known = places.get(line);
    if (known === undefined) places.set(line, [i]);
    else known.push(i);
  }
  return places;
}

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

/** True if the old text may be private: a text that stands nowhere may be of the state that another edit has left. */
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

/** Returns the place where the line with this number begins; the first is 1. */
function lineStart(file: string, number: number): number {
  let at = 0;
  for (let line = 1; line < number; line++) {
    const next = file.indexOf("\n", at);
    if (next < 0) return file.length;
    at = next + 1;
  }
  return at;
}
