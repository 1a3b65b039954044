import { isRandom, isSecretValue, KEY_OWNERS, NAME_WORDS, type NamedKind, secretNameKind } from "../proof.ts";
import { each, matchAt, type Rule, type Span } from "../reading.ts";

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
/** The values that tables have beside a name that is no secret. */
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
/**
 * The columns that a table of accounts has beside the password; a comparison, which has a column of passwords too, does
 * not.
 */
const ACCOUNT = /\b(?:id|name|db)\b|user|login|account|mail|host|url|server|service|env|database/i;
/** A value under no name of a password needs more proof, as cells hold names and versions of all kinds. */
const MIN_RANDOM = 12;

type Kinds = readonly (NamedKind | undefined)[];

/** The bar behind a cell that may hold a name, and nothing else; or a part of the line of dashes that psql draws. */
const CELL = /\|(?<=\|([\w .$`*-]{3,80})\|)|-\+-/g;

/**
 * Returns the values in a table of Markdown that stand in the cell behind a telling name, or below one in the first
 * row.
 */
function tableSpans(text: string): Span[] {
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

/** By the last word, and the one before it only where that is `key`. */
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

/** The columns that a statement names, up to where the rows begin. */
const COLUMNS =
  /insert (?:\w+ ){0,2}into [\w."`[\]\\]{1,120}(?:\s|\\n){0,20}\(([^()]{1,2000})\)(?:\s|\\n){0,20}values/gi;
const ROW_START = /(?:\s|\\n|,){0,40}\(/y;
/** A string, or else a number, a name, a call; and what ends it. */
const ROW_VALUE =
  /(?:\s|\\n){0,20}(?:[A-Za-z_]{0,2}'((?:[^'\\]|''|\\[^]){0,4000})'|[^,()']{0,400}(?:\([^()]{0,400}\))?)[^,()']{0,40}([,)])/y;

/** Returns the values that a statement puts into the columns with telling names. */
function insertedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: head, 1: columns = "", index } of text.matchAll(COLUMNS)) {
    const kinds = columns.split(",").map((name) => secretNameKind(name.replace(/\\n|[^\w.-]/g, "")));
    if (!kinds.some((kind) => kind !== undefined)) continue;
    let at = index + head.length;
    for (let row = matchAt(ROW_START, text, at); row !== null; row = matchAt(ROW_START, text, at)) {
      at += row[0].length;
      let value = matchAt(ROW_VALUE, text, at);
      for (let column = 0; value !== null; column++) {
        const kind = kinds[column];
        const given = value[1] ?? "";
        if (kind !== undefined && isSecretValue(given, kind, "quoted")) {
          const start = at + value[0].indexOf("'") + 1;
          spans.push({ start, end: start + given.length, kind });
        }
        at += value[0].length;
        value = value[2] === "," ? matchAt(ROW_VALUE, text, at) : null;
      }
    }
  }
  return spans;
}

const CONTENT = /[^<>\n]{4,4000}(?=<\/)/y;
/** An element with the name before the one with the value, as in a plist, or in what Hadoop and Jenkins read. */
const ELEMENT = /<(?:key|name)>([\w.$ -]{2,80})<\/(?:key|name)>(?:\s|\\[nrt]){0,40}<(?:string|value)>/g;

/** The rules for values whose cell, column or element tells their name. */
export const TABLE_RULES: readonly Rule[] = [
  {
    keywords: ["</key>", "</name>"],
    find: each(ELEMENT, (text, hit) => {
      const start = hit.index + hit[0].length;
      const value = matchAt(CONTENT, text, start)?.[0] ?? "";
      const kind = secretNameKind(hit[1] ?? "");
      if (kind === undefined || !isSecretValue(value, kind, "quoted")) return undefined;
      return { start, end: start + value.length, kind };
    }),
    hides: {
      secret: ["<key>ApiSecret</key>\n\t<string>«TZJGqFaBqqf3ZOBF·IEd8uZbivRiB4ApdULIzEtCu»</string>"],
    },
    leaves: ["<key>name</key><string>a1B2c3D4e5F6g7H8</string>"],
  },
  {
    keywords: ["insert "],
    find: insertedSpans,
    hides: {
      token: [
        "INSERT INTO users (id, api_token)\nVALUES (1, now()), (2, '«738d9cf73fe7f5f927ff·c106dfab5d075c40c078»');",
      ],
    },
    leaves: ["INSERT INTO users (id, name) VALUES (1, 'hunter2secret9');"],
  },
  {
    keywords: ["|", "-+-"],
    proof: new RegExp(`(?:${NAME_WORDS.join("|")})[\\w .$\`*-]*\\||-\\+-`, "i"),
    find: tableSpans,
    hides: {
      password: [
        "| user | password |\n|:-----|---------:|\n| me | «hunter2secret9» |\n\n| a | b |",
        " name | password \n------+----------\n kim  | «Moos5512x»\n",
      ],
      token: [
        "-[ RECORD 1 ]-+------\nid            | 3\nrefresh_token | «0WBLlt8JoJghp6La·uy9ECgqmsWNrZ7759TSJQ2Yn»\n",
      ],
    },
    leaves: [
      "| Wrong password | page2shown | 401 |",
      "| name | rule |\n|---|---|\n| password | VARCHAR2(30) |",
    ],
  },
];
