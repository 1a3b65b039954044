import { blockEnd, blockSample } from "./secret_blocks.ts";
import type { BlockLine } from "./secret_blocks.ts";
import { listedSpan } from "./secret_literals.ts";
import { quotedAt } from "./secret_quotes.ts";
import { isGeneratedPassword } from "./secret_mixture.ts";
import { isGeneratedKey, nameEnd, ownedKey } from "./secret_keys.ts";
import { secretNameKind } from "./secret_names.ts";
import type { NamedKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { spanByPlace } from "./secret_places.ts";
import { isRandom, isSecretValue } from "./secret_values.ts";
import type { ValueForm } from "./secret_values.ts";

/** 1 how an element begins that has the name, or whose name it is: `<property name="password">…</property>`. */
const NAME_BEFORE = /(?<=(<|\b(?:name|key)=\\{0,4}["']|)([\wÑñА-яЁё密码.$-]{1,64})[\\"'\]]{0,9}[ \t]*)/y;
/** `[redacted:password]` ends in a telling name too. */
const MARKER_BEFORE = /\[redacted:[a-z0-9-]+\][\\"'\]]*[ \t]*$/;
/** `src/token.ts:12:`, as a search prints its lines. */
const FOUND_IN_FILE = /\.[a-z]{1,5}:\d{1,7}[:-]/;
/** Also the marks of other strings: `b'…'` of Python, `$'…'` of shells, `Some("…")` of Rust. */
const OPERAND = /[>=]?(?:\*\*)?[ \t]*(?:(?:[BNRUbru]{1,2}|[$@]|Some\(\s{0,80})(?=\\*["']))?(\\*["'`]|)/y;
/**
 * Where the literal does not stand right behind the operator: a type, what it is the default of, a call that only
 * changes its form, the line before it, or the beginning of an object with its value, as Terraform writes what it
 * puts out.
 */
const BEFORE_LITERAL =
  /[ \t]*(?:(?:&'\w+ )?[&\w][\w .<>?&|[\]]{0,60} =|[\w.$?!()[\]'"]{1,80} (?:\|\||\?\?|or))\s{1,80}(?=\\*["'`])|[ \t]*(?:new )?[\w.[\]()]{0,40}?(?:\[\]byte|Buffer\.from|hex|hexlify|decode|decodeString|DecodeString|FromBase64String|atob|TextEncoder\(\)\.encode|GetBytes|hmacShaKeyFor|Secret\w{0,20})\(\s{0,80}(?=\\*["'`])|(?<==)>?[ \t]*\r?\n[ \t]*(?:string\(\d+\) )?(?=\\*["'`])|[ \t]*\{[^{}]{0,200}?"value\\*":\s{0,9}(?=\\*")/y;
const BARE = /[^\s"'`<>(){}[\],;|&\\,。;]{1,256}/y;
const LINE_REST = /[^\n"'`\\]{1,256}/y;

const CREDENTIALS = /^(?:[Bb]earer|BEARER|[Bb]asic|[Tt]oken|Digest|[Bb]ot|[Aa]pi[Kk]ey|Negotiate) +(\S{8,})/;
const COOKIE = /^(?:[\w.-]+=[^;\s]{0,200}; ?)*[\w.-]+=[^;\s]{6,}/;
/** `password = "old" -> "new"` */
const CHANGED_TO = /\\*["'] -> (\\*["'])/y;

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
  const name = ownedKey(text, operator, withoutEscape(text, nameEnd(text, operator), before?.[2] ?? ""));
  const kind = secretNameKind(name) ?? (isGeneratedKey(text, operator, name) ? "key" : undefined);
  const isElement = text[operator] === ">";
  if (name === "PASS" && text[operator] === ":") return undefined; // a test runner speaks
  const isLabelled = isElement && before?.[1] !== "<";
  if (kind === undefined || (isLabelled && !before?.[1])) return undefined;
  if (name === "secret" && text[operator - 7] === ":") return undefined; // `arn:…:secret:name-a1B2c3`
  if (FOUND_IN_FILE.test(`${name}${text.slice(operator, operator + 9)}`)) return undefined;
  if (MARKER_BEFORE.test(text.slice(Math.max(0, operator - 64), operator))) return undefined;
  const block = text[operator] === ":" ? blockSample(text, operator) : undefined;
  if (block !== undefined) return blockSpan(text, operator, kind, block);
  const behind = operator + 1 + (matchAt(BEFORE_LITERAL, text, operator + 1)?.[0].length ?? 0);
  const opening = matchAt(OPERAND, text, behind);
  const quote = opening?.[1] ?? "";
  const from = behind + (opening?.[0].length ?? 0);
  const isSetting = (isElement && !isLabelled) ||
    (text[operator] === "=" && !/[ \t>=]/.test(opening?.[0] ?? "") &&
      /^(?:--[\w-]+|[A-Z][A-Z0-9_]*)$/.test(name));
  const isHeader = text[operator] === ":" && /^[Xx]-/.test(name);
  const form = isSetting ? "setting" : quote === "" && !isHeader ? "bare" : "quoted";
  if (text[from] === "[" && quote === "") return listedSpan(text, from, kind);
  if (quote !== "") return quotedSpan(text, from, { kind, quote, form });
  if (kind === "cookie" || (kind === "authorization" && !isSetting)) {
    if (text[from] === "{") return undefined;
    return unquotedSpan(text, from, { kind, form: "bare", pattern: LINE_REST });
  }
  const span =
    spanByPlace({ text, kind, name, nameStart: nameEnd(text, operator) - name.length, operator, from }) ??
      unquotedSpan(text, from, { kind, form: kind === "authorization" ? "quoted" : form, pattern: BARE });
  if (!isElement || span === undefined) return span;
  const isText = isLabelled && !/^\S*\d\S*$/.test(text.slice(span.start, span.end)); // of the program
  return isText || !text.startsWith("</", span.end) ? undefined : span;
}

/** In JSON text, the letter of `\\n` stands before a name that begins a line. */
function withoutEscape(text: string, end: number, name: string): string {
  const isEscaped = /^[nrt]/.test(name) && text[end - name.length - 1] === "\\";
  return isEscaped && secretNameKind(name.slice(1)) !== undefined ? name.slice(1) : name;
}

/** What ends with its own quote, and, in what Terraform plans to change, the next value as well. */
function quotedSpan(
  text: string,
  from: number,
  { kind, quote, form }: { kind: NamedKind; quote: string; form: ValueForm },
): Span | undefined {
  const whole = quotedAt(text, from, quote);
  const isBehindString = /[,;)]/.test(text[from] ?? "") && !isGeneratedPassword(whole ?? "");
  if (isBehindString) return undefined; // the quote is the one that closes a string
  const span = (whole !== undefined && shifted(namedSpan(kind, whole, form), from)) ||
    shifted(namedSpan(kind, beforeAnyQuote(text, from, quote), form), from);
  const next = span && matchAt(CHANGED_TO, text, span.end);
  if (!span || !next) return span || undefined;
  const to = quotedAt(text, span.end + next[0].length, next[1] ?? "");
  return to === undefined ? span : { ...span, end: span.end + next[0].length + to.length };
}

/**
 * A block is a literal. It is judged as a whole, as a passphrase may be folded, and by its first line alone, as what
 * stands behind may only look like a part of it; lines without blanks are one value.
 */
function blockSpan(
  text: string,
  colon: number,
  kind: NamedKind,
  sample: readonly BlockLine[],
): Span | undefined {
  const lines = sample.map(({ start, end }) => text.slice(start, Math.min(end, start + 256)));
  const from = sample[0]?.start ?? colon;
  const whole = shifted(namedSpan(kind, lines.join(" "), "quoted"), from);
  const first = whole ?? shifted(namedSpan(kind, lines[0] ?? "", "quoted"), from);
  const isAll = whole !== undefined || !lines.some((line) => /\s/.test(line));
  return first && { ...first, end: isAll ? blockEnd(text, colon, sample) : sample[0]?.end ?? first.end };
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
  if (kind === "authorization" && form === "bare") {
    const isAlone = /^\S{16,}$/.test(value) && isRandom(value);
    return isAlone ? { start: 0, end: value.length, kind } : undefined;
  }
  return isSecretValue(value, kind, form) ? { start: 0, end: value.length, kind } : undefined;
}

/** Up to a quote, the end of the line, or, in a string within a string, the next backslash. */
function beforeAnyQuote(text: string, from: number, quote: string): string {
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
