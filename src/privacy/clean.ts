// Removes private blocks and secrets from texts and parsed JSON, before they are stored or sent.
import { cutBetween, cutMiddle } from "../base/cut.ts";
import { asText } from "../base/json.ts";
import type { Settings } from "../base/settings.ts";
import { changedList, cleanAcross, editsPrivateFile } from "./across_texts.ts";
import { stripPrivateTags } from "./private_tags.ts";
import { fieldName, type NamedKind, secretNameKind } from "./heuristics.ts";
import { MARGIN, MAX_DEPTH, mayNeedCleaning, searchedEnds, withAsciiSigns } from "./prefilter.ts";
import { redactSecrets } from "./redaction.ts";
import { redactNamedValue } from "./rules/assignments.ts";
import { passwordFilesIn, printedBy, withoutEntries } from "./rules/documents.ts";

export interface CleanOptions {
  readonly redactSecrets: boolean;
  /** The bytes to which strings, but not keys, are cut. Of much longer strings only the ends are searched. */
  readonly maxBytes?: number | undefined;
  /** Keywords from the call (`passwordFilesIn`, `printedBy`): their rules are tried on texts without them, too. */
  readonly beside?: string | undefined;
  /** True to hide the texts of edits, because the call edits a file with private parts (`editsPrivateFile`). */
  readonly hidesEdits?: boolean;
}

/** The most units of a text that is read with its neighbours. A longer one is cleaned once if it occurs twice. */
const LONG = 4096;

/** Returns a cleaner for the texts in `kept`: the input and result of a call may show that the other holds secrets. */
export function cleanerFor({ privacy, capture }: Settings, kept: unknown) {
  const options = {
    beside: passwordFilesIn(kept) + printedBy(kept),
    hidesEdits: editsPrivateFile(kept),
    redactSecrets: privacy.redact_secrets,
    maxBytes: capture.max_field_bytes,
  };
  return {
    cleanText: (text: string) => cleanText(text, options),
    cleanJson: (value: unknown) => cleanJson(value, options),
  };
}

export const needsCleaning = (text: string) => cleanText(text, { redactSecrets: true }) !== text;

/**
 * Returns the text without private blocks and, if asked, secrets, cut to `maxBytes`. Does not search the middle of a
 * huge text (`searchedEnds`), unless redaction leaves so little of the ends that a part of the middle would remain.
 */
export function cleanText(
  text: string,
  { redactSecrets: isRedacted, maxBytes = Infinity, beside }: CleanOptions,
): string {
  const untagged = stripPrivateTags(text);
  const redact = (text: string) => isRedacted ? redactSecrets(text, beside) : text;
  const ends = searchedEnds(untagged, maxBytes);
  if (ends !== undefined) {
    const [head, tail] = [redact(untagged.slice(0, ends.head)), redact(untagged.slice(ends.tail))];
    if (Math.min(head.length, tail.length) >= Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN / 2) {
      return cutBetween(head, tail, head.length + ends.tail - ends.head + tail.length, maxBytes);
    }
  }
  return cutMiddle(redact(untagged), maxBytes);
}

/**
 * Cleans all strings and keys of parsed JSON, and values of keys such as `password`. Unchanged parts stay the
 * same objects; JSON without a secret may stay uncut. Objects and lists in 200 others become "[nested too deep]".
 */
export function cleanJson(value: unknown, options: CleanOptions): unknown {
  const hidesEdits = options.hidesEdits ?? editsPrivateFile(value);
  const beside = options.beside ?? passwordFilesIn(value) + printedBy(value);
  // A unit takes at most three bytes, so a string of up to `maxShort` units is never cut.
  const maxShort = Math.min(LONG, (options.maxBytes ?? Infinity) / 3);
  if (maxShort === LONG && beside === "" && !hidesEdits && !mayNeedCleaning(value, options.maxBytes)) {
    return value;
  }
  return cleanNode(value, { ...options, beside, hidesEdits, maxShort, cleaned: new Map() }, 0);
}

interface Walk extends CleanOptions {
  /** The units up to which a text is read with its neighbours. */
  readonly maxShort: number;
  /** Cleaned long texts by their originals: in a replayed call, input and result both have a file's new content. */
  readonly cleaned: Map<string, string>;
}

/** Cleans a value; `kind` is given for an object or a list whose key, or the key of one around it, names a secret. */
function cleanNode(value: unknown, walk: Walk, depth: number, kind?: NamedKind): unknown {
  if (typeof value === "string") return cleanString(value, walk);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[nested too deep]";
  if (Array.isArray(value)) return cleanArray(value, walk, depth, kind);
  return cleanObject(value as Fields, walk, depth, kind);
}

const cleanWhole = (text: string, walk: Walk) => cleanText(text, { ...walk, maxBytes: undefined }); // uncut

function cleanString(text: string, walk: Walk): string {
  if (text.length <= walk.maxShort) return cleanText(text, walk);
  return walk.cleaned.getOrInsertComputed(text, () => cleanText(text, walk));
}

function cleanArray(list: readonly unknown[], walk: Walk, depth: number, outerKind: NamedKind | undefined) {
  const redact = walk.redactSecrets ? (text: string) => cleanWhole(text, walk) : undefined;
  const items = cleanAcross(list, redact, walk.maxShort);
  const cleaned = items.map((item, i) => {
    // A string after an option is its value: `["--password", "…"]`.
    const option = i > 0 && typeof item === "string" ? asText(items[i - 1]) : undefined;
    const kind = option?.startsWith("--") ? namedKind(option, item, walk) : undefined;
    return cleanMember(item, kind ?? outerKind, walk, depth);
  });
  return changedList(items, cleaned);
}

function cleanObject(object: Fields, walk: Walk, depth: number, outerKind: NamedKind | undefined): Fields {
  const isKubernetesSecret = walk.redactSecrets && object.kind === "Secret";
  const cleaned: [string, unknown][] = [];
  let hasChanged = false;
  for (const [key, given] of Object.entries(object)) {
    const shown = walk.hidesEdits && EDIT_KEYS.includes(key) ? (Array.isArray(given) ? [] : "") : given;
    const before = isKubernetesSecret ? withoutEntries(key, shown) : shown;
    const cleanKey = cleanWhole(key, walk);
    const isValue = VALUE_KEYS.includes(key);
    const kind = namedKind(isValue ? labelOf(object) : nameOf(key, object), before, walk) ??
      (isValue ? outerKind : undefined);
    const after = cleanMember(before, kind, walk, depth);
    hasChanged ||= cleanKey !== key || after !== given;
    cleaned.push([cleanKey, after]);
  }
  return hasChanged ? fromEntries(cleaned) : object;
}

/**
 * Cleans a value. `kind` is given if a name says that it is a secret. Of an object, only members such as `value` take
 * this kind, as in Terraform's `{ "db_password": { "sensitive": true, "value": "…" } }`: others have their own names.
 */
function cleanMember(value: unknown, kind: NamedKind | undefined, walk: Walk, depth: number): unknown {
  if (kind === undefined) return cleanNode(value, walk, depth + 1);
  if (typeof value === "string") {
    const named = redactNamedValue(kind, stripPrivateTags(value));
    return named === undefined ? cleanString(value, walk) : cutMiddle(named, walk.maxBytes ?? Infinity);
  }
  return cleanNode(value, walk, depth + 1, kind);
}

const namedKind = (name: string, value: unknown, walk: Walk): NamedKind | undefined =>
  walk.redactSecrets ? secretNameKind(withAsciiSigns(name), asText(value)) : undefined;

/** Numbers keys that redaction made equal. `Object.fromEntries`, unlike an assignment, stores `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const unique = new Map<string, unknown>();
  const counts = new Map<string, number>(); // counting anew for each of thousands of keys would take minutes
  for (const [key, value] of entries) {
    let name = key;
    for (let count = counts.get(key) ?? 2; unique.has(name); count++) {
      name = `${key} (${count})`;
      counts.set(key, count + 1);
    }
    unique.set(name, value);
  }
  return Object.fromEntries(unique);
}

type Fields = Readonly<Record<string, unknown>>;

/** The keys of the texts of an edit, and of the lines of its patch. */
const EDIT_KEYS = ["old_string", "oldString", "new_string", "newString", "old_source", "new_source", "lines"];
/** The keys of a value whose name stands under another key (`LABEL_KEYS`). AWS writes `Value`. */
const VALUE_KEYS = ["value", "Value", "ParameterValue", "default", "Default"];
/** The keys with the name of a value that is in one of `VALUE_KEYS`. */
const LABEL_KEYS = ["name", "key", "Name", "Key", "ParameterKey", "field", "label", "selector"];

/**
 * Returns the name by which a value is judged: its key, or the field into which a browser tool types `text`.
 * A private number of a JSON Web Key counts as a private key.
 */
function nameOf(key: string, { kty, selector, element = selector }: Fields): string {
  if (key === "text") return typeof element === "string" ? fieldName(element) : key;
  return typeof kty === "string" && /^(?:d|p|q|dp|dq|qi|k)$/.test(key) ? "private_key" : key;
}

/** Returns the secret's name in `{ "name": "DB_PASSWORD", "value": "…" }`, as in settings of containers, else "". */
function labelOf(object: Fields): string {
  const labels = LABEL_KEYS.map((key) => object[key]).filter((label) => typeof label === "string");
  return labels.map(fieldName).find((name) => secretNameKind(name) !== undefined) ?? "";
}
