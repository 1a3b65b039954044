import { stripPrivateTags } from "./private_tags.ts";
import { redactSecrets } from "./redaction.ts";
import { redactNamedValue } from "./secret_assignments.ts";
import { mayNameSecret, secretNameKind } from "./secret_names.ts";
import type { NamedKind } from "./secret_names.ts";

export interface CleanOptions {
  /** `privacy.redact_secrets`; private tags go whatever it says. */
  readonly redactSecrets: boolean;
}

const MAX_DEPTH = 200;
const LONG = 4096;
const TOO_DEEP = "[nested too deep]";

/** The text as it may be kept: without private blocks and, unless switched off, without secrets. */
export function cleanText(text: string, options: CleanOptions): string {
  const open = stripPrivateTags(text);
  return options.redactSecrets ? redactSecrets(open) : open;
}

/**
 * Parsed JSON as it may be kept: every string and key cleaned, and the strings under names such as `password`
 * redacted. What needs no change is the same object as before. Deeper than 200 levels stands "[nested too deep]".
 */
export function cleanJson(value: unknown, options: CleanOptions): unknown {
  const found: Strings = { keys: [], short: [], long: [] };
  return gather(value, found, 0) || needsCleaning(found, options) ? cleanNode(value, options, 0) : value;
}

interface Strings {
  readonly keys: string[];
  readonly short: string[];
  readonly long: string[];
}

/** Collects all strings and keys; true when the value is too deep to stay as it is. */
function gather(value: unknown, found: Strings, depth: number): boolean {
  if (typeof value === "string") (value.length < LONG ? found.short : found.long).push(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => gather(item, found, depth + 1));
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
function needsCleaning({ keys, short, long }: Strings, options: CleanOptions): boolean {
  const names = keys.join("\n");
  const texts = [`${names}\n${short.join("\n")}`, ...long];
  if (options.redactSecrets) {
    if (mayNameSecret(names) && keys.some(isTelling)) return true;
    const labels = keys.includes("value") ? short : short.filter((text) => text.startsWith("--"));
    if (labels.some(isTelling)) return true;
  }
  return texts.some((text) => cleanText(text, options) !== text);
}

function isTelling(name: string): boolean {
  return secretNameKind(name) !== undefined;
}

function cleanNode(value: unknown, options: CleanOptions, depth: number): unknown {
  if (typeof value === "string") return cleanText(value, options);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  return Array.isArray(value)
    ? cleanArray(value, options, depth)
    : cleanObject(value as Record<string, unknown>, options, depth);
}

function cleanArray(items: readonly unknown[], options: CleanOptions, depth: number): readonly unknown[] {
  let cleaned: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const before = items[i];
    const option = i > 0 && typeof before === "string" ? items[i - 1] : undefined;
    const kind = typeof option === "string" && option.startsWith("--")
      ? namedKind(option, options)
      : undefined;
    const after = cleanMember(before, kind, options, depth);
    if (after === before) continue;
    cleaned ??= items.slice();
    cleaned[i] = after;
  }
  return cleaned ?? items;
}

function cleanObject(
  object: Readonly<Record<string, unknown>>,
  options: CleanOptions,
  depth: number,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(object);
  const cleaned: [string, unknown][] = [];
  let hasChanged = false;
  for (const key of keys) {
    const before = object[key];
    const cleanKey = cleanText(key, options);
    const kind = namedKind(key === "value" ? labelOf(object) : key, options);
    const after = cleanMember(before, kind, options, depth);
    if (cleanKey !== key || after !== before) hasChanged = true;
    cleaned.push([cleanKey, after]);
  }
  return hasChanged ? fromEntries(cleaned) : object;
}

/** A list under a telling name holds secrets too; an object under it has names of its own. */
function cleanMember(
  value: unknown,
  kind: NamedKind | undefined,
  options: CleanOptions,
  depth: number,
): unknown {
  if (kind === undefined) return cleanNode(value, options, depth + 1);
  if (typeof value === "string") {
    const open = stripPrivateTags(value);
    return redactNamedValue(kind, open) ?? redactSecrets(open);
  }
  if (!Array.isArray(value)) return cleanNode(value, options, depth + 1);
  const redacted = value.map((item) =>
    typeof item === "string" ? cleanMember(item, kind, options, depth) : item
  );
  const isSame = redacted.every((item, i) => item === value[i]);
  return cleanNode(isSame ? value : redacted, options, depth + 1);
}

function namedKind(name: string, options: CleanOptions): NamedKind | undefined {
  return options.redactSecrets ? secretNameKind(name) : undefined;
}

/** `{ "name": "DB_PASSWORD", "value": "…" }`, as container settings and headers are written. */
function labelOf(object: Readonly<Record<string, unknown>>): string {
  const label = object.name ?? object.key;
  return typeof label === "string" ? label : "";
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
