import { secretNameKind } from "./secret_names.ts";
import type { NamedKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";
import type { ValueForm } from "./secret_values.ts";

const NAME_BEFORE = /(?<=(<?)([\w.$-]{1,64})[\\"'\]]{0,9}[ \t]*)/y;
/** `[redacted:password]` ends in a telling name too. */
const MARKER_BEFORE = /\[redacted:[a-z0-9-]+\][\\"'\]]*[ \t]*$/;
const OPERAND = /[>=]?[ \t]*(\\*["'`]|)/y;
const BARE = /[^\s"'`<>(){}[\],;|&\\]{1,256}/y;
const LINE_REST = /[^\n"'`\\]{1,256}/y;

const CREDENTIALS = /^(?:[Bb]earer|BEARER|[Bb]asic|[Tt]oken|Digest|[Bb]ot|[Aa]pi[Kk]ey|Negotiate) +(\S{8,})/;
const COOKIE = /^[\w.-]+=[^;\s]{6,}/;

/** What a string becomes that stands under this name in JSON; undefined when it may stay. */
export function redactNamedValue(kind: NamedKind, value: string): string | undefined {
  const span = namedSpan(kind, value, "quoted");
  return span && value.slice(0, span.start) + `[redacted:${span.kind}]` + value.slice(span.end);
}

/** What a match of ASSIGNMENT assigns, if it is a secret. */
export function assignmentSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const operator = hit.index;
  if (hit[1] !== undefined) {
    return { start: operator - hit[1].length, end: operator + 36, kind: "telegram-token" };
  }
  const before = matchAt(NAME_BEFORE, text, operator);
  const name = before?.[2] ?? "";
  const kind = secretNameKind(name);
  const isElement = text[operator] === ">";
  if (name === "PASS" && text[operator] === ":") return undefined; // a test runner speaks
  if (kind === undefined || (isElement && before?.[1] !== "<")) return undefined;
  if (MARKER_BEFORE.test(text.slice(Math.max(0, operator - 64), operator))) return undefined;
  const opening = matchAt(OPERAND, text, operator + 1);
  const quote = opening?.[1] ?? "";
  const from = operator + 1 + (opening?.[0].length ?? 0);
  if (quote !== "") return shifted(namedSpan(kind, quotedValue(text, from, quote), "quoted"), from);
  if (kind === "authorization" || kind === "cookie") {
    return unquotedSpan(text, from, { kind, form: "bare", pattern: LINE_REST });
  }
  const isSetting = isElement ||
    (text[operator] === "=" && from === operator + 1 && /^(?:--[\w-]+|[A-Z][A-Z0-9_]*)$/.test(name));
  const span = unquotedSpan(text, from, { kind, form: isSetting ? "setting" : "bare", pattern: BARE });
  return isElement && span !== undefined && !text.startsWith("</", span.end) ? undefined : span;
}

/** Judged by its first 256 characters, then taken whole: `password=password=…` must not be read to its end each time. */
function unquotedSpan(
  text: string,
  from: number,
  { kind, form, pattern }: { kind: NamedKind; form: ValueForm; pattern: RegExp },
): Span | undefined {
  const sample = matchAt(pattern, text, from)?.[0] ?? "";
  const next = text[from + sample.length];
  if (pattern === BARE && (next === "(" || next === "[" || next === "{")) return undefined;
  const span = shifted(namedSpan(kind, sample, form), from);
  if (span === undefined || span.end < from + sample.length) return span;
  let end = span.end;
  for (let more = matchAt(pattern, text, end); more !== null; more = matchAt(pattern, text, end)) {
    end += more[0].length;
  }
  return { ...span, end };
}

function shifted(span: Span | undefined, by: number): Span | undefined {
  return span && { start: span.start + by, end: span.end + by, kind: span.kind };
}

/** Which part of a value under a telling name is the secret. */
function namedSpan(kind: NamedKind, value: string, form: ValueForm): Span | undefined {
  const credentials = CREDENTIALS.exec(value);
  if (credentials !== null) {
    const secret = credentials[1] ?? "";
    if (!isSecretValue(secret, "authorization", "quoted")) return undefined;
    const start = credentials[0].length - secret.length;
    return { start, end: credentials[0].length, kind: "authorization" };
  }
  if (kind === "cookie") return COOKIE.test(value) ? { start: 0, end: value.length, kind } : undefined;
  if (kind === "authorization" && form === "bare") return undefined;
  return isSecretValue(value, kind, form) ? { start: 0, end: value.length, kind } : undefined;
}

/** Up to the closing quote, the end of the line, or, in a string within a string, the next backslash. */
function quotedValue(text: string, from: number, quote: string): string {
  const mark = quote.at(-1);
  const pattern = quote.length > 1
    ? /[^"'`\\\n]*/y
    : mark === '"'
    ? /[^"\n]*/y
    : mark === "'"
    ? /[^'\n]*/y
    : /[^`\n]*/y;
  return matchAt(pattern, text, from)?.[0] ?? "";
}
