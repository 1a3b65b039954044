import { at } from "../../base/json.ts";
import { isGeneratedPassword, isRandom, isSecretValue } from "../heuristics.ts";
import { each, lastGroup, type Line, linesOf, matchAt, type Rule, shifted, type Span } from "../matching.ts";
import { MAX_DEPTH } from "../prefilter.ts";

/** Matches the first or last line of a private key; the first is missing if a file was read from the middle. */
const PEM_EDGE = /-{4,5} ?(?:BEGIN|END)[A-Z0-9 _-]{0,100}PRIVATE KEY(?: BLOCK)? ?-{4,5}/gi;
const PEM_TAIL = /-{4,5} ?END[A-Z0-9 _-]{0,100}PRIVATE KEY(?: BLOCK)? ?-{4,5}/gi;
const PEM_BODY = /[A-Za-z0-9+/]{20}|Proc-Type|Version:/;
/** Matches a line of base64, also with a line number or the mark of a patch. */
const KEY_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}[A-Za-z0-9+/]{40,76}\r?$/;
/** Matches one of the last two lines, which may be shorter; one of them may be a checksum. */
const LAST_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}[A-Za-z0-9+/=]{1,76}\r?$/;

/** Returns the span of a key. Base64 must follow the header, which programs also mention. A cut key hides all that follows. */
function pemSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const from = hit.index + hit[0].length;
  if (/^-+ ?END/i.test(hit[0])) return cutSpan(text, hit.index, from);
  if (!PEM_BODY.test(text.slice(from, from + 160))) return undefined;
  PEM_TAIL.lastIndex = from;
  const end = PEM_TAIL.test(text) ? PEM_TAIL.lastIndex : text.length;
  return { start: hit.index, end, kind: "private-key" };
}

/** Returns the rest of a key whose first lines are missing. */
function cutSpan(text: string, tail: number, end: number): Span | undefined {
  let start = tail - (/[ \d\t→:+-]*$/.exec(text.slice(Math.max(0, tail - 20), tail))?.[0].length ?? 0);
  let isKey = false;
  for (let lines = 0; text[start - 1] === "\n"; lines++) {
    const lineStart = text.lastIndexOf("\n", start - 2) + 1;
    const line = text.slice(Math.max(lineStart, start - 101), start - 1);
    const isLong = KEY_LINE.test(line);
    if (!isLong && (lines > 1 || !LAST_LINE.test(line))) break;
    isKey ||= isLong;
    start = lineStart;
  }
  return isKey ? { start, end, kind: "private-key" } : undefined;
}

export const PEM_RULE: Rule = {
  keywords: ["private key"],
  find: each(PEM_EDGE, pemSpan),
  hides: {
    "private-key": [
      "cat key.pem\n«-----BEGIN RSA PRI·VATE KEY-----\nn88HxjSI6bWHtP3fS2xW2vB9nM4zL1pR8sT6\n-----END RSA PRI·VATE KEY-----»\nnext",
      "head: «-----BEGIN PRI·VATE KEY-----\nyvHNsG9eh6Yo4gfqrc5XlrW2vB9nM4zL1pR8sT6»",
    ],
  },
  leaves: ['if (pem.includes("-----BEGIN PRIVATE KEY-----")) return load(pem);'],
};

const PGPASS_VALUE = /(?:[^\s\\"':]|\\+[:\\]|[ \t](?=[^\s"']))+/y;
const PASSWORD_FILES = ["pgpass", "netrc"];

/**
 * Returns the names of password files that occur anywhere in parsed JSON. The lines of such a file do not contain its
 * name, so that the rules need it as a keyword.
 */
export function passwordFilesIn(value: unknown): string {
  return PASSWORD_FILES.filter((name) => containsText(value, name)).join(" ");
}

/** Returns true if a string or a key of parsed JSON, down to `MAX_DEPTH`, contains `part`. */
function containsText(value: unknown, part: string, depth = 0): boolean {
  if (typeof value === "string") return value.includes(part);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  return Object.entries(value).some(([key, item]) =>
    key.includes(part) || containsText(item, part, depth + 1)
  );
}

/** Matches commands that print a secret alone, and the folder whose files contain a secret alone. */
export const PRINTING = new RegExp(
  String
    .raw`\b(?:get secrets?|get-secret-value|secret show|secrets versions access|get password|(?:generic|internet)-password|pass show)\b` +
    String
      .raw`|\b(?:get-parameter|vault kv get|output -raw) (?=[^\n|;&]{0,300}(?:passw|secret|token|[_-]key))(?:--with-decr|[^\n|;&]{0,300}--with-decr|[^\n|;&]{0,80}-field|[\w.-]+)|/run/secrets/`,
);
/** The keyword that `printedBy` adds for such a command. It does not occur in texts. */
const PRINTED = "get secret-value:";
const MARK = /[!#$%^*?]/;
/** Matches names of Kubernetes resources. */
const NAME = /^[a-z\d]+(?:[-./][a-z\d]+)+$/;

/** Returns `PRINTED` for a tool call that prints a secret alone, else `""`. */
export function printedBy(call: unknown): string {
  const [first] = Array.isArray(call) ? call : [call];
  const input = at(first, "tool_input") ?? first;
  const named = at(input, "command") ?? at(input, "file_path");
  return typeof named === "string" && PRINTING.test(named) ? PRINTED : "";
}

/** Matches a line number, as `cat -n` prints it. */
const NUMBER = /^ *\d{1,7}(?:\t|→|:)/;
const KIND = /^[ \t-]*kind:[ \t]*["']?Secret["']?\s*(?:#.*)?$/;
/** Matches the start of a document or of a list item with one. */
const EDGE = /^---|^ *- +(?:apiVersion|data|kind|metadata|stringData|type):/;
const SECTION = /^([ \t-]*)(?:data|stringData):\s*(?:#.*)?$/;
const ENTRY = /^([ \t]+)["']?[\w.-]{1,253}["']?:[ \t]+(?=\S)/;
const BLOCK = /^[|>][-+\d]{0,2}\s*(?:#.*)?$/;
/** Matches blank lines, comments and lines of templates, which belong to no section. */
const NO_YAML = /^\s*(?:#|\{\{|$)/;
/** Matches a placeholder, or a redacted value. */
const FILLED_IN = /^["']?(?:\$[A-Z({]|\{\{|<[^<>]*>|\[redacted:)|^[{[$]/;
const COMMENT = /\s+#.*$/;
const MIN_VALUE = 3;

/** Returns the values under `data` and `stringData` in manifests of Kubernetes Secrets, in YAML and JSON. */
function manifestSpans(text: string): Span[] {
  if (!/kind\W{1,20}Secret/.test(text)) return [];
  return documentsOf(text).flatMap(spansInDocument).concat(secretsInJson(text));
}

/** Returns the lines, without their numbers, of the YAML documents with `kind: Secret`. */
function documentsOf(text: string): Line[][] {
  const documents: Line[][] = [[]];
  for (const { line: whole, start } of linesOf(text, /\n/g)) {
    const number = NUMBER.exec(whole)?.[0].length ?? 0;
    const line = whole.slice(number);
    if (EDGE.test(line)) documents.push([]);
    documents.at(-1)?.push({ line, start: start + number });
  }
  return documents.filter((lines) => lines.some(({ line }) => KIND.test(line)));
}

/** Returns the values in a document. A value includes all lines that are indented more than its key. */
function spansInDocument(lines: readonly Line[]): Span[] {
  const spans: Span[] = [];
  let section = -1;
  let key = -1;
  let value: { start: number; end: number; first: string; quote: string } | undefined;
  const close = () => {
    if (value !== undefined && !FILLED_IN.test(value.first) && value.end - value.start >= MIN_VALUE) {
      spans.push({ start: value.start, end: value.end, kind: "secret" });
    }
    value = undefined;
    key = -1;
  };
  for (const { line, start } of lines) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    if (key >= 0 && indent > key) {
      const quote = value?.quote ?? "";
      value = {
        ...value ?? { start: start + indent, first: line.slice(indent), quote },
        end: start + endOf(line, quote),
      };
      continue;
    }
    if (NO_YAML.test(line)) continue;
    close();
    if (indent <= section) section = -1;
    if (section < 0) {
      section = SECTION.exec(line)?.[1]?.length ?? -1;
      continue;
    }
    const entry = ENTRY.exec(line);
    if (entry === null) continue;
    key = entry[1]?.length ?? 0;
    const first = line.slice(entry[0].length);
    if (BLOCK.test(first)) continue; // the value begins in the next line
    const quote = /^["']/.exec(first)?.[0] ?? "";
    const from = start + entry[0].length;
    value = { start: from + quote.length, end: from + endOf(first, quote), first, quote };
  }
  close();
  return spans;
}

/** Returns the length of a value without the closing quote, or without a comment. */
function endOf(value: string, quote: string): number {
  if (quote === "") return value.replace(COMMENT, "").trimEnd().length;
  const close = value.lastIndexOf(quote);
  return close > 0 ? close : value.trimEnd().length;
}

// In JSON inside a string, each quote has backslashes before it.

const JSON_KIND = /"kind\\*"\s{0,9}:\s{0,9}\\*"(\w{1,60})\\*"/g;
const OBJECT_START = /"apiVersion\\*"/g;
const JSON_SECTION = /"(?:data|stringData)\\*"\s{0,9}:\s{0,9}\{/g;
/** Matches an entry up to its value, after blanks and line numbers. Group 1: the backslashes before its quotes. */
const JSON_ENTRY = /(?:[\s,]|\\+[nrt]|\d{1,7}[\t→])*\\*"[\w.-]{1,253}\\*"\s{0,9}:\s{0,9}(\\*)"/y;
const JSON_FILLED_IN = /^(?:\$[A-Z({]|\{\{|<[^<>]*>$|\[redacted:)/;

/** Returns the values of `"data"` and `"stringData"` in each object with `"kind": "Secret"`. */
function secretsInJson(text: string): Span[] {
  if (!kindsIn(text).includes("Secret")) return [];
  const edges = [0, ...Array.from(text.matchAll(OBJECT_START), ({ index }) => index), text.length];
  return edges.flatMap((edge, i) => {
    const part = text.slice(edge, edges[i + 1] ?? edge);
    const kinds = kindsIn(part);
    if (kinds.length > 0 && !kinds.includes("Secret")) return [];
    return [...part.matchAll(JSON_SECTION)].flatMap(({ index, 0: header }) =>
      entriesFrom(part, index + header.length).map((span) => shifted(span, edge))
    );
  });
}

function kindsIn(text: string): (string | undefined)[] {
  return Array.from(text.matchAll(JSON_KIND), ([, kind]) => kind);
}

function entriesFrom(part: string, from: number): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (let entry = matchAt(JSON_ENTRY, part, at); entry !== null; entry = matchAt(JSON_ENTRY, part, at)) {
    const escapes = entry[1]?.length ?? 0;
    const start = at + entry[0].length;
    const quote = closingQuote(part, start, escapes);
    const end = Math.max(start, quote - escapes);
    const value = part.slice(start, end);
    if (value.length >= MIN_VALUE && !JSON_FILLED_IN.test(value)) spans.push({ start, end, kind: "secret" });
    at = quote + 1;
  }
  return spans;
}

/** Returns the index of the closing quote, found as in `quotedAt`; without one, the end of the text. */
function closingQuote(part: string, from: number, escapes: number): number {
  for (let at = part.indexOf('"', from); at >= 0; at = part.indexOf('"', at + 1)) {
    let start = at;
    while (start > from && part[start - 1] === "\\") start--;
    if (((at - start - escapes) / (escapes + 1)) % 2 === 0) return at;
  }
  return part.length + escapes;
}

/** Redacts the values of a field of a Secret that holds secrets; returns the same value if there are none. */
export function withoutEntries(name: string, section: unknown): unknown {
  if (name !== "data" && name !== "stringData") return section;
  if (typeof section !== "object" || section === null) return section;
  const isEntry = (value: unknown) =>
    typeof value === "string" && value.length >= MIN_VALUE && !JSON_FILLED_IN.test(value);
  const entries = Object.entries(section);
  if (!entries.some(([, value]) => isEntry(value))) return section;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isEntry(value) ? "[redacted:secret]" : value]),
  );
}

/** Rules for files with secrets: password files, cookie files, keys and manifests. */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    keywords: ["pgpass"],
    find: each(
      /(?<![\w.*:/-])(?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,63}|\*):(?:[\w.@-]{1,63}|\*):(?=\S)/g,
      (text, hit) => {
        const start = hit.index + hit[0].length;
        const value = matchAt(PGPASS_VALUE, text, start)?.[0] ?? "";
        if (value.length < 3 || /^(?:\[redacted|[$<{])/.test(value)) return undefined;
        return { start, end: start + value.length, kind: "password" };
      },
    ),
    hides: { password: ["$ cat ~/.pgpass\nlocalhost:5432:shop:app:«s3cretPw9»\n"] },
    leaves: ["~/.pgpass is read by psql\nsrc/a.ts:12:5:foo:bar baz"],
  },
  {
    keywords: ["@tcp"],
    find: lastGroup(
      /(?<![\w:/@.-])[\w.-]{1,63}:([^\s"'`:/\\][^\s"'`\\]{2,100})(?=@tcp\()/g,
      "password",
      (value) => !/^[$%{]/.test(value),
    ),
    hides: { password: ['sql.Open("mysql", "app:«geheim22x»@tcp(db:3306)/shop")'] },
    leaves: ["app:%s@tcp(db:3306)/shop"],
  },
  {
    keywords: ["netrc"],
    find: lastGroup(
      /\blogin(?:\s|\\n){1,8}[^\s\\]{1,100}(?:\s|\\n){1,8}password[ \t]+(["']?[^\s"'\\]{3,4000})/g,
      "password",
    ),
    hides: { password: ["cat ~/.netrc\nmachine example.org\n  login me\n  password «geheimnis»\n"] },
  },
  {
    keywords: ["netscape"],
    find: lastGroup(
      /(?:\t|\\t)(?:TRUE|FALSE)(?:\t|\\t)\/[^\s\\]{0,100}(?:\t|\\t)(?:TRUE|FALSE)(?:\t|\\t)\d{1,12}(?:\t|\\t)[^\s\\]{1,100}(?:\t|\\t)([^\s\\"]{6,4000})/g,
      "cookie",
    ),
    hides: { cookie: ["# Netscape HTTP Cookie File\n.x.com\tTRUE\t/\tTRUE\t1799999999\tsid\t«geheim22x»"] },
  },
  {
    keywords: ["private-lines"],
    find: lastGroup(
      /Private-Lines: \d{1,4}((?:(?:\\+[rn]|\s){1,4}[A-Za-z0-9+/=]{1,76}(?=\\|\s))+)/g,
      "private-key",
    ),
    hides: { "private-key": ["Private-Lines: 1«\nAAAAIcq8Zr4Lm2WxT1y»\nPrivate-MAC: 2"] },
  },
  { // The private numbers of a JSON Web Key.
    keywords: ["kty"],
    find: lastGroup(
      /"(?:d|p|q|dp|dq|qi|k)\\*" ?: ?\\*"([\w-]{20,2000})/g,
      "private-key",
      (value) => isRandom(value.slice(0, 64)),
    ),
    hides: { "private-key": ['{"kty": "EC", "d": "«870MB6gfuTJ4HtUnUvYM·yJpr5eUZNP4Bk43bVdj3eAE»"}'] },
    leaves: ['{"kty": "EC", "x": "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}'],
  },
  {
    keywords: ["<add key="],
    find: lastGroup(
      /<add key=\\*"(?:ClearText)?Password\\*"\s{1,20}value=\\*"([^"\\]{8,200})/gi,
      "password",
      (value) => !/^%|[*]{3}/.test(value),
    ),
    hides: { password: ['<add key="ClearTextPassword" value="«TestSource-Password»" />'] },
    leaves: ['<add key="Password" value="%APP_PASSWORD%" />'],
  },
  {
    keywords: [PRINTED],
    find: lastGroup(/^[ \t]*([\w!#$%&*+./:=?@^~-]{8,4000})(?=[ \t]*$)/gm, "secret", (value) => {
      const sample = value.slice(0, 128);
      const isLikely = isGeneratedPassword(sample) || (isRandom(sample) && /[A-Za-z\d]{16}/.test(sample)) ||
        (MARK.test(value) && /[A-Za-z]/.test(value) && !value.includes("/"));
      return isLikely && !NAME.test(value) && isSecretValue(value, "password", "quoted");
    }),
    hides: {},
  },
  {
    keywords: ["kind"],
    proof: /kind[\\"']*\s{0,9}:\s{0,9}[\\"']*Secret/,
    find: manifestSpans,
    hides: {
      secret: [
        "kind: Secret\ndata:\n  connection: «S0FOSlNPTmh1·bnRlcjI=»\n",
        "---\nkind: Secret\nstringData:\n  app.conf: |\n    «user bob\n    hunter2secret9»\n---\n",
        '{"apiVersion":"v1","data":{"connection":"«S0FOSlNPTmh1·bnRlcjI=»"},"kind":"Secret"}',
      ],
    },
    leaves: [
      "kind: ConfigMap\ndata:\n  name: some text here 12\n---\nkind: Secret\nmetadata:\n  name: db-credentials-2\n",
    ],
  },
];
