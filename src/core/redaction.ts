import {
  FEW_UNITS,
  FIXED_SCAN,
  mayHoldAssignment,
  mayHoldFixedShape,
  mayHoldMention,
  mayHoldOption,
} from "./privacy_signs.ts";
import { PEM_HEAD, pemSpan } from "./secret_pem.ts";
import { mayHoldPem, mayHoldPrefix, mayHoldUrlSecret, PREFIX_SCAN } from "./privacy_signs.ts";
import { secretNameKind } from "./secret_names.ts";
import { assignmentSpan } from "./secret_assignments.ts";
import { mentionedSpan, MENTIONS } from "./secret_mentions.ts";
import { ASSIGNMENT, OPTION } from "./secret_patterns.ts";
import { fixedShapeAt, prefixedTokenAt } from "./secret_shapes.ts";
import { isRandom, isSecretValue } from "./secret_values.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";

const AWS_SECRET = /[\s,:|"'\\]{1,8}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/y;
const URL_PASSWORD =
  /:\/\/(?:([\w-]{20,250})@|[^\s/@"'`<>:[]{0,100}:([^\s/"'`<>?#]{1,200})@|(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/([\w/-]{20,200}))/g;

const COMMAND = /\b(?:mysql|mariadb|sshpass|curl|redis-cli|docker login)[^\n|;&]{1,500}/g;
const COMMAND_PASSWORD: Readonly<Record<string, RegExp>> = {
  c: / (?:-u|--user)[ =]?["']?[^\s:"']{1,100}:([^\s"']{3,})/,
  s: / -p ?["']?([^\s"']{3,})/,
  d: / -p ?["']?([^\s"']{3,})/,
  r: / -a ["']?([^\s"']{3,})/,
  m: / -p["']?([^\s"'-][^\s"']{2,})/,
};

/** What one replacement brings together may be a secret of its own; more than a few rounds take contrived texts. */
const MAX_ROUNDS = 6;

/**
 * The text with each secret replaced by `[redacted:<kind>]`; the same string when there is none. Doing it twice
 * changes nothing more. Each scan only moves forward, so the time is linear in the text. In texts of up to `fewUnits`
 * no pattern is used without its signs, which saves a new process much and costs any other one.
 */
export function redactSecrets(text: string, fewUnits: number = FEW_UNITS): string {
  let clean = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = clean;
    clean = redactOnce(before, fewUnits);
    if (clean === before) break;
  }
  return clean;
}

function redactOnce(text: string, fewUnits: number): string {
  if (text.length < 8) return text;
  const isShort = text.length <= fewUnits;
  // A pattern costs a new process 0.1 ms or more.
  const redact = (
    text: string,
    mayHold: (text: string) => boolean,
    find: (text: string) => readonly Span[],
  ) => isShort && !mayHold(text) ? text : replaceSpans(text, find(text));
  let clean = redact(text, mayHoldPem, (text) => collect(text, PEM_HEAD, pemSpan));
  clean = redact(clean, mayHoldPrefix, (text) => collect(text, PREFIX_SCAN, prefixedTokenAt));
  clean = redact(clean, mayHoldFixedShape, fixedSpans);
  clean = redact(clean, mayHoldUrlSecret, (text) => collect(text, URL_PASSWORD, urlSpan));
  clean = redact(clean, mayHoldAssignment, (text) => collect(text, ASSIGNMENT, assignmentSpan));
  clean = redact(clean, mayHoldOption, optionSpans);
  const mayMention = (text: string) => mayHoldMention(text.toLowerCase());
  return redact(clean, mayMention, (text) => collect(text, MENTIONS, mentionedSpan));
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let clean = "";
  let from = 0;
  for (const { start, end, kind } of spans) {
    if (start < from) continue;
    clean += text.slice(from, start) + `[redacted:${kind}]`;
    from = end;
  }
  return clean + text.slice(from);
}

/** What `read` makes of each match; the search goes on after what it took. */
function collect(
  text: string,
  pattern: RegExp,
  read: (text: string, hit: RegExpExecArray) => Span | undefined,
): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    const at = pattern.lastIndex;
    const span = read(text, hit);
    pattern.lastIndex = span === undefined ? at : Math.max(at, span.end);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}

/** The secret half of an AWS pair has no shape of its own: 40 characters right after the other half. */
function fixedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const span of collect(text, FIXED_SCAN, fixedShapeAt)) {
    spans.push(span);
    const pair = span.kind === "aws-access-key" ? matchAt(AWS_SECRET, text, span.end) : null;
    if (pair === null) continue;
    const end = span.end + pair[0].length;
    spans.push({ start: end - 40, end, kind: "aws-secret-key" });
  }
  return spans;
}

function urlSpan(_text: string, hit: RegExpExecArray): Span | undefined {
  const end = hit.index + hit[0].length;
  const [, user, password, webhook = ""] = hit;
  if (user !== undefined) {
    return isRandom(user) ? { start: end - 1 - user.length, end: end - 1, kind: "token" } : undefined;
  }
  if (password === undefined) return { start: end - webhook.length, end, kind: "webhook" };
  return isUrlPlaceholder(password)
    ? undefined
    : { start: end - 1 - password.length, end: end - 1, kind: "password" };
}

function isUrlPlaceholder(password: string): boolean {
  return /^(?:\[redacted:[a-z0-9-]+\]|[$%{(*].*|(?:your[-_]?)?(?:pass(?:word|wd)?|pw|pwd|secret|token)|x+|\.+)$/
    .test(password.toLowerCase());
}

function optionSpans(text: string): Span[] {
  let hasShortOption = false;
  const spans = collect(text, OPTION, (_, hit) => {
    const value = hit[2];
    if (value === undefined) hasShortOption = true;
    const kind = value === undefined ? undefined : secretNameKind(hit[1] ?? "");
    if (value === undefined || kind === undefined) return undefined;
    if (!isSecretValue(value, kind, /[\d\W]/.test(value) ? "setting" : "bare")) return undefined;
    const end = hit.index + hit[0].length;
    return { start: end - value.length, end, kind };
  });
  if (!hasShortOption) return spans;
  return spans.concat(collect(text, COMMAND, commandSpan)).sort((a, b) => a.start - b.start);
}

/** Passwords that commands take without a telling name. */
function commandSpan(_text: string, hit: RegExpExecArray): Span | undefined {
  const option = COMMAND_PASSWORD[hit[0][0] ?? ""]?.exec(hit[0]);
  const value = option?.[1];
  if (!option || value === undefined || /^(?:[$<{]|\[redacted:)/.test(value)) return undefined;
  const end = hit.index + option.index + option[0].length;
  return { start: end - value.length, end, kind: "password" };
}
