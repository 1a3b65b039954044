import { KEY_OWNERS } from "./telling_words.ts";
import { secretNameKind } from "./secret_names.ts";
import type { NamedKind } from "./secret_names.ts";
import { CELL } from "./secret_patterns.ts";
import type { Span } from "./secret_span.ts";
import { isRandom, isSecretValue } from "./secret_values.ts";

const LINE_BREAK = /\r?\n|\\r\\n|\\n/g;
const BAR = /(?<!\\)\|/;
/** The number of a line, the name of a file, the sign of a patch, or what stands before a string in JSON. */
const BEFORE_ROW = /^\s*(?:\d{1,7}[ \t→:]|\S{0,100}[^\s\w]|.{0,80}[:(,] ?\\*["'`])?\s*$/;
/** The line of dashes of a table without outer bars, as psql draws it, and what it draws above each record in a list. */
const OPEN_RULE = /^ *-{2,}(?:[+|]-{2,})+ *\r?$/;
const RECORD = /^-\[ RECORD \d+ \]/;
const RULE_UNITS = /^[\s\d→>|+:-]+$/;
const RULE_PART = /--|\|[ :]*-+[ :]*\|/;

/** Up to three words, of which the last tells. */
const NAME = /^[ `*]*((?:[\w.$-]+ ){0,2})([\w.$-]+)[ `*]*$/;
const OWNER = new RegExp(`(?:${KEY_OWNERS}|session)[-_.$ ]*$`, "i");
/** A case of a test, and not a password. */
const CASE = /^(?:wrong|invalid|incorrect|bad|weak|missing|empty|no|without|forgot\w*|reset\w*|chang\w+)\b/i;
/** Tests pass, and fail. */
const PASSED = /^pass$/i;

const MAX_CELL = 200;
const VALUE = /^\s*(?:[*"'\\]*)(?:`([^`]+)`|([^\s`*"'\\](?:[^\s`]*[^\s`*"'\\])?)[*"'\\]*\s*$)/d;
/** What tables have beside a name that is no secret. */
const NO_SECRET = new RegExp(
  [
    /[\w,]+[(:=[]|\^/, // types, settings and patterns
    /[A-Z]+[-_]?[\d.]+$|[A-Za-z]+(?:[-_]\d{1,4}|[-_]?\d+(?:\.\d+)+)$|L\d+-L?\d+$/, // numbers of issues and versions
    /(?:[Ll]evel|[Ll]ine|[Ii]nput|[Ff]ield|[Ss]tep|[Pp]age|[Tt]est|[Cc]ase|[Tt]ype|[Ii]tem|[Uu]ser|[Nn]ode)s?\d+$/,
    /[-+~<>]?\d[\d.,:/-]*[A-Za-z%]{0,4}(?:\/[A-Za-z]+)?$|\d{4}-\d\d|#[\da-f]{3,8}$/, // quantities, dates, colours
    /[Aa]rgon2|[Bb]crypt|[Ss]crypt|PBKDF2|pbkdf2|MD5|md5|SHA|sha\d|1Password$/,
    /[\w./-]+\.[a-z]{1,5}(?:[#:]\w*)?$|[\w.+-]+@[\w.-]+\.[a-z]{2,9}$/, // files and addresses
  ].map(({ source }) => `^(?:${source})`).join("|"),
);
const PATH = /^[a-z@._-]{1,20}\//;
/** What a table of accounts names beside the password; a comparison, which has a column of passwords too, does not. */
const ACCOUNT = /\b(?:id|name|db)\b|user|login|account|mail|host|url|server|service|env|database/i;
/** What has no name of a password needs more proof, as cells hold names and versions of all kinds. */
const MIN_RANDOM = 12;

type Kinds = readonly (NamedKind | undefined)[];

/** What stands in a table of Markdown in the cell behind a telling name, or below one in the first row. */
export function tableSpans(text: string): Span[] {
  if (!holdsName(text)) return [];
  const spans: Span[] = [];
  const lines = linesOf(text);
  let columns: Kinds | undefined;
  let isOpen = false;
  for (const [i, { line: given, start: at }] of lines.entries()) {
    if (isRule(given)) continue;
    isOpen = OPEN_RULE.test(lines[i + 1]?.line ?? "") || RECORD.test(given) ||
      (isOpen && given.includes("|"));
    const [line, start] = isOpen ? [`|${given}|`, at - 1] : [given, at];
    const cells = line.split(BAR);
    const before = cells[0] ?? "";
    const isRow = cells.length > 2 && before.length <= MAX_CELL && BEFORE_ROW.test(before);
    if (!isRow) {
      columns = undefined;
      continue;
    }
    const named = isRule(lines[i + 1]?.line ?? "") ? columnsOf(cells) : undefined;
    if (columns !== undefined || named === undefined) spans.push(...rowSpans(cells, start, columns ?? []));
    // MySQL draws a rule below the last row as well, and one table may follow another at once.
    if (columns === undefined || named?.some((kind) => kind !== undefined)) columns = named;
  }
  return spans;
}

function columnsOf(cells: readonly string[]): Kinds {
  return cells.some((cell) => ACCOUNT.test(cell)) ? cells.map(kindOf) : [];
}

function holdsName(text: string): boolean {
  CELL.lastIndex = 0;
  for (let hit = CELL.exec(text); hit !== null; hit = CELL.exec(text)) {
    if (hit[1] === undefined || kindOf(hit[1]) !== undefined) return true;
  }
  return false;
}

function linesOf(text: string): { line: string; start: number }[] {
  const lines = [];
  let start = 0;
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    lines.push({ line: text.slice(start, index), start });
    start = index + lineBreak.length;
  }
  lines.push({ line: text.slice(start), start });
  return lines;
}

/** The line of dashes below the first row. */
function isRule(line: string): boolean {
  return /[|+]/.test(line) && RULE_UNITS.test(line) && RULE_PART.test(line);
}

/** Only a cell between two bars counts, so that the last one does not. */
function rowSpans(cells: readonly string[], start: number, columns: Kinds): Span[] {
  const spans: Span[] = [];
  let at = start;
  for (const [i, cell] of cells.entries()) {
    const kind = columns[i] ?? kindOf(i > 1 ? cells[i - 1] ?? "" : "");
    const span = kind !== undefined && i > 0 && i < cells.length - 1 ? valueSpan(cell, at, kind) : undefined;
    if (span !== undefined) spans.push(span);
    at += cell.length + 1;
  }
  return spans;
}

/** Exactly as the quick look of privacy_signs.ts: by the last word, and the one before it only where that is `key`. */
function kindOf(cell: string): NamedKind | undefined {
  if (cell.length > 80) return undefined;
  const [, before = "", name = ""] = NAME.exec(cell) ?? [];
  if (CASE.test(before) || PASSED.test(name)) return undefined;
  const owner = /^key$/i.test(name) ? OWNER.exec(before)?.[0] : undefined;
  return secretNameKind(owner === undefined ? name : `${owner}${name}`);
}

function valueSpan(cell: string, start: number, kind: NamedKind): Span | undefined {
  const hit = cell.length > MAX_CELL ? null : VALUE.exec(cell);
  const [from, to] = hit?.indices?.[1] ?? hit?.indices?.[2] ?? [0, 0];
  return isCellSecret(cell.slice(from, to), kind)
    ? { start: start + from, end: start + to, kind }
    : undefined;
}

function isCellSecret(value: string, kind: NamedKind): boolean {
  if (!isSecretValue(value, kind, "bare") || NO_SECRET.test(value)) return false;
  return kind === "password" || (value.length >= MIN_RANDOM && isRandom(value) && !PATH.test(value));
}
