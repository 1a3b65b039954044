// Privacy rules for files and outputs that hold secrets: keys, passwords, cookies, Kubernetes Secrets.
import { at } from "../../base/json.ts";
import { isGeneratedPassword, isMixture, isSecretValue, NAME_WORDS, secretNameKind } from "../heuristics.ts";
import { each, lastGroup, matchAt, proved, type Rule, shifted, type Span, unproved } from "../matching.ts";
import { MAX_DEPTH } from "../prefilter.ts";
import rows from "./documents.json" with { type: "json" };

/** Match the first or last line of a private key, its last line, and what shows that a key follows the first one. */
const PEM_EDGE = /-{4,5} ?(?:BEGIN|END)[A-Z0-9 _-]{0,100}(?:PRIVATE KEY(?: BLOCK)?|STATIC KEY V1) ?-{4,5}/gi;
const PEM_TAIL = /-{4,5} ?END[A-Z0-9 _-]{0,100}(?:PRIVATE KEY(?: BLOCK)?|STATIC KEY V1) ?-{4,5}/gi;
const PEM_BODY =
  /(?=[A-Za-z+/]{0,19}\d)[A-Za-z0-9+/]{20}|Proc-Type|Version:|^[ \t\r]*(?:\n|\\+n)[ \t]*[\w+/=.…\r\n\\]{1,120}-{4,5} ?END[A-Z ]{0,20}PRIVATE KEY/;
/** Matches a line of base64, or of an OpenVPN key in hexadecimal, also with its number or the mark of a patch. */
const KEY_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}(?:[A-Za-z0-9+/]{40,76}|[\da-f]{32})\r?$/;
/** Matches the last line, or the checksum after it. */
const LAST_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}[A-Za-z0-9+/=]{1,76}\r?$/;

/**
 * Returns a private key. Base64 with a digit, a header, or soon its last line, must follow its first line, which
 * programs also mention alone. Without a last line, the rest of the text is hidden.
 */
function pemSpan(text: string, { index, 0: edge }: RegExpExecArray, from: number): Span | undefined {
  if (/^-+ ?END/i.test(edge)) return cutSpan(text, index, from);
  if (!PEM_BODY.test(text.slice(from, from + 160))) return undefined;
  PEM_TAIL.lastIndex = from;
  return { start: index, end: PEM_TAIL.test(text) ? PEM_TAIL.lastIndex : text.length, kind: "private-key" };
}

/** Returns the rest of a key whose first lines are missing, as a file was read from the middle. */
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

export const PEM_RULE: Rule = unproved(["private key", "static key v1"], PEM_EDGE, pemSpan);

/** Matches a private key of PuTTY, and the private numbers that `openssl … -text` prints. */
const PRIVATE_LINES =
  /(?<=Private-Lines: \d{1,4})(?:(?:\\+[rn]|\s){1,9}(?:\d{1,7}[\t→:])?[A-Za-z0-9+/=]{1,76}(?=\\|\s|$))+|(?<=\b(?:priv|(?:privateE|e)xponent\d?|prime\d|coefficient):)(?=[^:]{0,40}(?:[\da-f]{2}:){5})(?:(?:\\+[rn]|\s){1,20}[\da-f]{2}(?::[\da-f]{2}){0,20}:?(?!\w))+/g;
const PGPASS_VALUE = /(?:[^\s\\"':]|\\+[:\\]|[ \t](?=[^\s"']))+/y;

/** Returns the names of password files in parsed JSON, as keywords: the files' lines have none. */
export function passwordFilesIn(value: unknown): string {
  return ["pgpass", "netrc", "cdsapirc"].filter((name) => containsText(value, name)).join(" ");
}

function containsText(value: unknown, part: string, depth = 0): boolean {
  if (typeof value === "string") return value.includes(part);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  return Object.entries(value).some(([key, item]) =>
    key.includes(part) || containsText(item, part, depth + 1)
  );
}

/**
 * Matches the start of a command that prints a variable, a key or a file, up to its name. The name is an argument of
 * a program, of its command or of code, or a part of the command, as in `print-access-token`.
 */
const PRINTER = String
  .raw`(?:(?<![\w-])(?:printenv|cat|head|tail|less|more|bat|type|get-content|jq|yq|(?:config:)?get|access|output|read|print|println|puts|console\.log|node -p|(?:echo|printf)(?=[^\n|;&>]{0,80}\$)|(?:grep|sed|awk)(?=[^\n;&>]{1,200}[\s/]\.env\b))[\s(]|--get\s|(?= (?:get|print|show|initial|create|find)-|\b(?:secret|pass) show\b))`;
const PRINTED_NAMES = new RegExp(String.raw`${PRINTER}([^\n|;&>]{1,300})`, "gi");
const ENDS_WITH_NAME = String.raw`(?:${
  NAME_WORDS.join("|")
})[\w-]*(?:\/[\w-]+)?(?:\.(?:txt|key))?(?![\w./-])`;
const MAKER = String
  .raw`\b(?:openssl rand|wg genkey|generate_key|token_(?:hex|url)|random_?bytes|key:generate|keys list|(?:go|l)pass show|op read|secret-tool lookup|heroku config:get|secrets get [^\n|;&]{1,200}--plain)|--with-decryption`;
const MAX_COMMAND = 2000; // the part of a command that is read
/** Matches in parsed JSON, as the prefilter reads it, a command or path where `printedBy` may find a secret's name. */
export const PRINTING = new RegExp(
  String
    .raw`command": "[^]{0,${MAX_COMMAND}}?(?:${MAKER}|${PRINTER}[^\n|;&>]{0,300}?${ENDS_WITH_NAME})|file_path": "[^\n]{0,300}?${ENDS_WITH_NAME}["'\](){}]*(?:[\s,=]|$)`,
  "i",
);
/** Matches the last part of a word: a variable, `secrets/NAME`, `NAME.key`, a file without an ending or with `.txt`. */
const LAST_PART = /(secrets?\/[\w-]+|(?:[\w-]+\.)?key|[\w-]+)(?:\.txt)?["'\](){}]*$/i;
/** Matches the last part of a path, and a folder for secrets before it. */
const FILE_NAME = /(?<=^[^\n]{0,300})(?:secrets?[\\/])?[^\\/\n]+$/i;
/** Matches the words before the last of a name with another ending, which name a text's topic: `password reset.md`. */
const WORDS_BEFORE = /^[^]*[\s,=](?=[^\s,=]*\.(?!(?:txt|key)$)[a-z]\w*$)/i;
/** The keyword for the output of a command that prints a secret. No text contains it: `printedBy` adds it. */
const PRINTED = "get secret-value:";
const MARK = /[!#$%^*?]/; // in passwords, but not in names
/** Matches a name, and a variable with its value, which other rules judge. */
const NAME = /^[a-z\d]+(?:[-./][a-z\d]+)+$|^[A-Za-z_]\w*=[^=]/;

/** Returns `PRINTED` for a tool call that may print a secret without its name, else "". */
export function printedBy(call: unknown): string {
  const [first] = Array.isArray(call) ? call : [call]; // a hook gives `[input, result]`, replay an object
  const input = at(first, "tool_input") ?? first;
  const [command, file] = [at(input, "command"), at(input, "file_path")];
  const [name = ""] = FILE_NAME.exec(typeof file === "string" ? file.slice(0, 4096) : "") ?? [];
  const opened = name && `cat ${name.replace(WORDS_BEFORE, "")}`; // a tool that reads a file prints it, too
  const named = typeof command === "string" ? command : opened;
  const read = named.slice(0, MAX_COMMAND);
  if (typeof command === "string" && new RegExp(MAKER, "i").test(read)) return PRINTED;
  const names = read.matchAll(PRINTED_NAMES).flatMap(([, words = ""]) => words.split(/[\s,=]+/));
  return names.some((word) => secretNameKind(LAST_PART.exec(word)?.[1] ?? "")) ? PRINTED : "";
}

/** Matches a text, a line or a value in JSON without blanks. */
const PRINTED_VALUE =
  /(?:^\s*"?|(?<=\n)[ \t]*"?|"(?:value|secretstring)\\*"\s{0,9}:\s{0,9}\\*")([\w!#$%&()*+./:=?@^~-]{8,4000})(?="?\s*$|"?[ \t]*\r?\n|\\*")/gi;

/** Returns true if a printed value is no name and looks generated, has a mark or, as the whole text, has a digit. */
function isPrinted(value: string, text: string): boolean {
  const isWhole = text.trim().length < value.length + 3; // maybe in quotes
  const sample = value.slice(0, 128);
  const isLikely = isGeneratedPassword(sample) || (isMixture(sample) && /[A-Za-z\d]{16}/.test(sample)) ||
    ((MARK.test(value) || (isWhole && /\d/.test(value))) && /[A-Za-z]/.test(value) && !value.includes("/"));
  return isLikely && !NAME.test(value) && isSecretValue(value, "password", "quoted");
}

const KIND = /kind[\\"']*\s{0,9}:\s{0,9}[\\"']*Secret/; // in a manifest of Kubernetes
/** The most parts of a section. Kubernetes allows fewer; endless matches could fill the stack. */
const MOST = 400_000;
const FILLED_IN = String.raw`\$[A-Z({]|\{\{|\[redacted:`; // a placeholder, or a redacted value

/** Matches the start of a line, with its file, its number or the mark of a patch or of a quotation. */
const START = String.raw`^(?:(?:[^\s:"']{1,100}[:-])? *\d{1,7}[\t→:-])?(?:[+-]|[<>] )?`;
/** Matches the line that makes a document a Secret, or the member of one in braces, where programs have quotes. */
const YAML_KIND = new RegExp(
  String.raw`${START}[ \t-]*kind:[ \t]*["']?Secret["']?[ \t]*(?:#.*)?\r?$|[{,]\s*kind:\s+Secret\s*[,}]`,
  "m",
);
/** Matches the place before a document, which may be an item of a list at the margin, as `kubectl` prints it. */
const EDGE = new RegExp(`(?=${START}(?:---|- +(?:apiVersion|data|kind|metadata|stringData|type):))`, "m");
/** Matches a blank line, a comment or a line of a template. They end no section. */
const NO_YAML = String.raw`\n${START}[ \t]*(?:(?:#|\{\{)[^\n]*)?\r?(?=\n)`;
/** Matches the beginning of a line that is deeper than group 1 of `HEADER`. */
const DEEPER = String.raw`\n${START}\1[ \t]+`;
/** Matches a section's name up to its first entry. Group 1: its indentation. */
const HEADER = String
  .raw`${START}([ \t]*)(?:- +)?(?:data|stringData):[ \t]*(?:#.*)?\r?(?:${NO_YAML}){0,999}${DEEPER}`;
const BLOCK = String.raw`[|>][-+\d]{0,2}[ \t]*(?:#.*)?\r?`; // matches the mark of a value on the next lines
const NEXT_LINE = String.raw`\n${START}[ \t]+(?!["']?[\w.-]{1,253}["']?:[ \t])[^\s#]`;
/** Matches an entry whose value has at least three characters or a second line, and is no placeholder. */
const YAML_VALUE = new RegExp(
  String.raw`${START}[ \t]*["']?[\w.-]{1,253}["']?:[ \t]+(?:${BLOCK}\n${START}\s*|(?!${BLOCK}$))` +
    String.raw`(?!["']?(?:${FILLED_IN}|<[^<>]*>)|[{[$])["']?(?:\S..|\S?.?\r?(?:${NO_YAML}){0,9}${NEXT_LINE})`,
  "m",
);
const YAML_SECTION = new RegExp(
  String.raw`${HEADER}(\S[^\n]*(?:${DEEPER}\S[^\n]*|${NO_YAML}){0,${MOST}})`,
  "gm",
);
const yamlSections = each(YAML_SECTION, (_, hit, end) => sectionOf(hit, end, YAML_VALUE));

/** Matches a section in braces, whose quotes may hold braces. */
const FLOW_SECTION =
  /\b(data|stringData):\s{1,9}\{((?:"(?:[^"\\]|\\[^]){0,9999}"|'[^']{0,9999}'|[^{}"'\\]+){1,9999})/g;
const FLOW_VALUE = new RegExp(String.raw`:\s{1,9}(?!["']?(?:${FILLED_IN}|<[^<>]*>))["']?[^\s"',][^]{2}`);
const flowSections = each(FLOW_SECTION, (_, hit, end) => sectionOf(hit, end, FLOW_VALUE));

const JSON_KIND = /"kind\\*"\s{0,9}:\s{0,9}\\*"Secret(?:List)?\\*"/;
/** Matches a string. Its quotes have the backslashes of group 1, and quotes inside it more. */
const STRING = String.raw`\\*"(?:[^]*?(?<!\\)(?:\1\\\1\\)*\1"|[^]*)`;
/** Matches an entry whose value has at least three characters and is no placeholder. */
const JSON_VALUE = new RegExp(String.raw`"\s{0,9}:\s{0,9}\\*"(?!\\*"|${FILLED_IN}|<[^<>]*>\\*")[^]{3}`);
const JSON_SECTION = new RegExp(
  String.raw`"(?:data|stringData)(\\*)"\s{0,9}:\s{0,9}\{\s*` +
    String.raw`((?:${STRING}|[^"}\\]+|\\+(?![\\"])){0,${MOST}})`,
  "g",
);
/** Hides the data of other objects beside a Secret, too: the pattern does not tell whose a section is. */
const jsonSections = each(JSON_SECTION, (_, hit, end) => sectionOf(hit, end, JSON_VALUE));

function sectionOf([, , entries = ""]: RegExpExecArray, end: number, value: RegExp): Span | undefined {
  const start = end - entries.length;
  return value.test(entries) ? { start, end: start + entries.trimEnd().length, kind: "secret" } : undefined;
}

function manifestSpans(text: string): Span[] {
  if (!KIND.test(text)) return [];
  let end = 0;
  const inYaml = text.split(EDGE).flatMap((part) => {
    const start = end;
    end += part.length;
    const spans = YAML_KIND.test(part) ? [...yamlSections(part), ...flowSections(part)] : [];
    return spans.map((span) => shifted(span, start));
  });
  return JSON_KIND.test(text) ? [...inYaml, ...jsonSections(text)] : inYaml;
}

const FILLED_IN_VALUE = new RegExp(`^(?:${FILLED_IN}|<[^<>]*>$)`);

/** Redacts the entries of a section of a Secret in parsed JSON. */
export function withoutEntries(name: string, section: unknown): unknown {
  if (name !== "data" && name !== "stringData") return section;
  if (typeof section !== "object" || section === null) return section;
  const isEntry = (value: unknown) =>
    typeof value === "string" && value.length >= 3 && !FILLED_IN_VALUE.test(value);
  const entries = Object.entries(section);
  if (!entries.some(([, value]) => isEntry(value))) return section;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isEntry(value) ? "[redacted:secret]" : value]),
  );
}

export const DOCUMENT_RULES: readonly Rule[] = [
  unproved(
    ["pgpass"], // its lines: `host:port:database:user:password`
    /(?<![\w.*:/-])(?:\d{1,7}:)?(?:[\w.-]{1,100}|\/[\w/-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,63}|\*):(?:[\w.@-]{1,63}|\*):(?=\S)/g,
    (text, _, start) => {
      const value = matchAt(PGPASS_VALUE, text, start)?.[0] ?? "";
      if (value.length < 3 || /^(?:\[redacted|[$<{])/.test(value)) return undefined;
      return { start, end: start + value.length, kind: "password" };
    },
  ),
  proved(
    ["private-lines", "priv:", "exponent", "prime1:", "prime2:", "coefficient:"],
    PRIVATE_LINES,
    lastGroup("private-key"),
  ),
  unproved( // the private numbers of a JSON Web Key
    ["kty"],
    /"(?:d|p|q|dp|dq|qi|k)\\*" ?: ?\\*"([\w-]{20,2000})/g,
    lastGroup("private-key", (value) => isMixture(value.slice(0, 64))),
  ),
  {
    keywords: [PRINTED],
    find: (text) => each(PRINTED_VALUE, lastGroup("secret", (value) => isPrinted(value, text)))(text),
  },
  { keywords: ["kind"], proof: KIND, find: manifestSpans },
  ...rows.map(({ keywords, pattern, unless = "(?!)", kind }) => { // `(?!)` never matches
    const isOther = new RegExp(unless);
    return unproved(keywords, new RegExp(pattern, "g"), lastGroup(kind, (value) => !isOther.test(value)));
  }),
];
