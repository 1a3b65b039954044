import { cutBetween, cutMiddle } from "../cut_middle.ts";
import { hideBlocksAcross, hideSecretsAcross, isPatch } from "./list_texts.ts";
import { editedFileIn, hidePrivateEdits } from "./private_edits.ts";
import { stripPrivateTags } from "./private_tags.ts";
import { redactSecrets } from "./redaction.ts";
import { redactNamedValue } from "./secret_assignments.ts";
import { mayNameSecret, secretNameKind } from "./secret_names.ts";
import type { NamedKind } from "./secret_names.ts";
import { searchedEnds } from "./searched_ends.ts";
import { passwordFilesIn } from "./secret_files.ts";
import { printedBy } from "./secret_printed.ts";
import { hideBlockLines } from "./secret_lists.ts";
import { isSecretSection, withoutEntries } from "./secret_manifests_json.ts";
import { hideKeyLines } from "./secret_pem.ts";
import { labelOf, nameOf, VALUE_KEYS } from "./value_names.ts";

export interface CleanOptions {
  /** `privacy.redact_secrets`; private tags go whatever it says. */
  readonly redactSecrets: boolean;
  /** Strings, not keys, are also cut to this by `cutMiddle`, and of the huge ones only the ends are searched. */
  readonly maxBytes?: number;
  /** For a process that reads thousands of texts: to look for signs first would take it three times as long. */
  readonly isLongRunning?: true;
  /** Files of passwords that are named beside the texts, as in the command that printed them: see `passwordFilesIn` and `printedBy`. */
  readonly fileNames?: string;
  /** What a file held before the edit that the texts are of, where parts of it are private: see `editedFileIn`. */
  readonly editedFile?: string;
}

const MAX_DEPTH = 200;
const LONG = 4096;
const TOO_DEEP = "[nested too deep]";

/** The text as it may be kept: without private blocks and, unless switched off, without secrets. */
export function cleanText(
  text: string,
  { redactSecrets: isRedacted, maxBytes, isLongRunning, fileNames }: CleanOptions,
): string {
  const fewUnits = isLongRunning ? 0 : undefined;
  const open = stripPrivateTags(text, fewUnits);
  if (!isRedacted) return maxBytes === undefined ? open : cutMiddle(open, maxBytes);
  const redact = (text: string) => {
    const clean = redactSecrets(text, fewUnits, fileNames);
    return clean === text ? text : stripPrivateTags(clean, fewUnits); // colours may have stood in a tag
  };
  return maxBytes === undefined ? redact(open) : redactAndCut(open, maxBytes, redact);
}

function cleanWhole(text: string, { maxBytes: _, ...options }: CleanOptions): string {
  return cleanText(text, options);
}

/**
 * As if the whole text were redacted and then cut, but the middle of a huge text is not looked at, as all of it will
 * go. When so much of an end was redacted that the cut moves to where secrets may be half seen, all is searched.
 */
function redactAndCut(text: string, maxBytes: number, redact: (text: string) => string): string {
  const ends = searchedEnds(text, maxBytes);
  if (ends === undefined) return cutMiddle(redact(text), maxBytes);
  const head = redact(ends.head);
  const tail = redact(ends.tail);
  if (Math.min(head.length, tail.length) < ends.atLeast) return cutMiddle(redact(text), maxBytes);
  return cutBetween(head, text.length - ends.head.length - ends.tail.length, tail, maxBytes);
}

/**
 * Parsed JSON as it may be kept: every string and key cleaned, and the strings under names such as `password`
 * redacted. What needs no change is the same object as before. Deeper than 200 levels stands "[nested too deep]".
 */
export function cleanJson(value: unknown, options: CleanOptions): unknown {
  const file = options.editedFile ?? editedFileIn(value);
  return cleanOpen(file === undefined ? value : hidePrivateEdits(value, file), options);
}

function cleanOpen(value: unknown, options: CleanOptions): unknown {
  // A unit takes up to three bytes: what is short is never cut.
  const maxShort = Math.min(LONG, (options.maxBytes ?? Infinity) / 3);
  const found: Strings = { keys: [], lists: [], short: [], long: [], cleaned: [], maxShort };
  const isTooDeep = gather(value, found, 0);
  const fileNames = options.fileNames ?? passwordFilesIn(found.short) + printedBy(value);
  const named = fileNames === "" ? options : { ...options, fileNames };
  const needsWalk = isTooDeep || needsCleaning(found, named);
  return needsWalk ? cleanNode(value, { ...named, ...found }, 0) : value;
}

interface Strings {
  readonly keys: string[];
  readonly lists: (readonly unknown[])[];
  readonly short: string[];
  readonly long: string[];
  /** The cleaned form of each in `long`, once it is known: a megabyte is not read twice. */
  readonly cleaned: string[];
  readonly maxShort: number;
}

type Walk = CleanOptions & Strings;

/** Collects all strings and keys; true when the value is too deep to stay as it is. */
function gather(value: unknown, found: Strings, depth: number): boolean {
  if (typeof value === "string") {
    if (value.length <= found.maxShort) found.short.push(value);
    else found.long.push(value);
  }
  if (typeof value !== "object" || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  if (Array.isArray(value)) {
    if (value.length > 1) found.lists.push(value);
    return value.some((item) => gather(item, found, depth + 1));
  }
  for (const key of Object.keys(value)) {
    found.keys.push(key);
    if (gather((value as Record<string, unknown>)[key], found, depth + 1)) return true;
  }
  return false;
}

/**
 * One scan over all short strings at once: nearly every payload has no secret, and in a process that has just
 * started, the first uses of a pattern (it is compiled, then compiled again when it is hot) cost the most.
 */
function needsCleaning(found: Strings, options: CleanOptions): boolean {
  const { keys, lists, short, long, cleaned } = found;
  const names = keys.join("\n");
  if (options.redactSecrets) {
    if (mayNameSecret(names) && keys.some(isTelling)) return true;
    const labels = VALUE_KEYS.some((key) => keys.includes(key))
      ? short
      : short.filter((text) => text.startsWith("--"));
    if (short.includes("Secret") && keys.some(isSecretSection)) return true;
    if (labels.some(isTelling) || keys.includes("kty") || keys.includes("element")) return true;
  }
  for (const text of long) { // what is written into a file comes back in the answer
    cleaned.push(cleaned[long.indexOf(text)] ?? cleanText(text, options));
  }
  if (long.some((text, i) => text !== cleaned[i])) return true;
  const joined = `${names}\n${short.join("\n")}`;
  if (cleanWhole(joined, options) !== joined) return true;
  return lists.some((list) => cleanAcross(list, list, { ...options, ...found }) !== list);
}

function isTelling(name: string): boolean {
  return secretNameKind(name) !== undefined;
}

/** `kind`: of the name that the value stands under, where that tells. */
function cleanNode(value: unknown, walk: Walk, depth: number, kind?: NamedKind): unknown {
  if (typeof value === "string") return cleanString(value, walk);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  return Array.isArray(value)
    ? cleanArray(value, walk, depth)
    : cleanObject(value as Record<string, unknown>, walk, depth, kind);
}

/** Found by comparing, not by hashing: a hash reads the whole string. */
function cleanString(text: string, walk: Walk): string {
  return (text.length <= walk.maxShort ? undefined : walk.cleaned[walk.long.indexOf(text)]) ??
    cleanText(text, walk);
}

function cleanArray(list: readonly unknown[], walk: Walk, depth: number): readonly unknown[] {
  const items = cleanAcross(list, walk.redactSecrets ? hideBlockLines(hideKeyLines(list)) : list, walk);
  let cleaned: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const before = items[i];
    const option = i > 0 && typeof before === "string" ? items[i - 1] : undefined;
    const kind = typeof option === "string" && option.startsWith("--") ? namedKind(option, walk) : undefined;
    const after = cleanMember(before, kind, walk, depth);
    if (after === before) continue;
    cleaned ??= items.slice();
    cleaned[i] = after;
  }
  return cleaned ?? items;
}

/** `items`, without what only shows where they are read as one text; `list` is what they were. */
function cleanAcross(
  list: readonly unknown[],
  items: readonly unknown[],
  { maxShort, ...options }: Walk,
): readonly unknown[] {
  if (list.length < 2) return items;
  const form = { isPatch: isPatch(list) };
  const clean = (text: string) => cleanWhole(text, { ...options, redactSecrets: false });
  const open = hideBlocksAcross(items, { ...form, clean });
  if (!options.redactSecrets) return open;
  return hideSecretsAcross(open, {
    ...form,
    clean: (text) => cleanWhole(text, options),
    maxUnits: maxShort,
    isTold: (options.fileNames ?? "") !== "",
  });
}

function cleanObject(
  object: Readonly<Record<string, unknown>>,
  walk: Walk,
  depth: number,
  outerKind: NamedKind | undefined,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(object);
  const isManifest = walk.redactSecrets && object.kind === "Secret";
  const cleaned: [string, unknown][] = [];
  let hasChanged = false;
  for (const key of keys) {
    const before = isManifest && isSecretSection(key) ? withoutEntries(object[key]) : object[key];
    const cleanKey = cleanWhole(key, walk);
    const isValue = VALUE_KEYS.includes(key);
    const kind = namedKind(isValue ? labelOf(object) : nameOf(key, object), walk) ??
      (isValue ? outerKind : undefined);
    const after = cleanMember(before, kind, walk, depth);
    if (cleanKey !== key || after !== object[key]) hasChanged = true;
    cleaned.push([cleanKey, after]);
  }
  return hasChanged ? fromEntries(cleaned) : object;
}

/**
 * A list under a telling name holds secrets too; an object under it has names of its own, but for its `value`:
 * `{ "db_password": { "sensitive": true, "value": "…" } }`, as Terraform puts it out.
 */
function cleanMember(
  value: unknown,
  kind: NamedKind | undefined,
  walk: Walk,
  depth: number,
): unknown {
  if (kind === undefined) return cleanNode(value, walk, depth + 1);
  if (typeof value === "string") {
    const named = redactNamedValue(kind, stripPrivateTags(value));
    return named === undefined ? cleanString(value, walk) : cutMiddle(named, walk.maxBytes ?? Infinity);
  }
  if (!Array.isArray(value)) return cleanNode(value, walk, depth + 1, kind);
  const redacted = value.map((item) =>
    typeof item === "string" ? cleanMember(item, kind, walk, depth) : item
  );
  const isSame = redacted.every((item, i) => item === value[i]);
  return cleanNode(isSame ? value : redacted, walk, depth + 1);
}

function namedKind(name: string, walk: Walk): NamedKind | undefined {
  return walk.redactSecrets ? secretNameKind(name) : undefined;
}

/** Own properties whatever the names are (`__proto__`); names that became equal are numbered: no value is lost. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const taken = new Map<string, number>();
  for (const [key] of entries) taken.set(key, 1);
  if (taken.size === entries.length) return Object.fromEntries(entries);
  const unique = new Map<string, unknown>();
  for (const [key, value] of entries) unique.set(unusedKey(key, unique, taken), value);
  return Object.fromEntries(unique);
}

function unusedKey(key: string, used: ReadonlyMap<string, unknown>, counts: Map<string, number>): string {
  let candidate = key;
  while (used.has(candidate) || (candidate !== key && counts.has(candidate))) {
    const count = (counts.get(key) ?? 1) + 1;
    counts.set(key, count);
    candidate = `${key} (${count})`;
  }
  return candidate;
}
