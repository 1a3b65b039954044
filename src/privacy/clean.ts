import { cutBetween, cutMiddle } from "../base/cut.ts";
import type { Settings } from "../base/settings.ts";
import {
  editedFileIn,
  hideBlocksAcross,
  hidePrivateEdits,
  hideSecretsAcross,
  isPatch,
} from "./across_texts.ts";
import { stripPrivateTags } from "./private_tags.ts";
import { type NamedKind, secretNameKind } from "./heuristics.ts";
import { MARGIN, MAX_DEPTH, mayNeedCleaning, searchedEnds } from "./prefilter.ts";
import { redactSecrets } from "./redaction.ts";
import { redactNamedValue } from "./rules/assignments.ts";
import { isSecretSection, passwordFilesIn, printedBy, withoutEntries } from "./rules/documents.ts";

export interface CleanOptions {
  /** The setting `privacy.redact_secrets`. Private blocks are always removed. */
  readonly redactSecrets: boolean;
  /** The bytes to which strings, but not keys, are cut. Only the ends of much longer ones are searched for secrets. */
  readonly maxBytes?: number;
  /**
   * Keywords for rules that need more than the text: names of password files in the same call (`passwordFilesIn`), and
   * a mark if the call prints a secret (`printedBy`).
   */
  readonly fileNames?: string;
  /** The file before the edit of which the texts are parts, if it has private parts (`editedFileIn`). */
  readonly editedFile?: string;
}

/** The length in units from which a text is not read together with others, and cleaned only once. */
const LONG = 4096;
const TOO_DEEP = "[nested too deep]";

/** Returns a cleaner with these settings for texts that are all parts of `kept`. */
export function cleanerFor({ privacy, capture }: Settings, kept: unknown) {
  const editedFile = editedFileIn(kept);
  const options = {
    fileNames: passwordFilesIn(kept) + printedBy(kept),
    ...(editedFile === undefined ? {} : { editedFile }),
    redactSecrets: privacy.redact_secrets,
    maxBytes: capture.max_field_bytes,
  };
  return {
    cleanText: (text: string) => cleanText(text, options),
    cleanJson: (value: unknown) => cleanJson(value, options),
  };
}

/** Returns true if the text contains a private block or a secret. */
export function isPrivate(text: string): boolean {
  return cleanText(text, { redactSecrets: true }) !== text;
}

/** Returns the text without private blocks and, unless `redactSecrets` is false, without secrets. */
export function cleanText(
  text: string,
  { redactSecrets: isRedacted, maxBytes, fileNames }: CleanOptions,
): string {
  const open = stripPrivateTags(text);
  if (!isRedacted) return maxBytes === undefined ? open : cutMiddle(open, maxBytes);
  const redact = (text: string) => {
    const clean = redactSecrets(text, fileNames);
    return clean === text ? text : stripPrivateTags(clean); // a tag may have been hidden by colour codes
  };
  return maxBytes === undefined ? redact(open) : redactAndCut(open, maxBytes, redact);
}

function cleanWhole(text: string, { redactSecrets, fileNames }: CleanOptions): string {
  return cleanText(text, { redactSecrets, ...(fileNames === undefined ? {} : { fileNames }) });
}

/**
 * Returns the same as redacting the whole text and then cutting it, but does not search the middle of a huge text, which
 * is cut anyway. Searches everything if redaction shortens an end so much that unsearched text could remain.
 */
function redactAndCut(text: string, maxBytes: number, redact: (text: string) => string): string {
  const ends = searchedEnds(text, maxBytes);
  if (ends === undefined) return cutMiddle(redact(text), maxBytes);
  const head = redact(text.slice(0, ends.head));
  const tail = redact(text.slice(ends.tail));
  if (Math.min(head.length, tail.length) < Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN / 2) {
    return cutMiddle(redact(text), maxBytes);
  }
  return cutBetween(head, ends.tail - ends.head, tail, maxBytes);
}

/**
 * Cleans parsed JSON: every string and key, and the strings under names such as `password`. Returns unchanged parts as
 * the same objects. Replaces values below 200 levels by "[nested too deep]".
 */
export function cleanJson(value: unknown, options: CleanOptions): unknown {
  const file = options.editedFile ?? editedFileIn(value);
  return cleanOpen(file === undefined ? value : hidePrivateEdits(value, file), options);
}

function cleanOpen(value: unknown, options: CleanOptions): unknown {
  const fileNames = options.fileNames ?? passwordFilesIn(value) + printedBy(value);
  // A UTF-16 unit takes up to three bytes, so a string of this length is never cut.
  const maxShort = Math.min(LONG, (options.maxBytes ?? Infinity) / 3);
  if (maxShort === LONG && fileNames === "" && !mayNeedCleaning(value)) return value;
  return cleanNode(value, { ...options, fileNames, maxShort, cleaned: new Map() }, 0);
}

interface Walk extends CleanOptions {
  /** The length in units up to which a text is read together with its neighbours. */
  readonly maxShort: number;
  /** The cleaned long texts, as the new content of a file is in the input and in the result of a call. */
  readonly cleaned: Map<string, string>;
}

/** Cleans a value. `kind`: the kind of secret, if the name above the value is one of a secret. */
function cleanNode(value: unknown, walk: Walk, depth: number, kind?: NamedKind): unknown {
  if (typeof value === "string") return cleanString(value, walk);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  return Array.isArray(value)
    ? cleanArray(value, walk, depth)
    : cleanObject(value as Record<string, unknown>, walk, depth, kind);
}

function cleanString(text: string, walk: Walk): string {
  if (text.length <= walk.maxShort) return cleanText(text, walk);
  const clean = walk.cleaned.get(text) ?? cleanText(text, walk);
  walk.cleaned.set(text, clean);
  return clean;
}

function cleanArray(list: readonly unknown[], walk: Walk, depth: number): readonly unknown[] {
  const items = cleanAcross(list, walk);
  let cleaned: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const before = items[i];
    // A string after an option is its value: `["--password", "…"]`.
    const option = i > 0 && typeof before === "string" ? items[i - 1] : undefined;
    const kind = typeof option === "string" && option.startsWith("--") ? namedKind(option, walk) : undefined;
    const after = cleanMember(before, kind, walk, depth);
    if (after === before) continue;
    cleaned ??= items.slice();
    cleaned[i] = after;
  }
  return cleaned ?? items;
}

/** Removes private blocks and secrets that are recognized only if the items are read as one text. */
function cleanAcross(list: readonly unknown[], { maxShort, ...options }: Walk): readonly unknown[] {
  if (list.length < 2) return list;
  const form = { isPatch: isPatch(list) };
  const clean = (text: string) => cleanWhole(text, { ...options, redactSecrets: false });
  const open = hideBlocksAcross(list, { ...form, clean });
  if (!options.redactSecrets) return open;
  return hideSecretsAcross(open, {
    ...form,
    clean: (text) => cleanWhole(text, options),
    maxUnits: maxShort,
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
 * Cleans a value, or a list of values, under a name of a secret. The members of an object are judged by their own names,
 * except for values and defaults: Terraform prints `{ "db_password": { "sensitive": true, "value": "…" } }`.
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

/**
 * Returns an object with these entries, also for a name such as `__proto__`. Names that redaction made equal get
 * numbers, so that no value is lost.
 */
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

type Fields = Readonly<Record<string, unknown>>;

/** The keys of a value beside or below a label. AWS writes `Value`. */
const VALUE_KEYS = ["value", "Value", "default", "Default"];

/** Returns the name of a value: its key, or for `text` the field beside it. */
function nameOf(key: string, object: Fields): string {
  if (key === "text") return fieldOf(object);
  return isPrivateNumber(key, object) ? "private_key" : key;
}

/** Returns the name in `{ "name": "DB_PASSWORD", "value": "…" }`: of container settings, headers and fields of a page. */
function labelOf(object: Fields): string {
  const label = object.name ?? object.key ?? object.Name ?? object.Key ?? object.selector;
  return typeof label === "string" ? label : "";
}

/** Returns true for the key of a private number in a JSON Web Key. */
function isPrivateNumber(key: string, { kty }: Fields): boolean {
  return typeof kty === "string" && /^(?:d|p|q|dp|dq|qi|k)$/.test(key);
}

/** Returns the field in `{ "element": "Password field", "text": "…" }`, the input of a browser tool that types. */
function fieldOf({ selector, element = selector }: Fields): string {
  return typeof element === "string" ? element.replace(/ (?:text ?)?(?:field|input|box)\b.*/, "") : "text";
}
