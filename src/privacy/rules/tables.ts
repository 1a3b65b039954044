// Privacy rules for a value whose name is in another cell, column or element: tables, SQL rows and XML.
import {
  isMixture,
  isSecretValue,
  KEY_OWNERS,
  NAME_WORDS,
  type NamedKind,
  secretNameKind,
} from "../heuristics.ts";
import { each, matchAt, proved, quotedAt, type Rule, shifted, type Span } from "../matching.ts";
import { namedSpan } from "./assignments.ts";

const LINE_BREAK = /\r?\n|\\r\\n|\\n/g;
/** Matches a line number, a file name, the mark of a patch or the start of a string before a row. */
const BEFORE_ROW = /^\s*(?:\d{1,7}[ \t→:]|\S{0,100}[^\s\w]|.{0,80}[:(,] ?\\*["'`])?\s*$/;
/** Matches the line of dashes in a table without outer bars, of psql or Markdown. */
const OPEN_RULER = /^ *:?-{2,}:?(?: *[+|] *:?-{2,}:?)+ *\r?$/;
const RECORD = /^-\[ RECORD \d+ \]/; // matches the line above each record in psql's expanded format
const RULER_CHARACTERS = /^[\s\d→>|+:-]+$/;
const RULER_PART = /--|\|[ :]*-+[ :]*\|/;

/** Matches a cell of up to three words. Group 2, the last one, is the name. */
const NAME = /^[ `*]*((?:[\w.$-]+ ){0,2})([\w.$-]+)[ `*]*$/;
const OWNER = new RegExp(`(?:${KEY_OWNERS}|session)[-_.$ ]*$`, "i"); // before the word "key"
const CASE = /^(?:wrong|invalid|incorrect|bad|weak|missing|empty|no|without|forgot\w*|reset\w*|chang\w+)\b/i;
const PASSED = /^pass$/i; // the result of a test; `CASE` begins the name of one, such as "Wrong password"

const MAX_CELL = 200; // units: a longer cell holds a text
/** Matches a cell that is one word, maybe in marks (group 2), or begins with a text in backticks (group 1). */
const VALUE = /^\s*(?:[*"'\\]*)(?:`([^`]+)`|([^\s`*"'\\](?:[^\s`]*[^\s`*"'\\])?)[*"'\\]*\s*$)/d;
/** Matches values that are no secrets, even in a column named like one. */
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
/** Matches a column of a table of accounts; tables that compare products also have a column "password". */
const ACCOUNT = /\b(?:id|name|db)\b|user|login|account|mail|host|url|server|service|env|database/i;
/** The least length of other values than passwords, since cells hold names and versions of all kinds. */
const MIN_RANDOM = 12;

type Kinds = readonly (NamedKind | undefined)[];

/** Matches the bar after a cell that may be a name (group 1), or a line of dashes without outer bars. */
const CELL = /\|(?<=\|([\w .$`*-]{3,80})\|)|-\+-|(?:\n|\\n) *:?-{2,}:? *\|/g;

/** Replaces each character of a table's drawn lines by one plain sign, so that indexes stay valid. */
const withoutDrawing = (text: string) =>
  text.replace(/[│┃║]/g, "|").replace(/[─━═]/g, "-").replace(/[\u2500-\u257f]/g, "+");

/** Returns the secrets of a table: in the cell after a secret's name, or in a column with one as its head. */
function tableSpans(text: string): Span[] {
  if (!text.matchAll(CELL).some(([, name]) => name === undefined || kindOf(name) !== undefined)) return [];
  const spans: Span[] = [];
  const lines = linesOf(text);
  let columns: Kinds | undefined; // of the table; `undefined` outside of one
  let lacksBars = false;
  for (const [i, { line: given, start: at }] of lines.entries()) {
    if (isRuler(given)) continue;
    lacksBars = OPEN_RULER.test(lines[i + 1]?.line ?? "") || RECORD.test(given) ||
      (lacksBars && given.includes("|"));
    const [line, start] = lacksBars ? [`|${given}|`, at - 1] : [given, at];
    const cells = line.split(/(?<!\\)\|/);
    const before = cells[0] ?? "";
    const isRow = cells.length > 2 && before.length <= MAX_CELL && BEFORE_ROW.test(before);
    if (!isRow) {
      columns = undefined;
      continue;
    }
    const isHead = isRuler(lines[i + 1]?.line ?? "");
    const named = isHead ? cells.some((cell) => ACCOUNT.test(cell)) ? cells.map(kindOf) : [] : undefined;
    if (columns !== undefined || named === undefined) spans.push(...rowSpans(cells, start, columns ?? []));
    // MySQL prints a line below the last row, too, and the next table may follow without a blank line.
    if (columns === undefined || named?.some((kind) => kind !== undefined)) columns = named;
  }
  return spans;
}

function linesOf(text: string): { readonly line: string; readonly start: number }[] {
  const starts = [0, ...text.matchAll(LINE_BREAK).map(({ index, 0: end }) => index + end.length)];
  return text.split(LINE_BREAK).map((line, i) => ({ line, start: starts[i]! }));
}

function isRuler(line: string): boolean {
  return /[|+]/.test(line) && RULER_CHARACTERS.test(line) && RULER_PART.test(line);
}

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

/** Returns the kind of secret that a cell names with its last word, as in "Signing key". */
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
  const value = cell.slice(from, to);
  if (!isSecretValue(value, kind, "bare") || NO_SECRET.test(value)) return undefined;
  const isSecret = kind === "password" ||
    (value.length >= MIN_RANDOM && isMixture(value) && !PATH.test(value));
  return isSecret ? { start: start + from, end: start + to, kind } : undefined;
}

/** Matches a blank, a comment, or a line end with the next line's file, number or mark of a patch. */
const GAP = String
  .raw`(?:[^\S\n]|\\[rt]|(?<!-)--(?:(?!\\n)[^\n]){0,200}(?=\n|\\n)|(?:\n|\\n)(?:(?!-)[^\s\\:→"'(),]{1,100}[:-]\d{1,7}[:-]| {0,9}\d{1,7}(?:[\t→:]|\\t))?(?:[+>]|-(?!-))?)`;
const INTO = String.raw`(?:insert (?:\w+ ){0,2}|replace )into `;
const COLUMNS = new RegExp(
  INTO + String.raw`[\w."\`[\]\\]{1,120}?${GAP}{0,20}\(([^()]{1,2000})\)${GAP}{0,20}values`,
  "gi",
);
const NOT_IN_NAME = new RegExp(`${GAP}|[^\\w.-]`, "g");
const ROW_START = new RegExp(`(?:${GAP}|,){0,40}\\(`, "y");
/**
 * Matches a string (groups 1 and 3) or another value, and the sign after it (group 4). Group 2 are the
 * backslashes before the quotes, if the SQL is in a JSON string. A backslash before a quote escapes it only
 * if the row then makes sense: in SQLite it never does, and a folder may end with one.
 */
const ROW_VALUE = new RegExp(
  String
    .raw`${GAP}{0,20}(?:[A-Za-z_]{0,2}'((?:[^'\\]|''|\\[^]|\\(?=')){0,4000})'|(\\{0,15})"((?:[^"\\]|\\(?!\\{0,31}")|(?=\\{0,31}")(?:\2\\\2[\\"]|\2\\(?=\2")|\2"\2")){0,4000})\2"(?!\w|[^,()']{0,40}")|[^,()']{0,400}(?:\([^()]{0,400}\))?)[^,()']{0,40}([,)])`,
  "dy",
);

function insertedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: head, 1: columns = "", index } of text.matchAll(COLUMNS)) {
    const kinds = columns.split(",").map((name) => secretNameKind(name.replace(NOT_IN_NAME, "")));
    if (!kinds.some((kind) => kind !== undefined)) continue;
    let at = index + head.length;
    for (let row = matchAt(ROW_START, text, at); row !== null; row = matchAt(ROW_START, text, at)) {
      at += row[0].length;
      let value = matchAt(ROW_VALUE, text, at);
      for (let column = 0; value !== null; column++) {
        const kind = kinds[column];
        const [start, end] = value.indices?.[1] ?? value.indices?.[3] ?? [0, 0];
        const whole = text.slice(start, end);
        const values = [whole, ...whole.split(/\\{0,31}(?:"|$)/, 1)]; // quotes make a phrase look like code
        if (kind !== undefined && values.some((one) => isSecretValue(one, kind, "quoted"))) {
          spans.push({ start, end, kind });
        }
        at += value[0].length;
        value = value[4] === "," ? matchAt(ROW_VALUE, text, at) : null;
      }
    }
  }
  return spans;
}

const CONTENT = /[^<>\n]{4,4000}(?=<\/)|[^"\\\n]{4,400}(?=\\*")/y; // of an element or a string
/** Matches up to the value of a named XML element or the default of a Terraform variable. Group 1: the name. */
const ELEMENT =
  /(?:<(?:key|name)>|variable \\*")([\w.$ -]{2,80})(?:<\/(?:key|name)>(?:\s|\\[nrt]){0,40}<(?:string|value)>|\\*" ?\{[^{}]{0,400}?default\s{0,40}=\s{0,9}\\*")/g;

/** Matches the end of a line or of a member up to the next one, also with a number, a file or marks of a patch. */
const NEXT_MEMBER = String
  .raw`[\\"']{0,9}(?:[,\s]|\\[nrt])(?:[,\s\\]|(?<=\\)[nrt])*(?:[^\s:"'=]{1,100}[:-])?(?:\d{1,7}[\t→:-])?[ \t+#>*/-]{0,80}[\\"']{0,9}`;
const OF_SECRETS = NAME_WORDS.join("|");
/** Matches up to a value (group 2: its quote) after the member with its name (group 1): JSON, YAML, XML, Terraform. */
const LABELLED = new RegExp(
  String
    .raw`(?:name|key|label|field)[\\"']{0,9} {0,9}[:=] {0,9}[\\"']{0,9}(?=[\w.:/-]{0,80}(?:${OF_SECRETS}))([\w.:/-]{2,80})${NEXT_MEMBER}` +
    String.raw`(?:\w{1,30}[\\"']{0,9} {0,9}[:=] {0,9}[\\"']{0,9}[\w./-]{1,40}${NEXT_MEMBER})?` +
    String.raw`(?:parameter)?value[\\"']{0,9} {0,9}[:=] {0,9}(\\*["'])?`,
  "gi",
);

/** Matches up to a cookie, or a token without a scheme, in a pair such as `["Cookie", "…"]`. Groups as in LABELLED. */
const PAIR = /\b(cookie|authorization)\\*["'],\s*b?(\\*["'])(?=[\w.-]{1,80}=|[\w.~+/=]{20})/gi;

const UNQUOTED = /[^\s"'`<>|;&\\,]+/y; // what separates members ends it

function labelledSpan(text: string, [, label = "", quote]: RegExpExecArray, start: number): Span | undefined {
  const name = /[^:/]*$/.exec(label)?.[0] ?? "";
  const kind = secretNameKind(name);
  if (kind === undefined) return undefined;
  const isVariable = kind === "password" && /^[A-Z\d_]+$/.test(name);
  const form = isVariable ? "setting" : quote === undefined ? "bare" : "quoted";
  const value = quote === undefined ? matchAt(UNQUOTED, text, start)?.[0] : quotedAt(text, start, quote);
  return shifted(namedSpan(kind, value ?? "", form), start);
}

const IN_CELL = "[\\w .$`*-]";
const NAMED = `(?:${OF_SECRETS})${IN_CELL}*`;

export const TABLE_RULES: readonly Rule[] = [
  proved(["</key>", "</name>", "variable "], ELEMENT, (text, [, name = ""], start) => {
    const value = matchAt(CONTENT, text, start)?.[0] ?? "";
    const kind = secretNameKind(name);
    if (kind === undefined || !isSecretValue(value, kind, "quoted")) return undefined;
    return { start, end: start + value.length, kind };
  }),
  proved(["value"], LABELLED, labelledSpan),
  { keywords: ["cookie", "authoriz"], proof: /(?:cookie|ization)\\*["'],/i, find: each(PAIR, labelledSpan) },
  { keywords: ["insert ", "replace into "], proof: new RegExp(INTO, "i"), find: insertedSpans },
  {
    keywords: ["|", "-+-", "│", "┃", "║"],
    proof: new RegExp(`[|│┃║]${IN_CELL}{0,80}${NAMED}[|│┃║\\r\\n\\\\]|${NAMED}[|│┃║]|-\\+-`, "i"),
    find: (text) => tableSpans(withoutDrawing(text)),
  },
];
