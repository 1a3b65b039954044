// Finds where a value without quotes, a YAML block or a list of literals ends, for the rule in `assignments.ts`.
import {
  isExpression,
  isGenerated,
  isGeneratedPassword,
  isSecretValue,
  type NamedKind,
} from "../heuristics.ts";
import { matchAt, quotedAt, type Span } from "../matching.ts";

/** A value (from its index `from`, behind its quote, if any) and its name, which the minus of a patch may begin. */
export interface Place {
  readonly text: string;
  readonly kind: NamedKind;
  readonly name: string;
  readonly nameStart: number;
  readonly operator: number;
  readonly from: number;
}

const ELEMENT = /[^<>\n]{1,256}(?=<\/)/y; // the text of an XML element
const PART_OF_LIST = /(?!,)[^;"'\n\\]{1,200}(?=[;"']|\n|$)/y; // a value in a connection string
/** Matches an app password of Google, which has blanks. */
const FOUR_FOURS = /[a-z]{4}(?: [a-z]{4}){3}(?![\w ])/y;
const ARGUMENT = /[^\s"'`<>(){}[\],;|&\\]{4,256}/y; // of a call: a bracket or a comma ends it
const QUERY_VALUE = /(?:[^\s"'`<>(){}[\],;|&\\]|[(){}[\],;](?=[\w!#$%^*@-])){4,256}/y;
const LISTED_BEFORE = // matches before a name in a query, a connection string or the options of a command
  /[?&]$|\b(?:host|port|user|dbname|username)=\S{1,60}[ \t]$|(?:^|[\s"']) ?--?[a-zA-Z][\w-]{0,20}[ =]\\*["']?$/;
/** Matches a value up to the line end. Before a letter outside of ASCII, a comma or `;` ends it. */
const LINE_TOKEN = /(?:[^\s"'`\\,;，。；]|[,;](?=[\s!-~]|$)){6,256}(?=[ \t]*(?:$|\r?\n|\\n|\\r\\n|[ \t]#))/y;
/** Matches marks that names do not contain. `unquotedSpan` (`assignments.ts`) judges values without marks. */
const MARK = /[<>(){}[\]|&!#$%^*?@~]|[,;].|=$/;
const LAST_MARKS = /[,;]+$/;
const OPTION_LENGTH = 80; // the units before a name that `LISTED_BEFORE` reads

/** Returns a value whose end shows: a quote before its name, XML, a line of settings, a connection string, a query. */
export function spanByPlace(given: Place): Span | undefined {
  const place = fromOperator(given);
  const { text, operator, from } = place;
  if (text[operator] === ">") return spanOf(place, matchAt(ELEMENT, text, from)?.[0], "blanks");
  const isPassword = place.kind === "password";
  const fours = isPassword ? matchAt(FOUR_FOURS, text, from)?.[0] : undefined;
  if (fours !== undefined) return { start: from, end: from + fours.length, kind: "password" };
  if (text[operator] === ":") return lineSpan(place);
  if (text[operator] !== "=" || (text[operator + 1] === "=" && from !== operator + 1)) return undefined; // `==` tests
  const before = text.slice(Math.max(0, place.nameStart - OPTION_LENGTH), place.nameStart);
  const quote = from === operator + 1 ? /(?<=[\s,([=]|^)(?:\\*["'])$/.exec(before)?.[0] : undefined;
  const inQuotes = quote && spanOf(place, quotedAt(text, from, quote), "blanks");
  if (inQuotes) return inQuotes;
  if (isPassword && from === operator + 1 && LISTED_BEFORE.test(before)) {
    return spanOf(place, matchAt(/,[ \t]$/.test(before) ? ARGUMENT : QUERY_VALUE, text, from)?.[0], "any");
  }
  if (isPassword && /;[ \t]*$/.test(before) && /^P(?:assword|ASSWORD|wd|WD)$/.test(place.name)) {
    return spanOf(place, matchAt(PART_OF_LIST, text, from)?.[0], "any");
  }
  return spanOf(place, restOfLine(place), "any") ?? lineSpan(place);
}

/** Matches up to a blank, a closing quote, an escape, an entity, `</` or the next `name=`, at most 129 units. */
const JOINED =
  /(?:(?![,;&?{][A-Za-z_][\w.-]{0,40}[=:]|&#?\w{2,5};|<\/)[!#-&(-[\]-_a-~]|\\*["'`](?=[\w#$%^@~])|\\(?![nrtux"'`\\\s]|$)){6,129}/y;
const JOINT = /["'`<>(){}[\],;|&\\]/; // ends values of other forms
/** Matches what follows a value: a command, words of a list, a sentence's punctuation, brackets. */
const BEHIND =
  /(?:(?:[;|,]|>{1,2}|&&)(?:(?:cd|ls|gh|jq|wc|tr|cp|mv|rm|sh|go)(?=$|[;|>])|\$[A-Z_]+|[a-z./~$][a-z./~$_-]{2,}\d*))*(?:\*\*)?[.,:;?)\]}>|]*$/;
const CODE = /^\\|&&|\|\||=>|\(\)|^[\w$.]*[a-z]{3}[\w$.]*[([<]|^[^,|]{1,3}(?:[,|][^,|]{1,3})+$/; // a call, an element, a comparison, a list

/** Returns a value with marks that end others, if it looks generated, or is a setting's with a digit or `!#%^@`. */
export function joinedSpan({ text, from, kind }: Place, isSetting: boolean): Span | undefined {
  const whole = matchAt(JOINED, text, from)?.[0] ?? "";
  const value = whole.replace(BEHIND, "");
  if (whole.length > 128 || !JOINT.test(value) || CODE.test(value) || isExpression(whole)) return undefined;
  const isLikely = isGeneratedPassword(value, 6) || (isSetting && /[\d!#%^@]/.test(value));
  if (!isLikely || !isSecretValue(value, kind, isSetting ? "setting" : "line")) return undefined;
  return { start: from, end: from + value.length, kind };
}

/** Moves the start of a value: in a `.env` line, `=` or `>` after the operator is part of it; else `==` compares. */
function fromOperator(place: Place): Place {
  const { text, name, operator, from } = place;
  const isWide = /^-?[A-Z]/.test(name) && /^=[>=]$/.test(text.slice(operator, from));
  return isWide && isLineOfItsOwn(place) ? { ...place, from: operator + 1 } : place;
}

/**
 * Returns a value without blanks that ends its line: in YAML, or after `NAME=`. It has marks, or is a password
 * that YAML gives to a variable. If it ends in a comma or `;`, it may be code, and must look generated.
 */
function lineSpan(place: Place): Span | undefined {
  const { text, kind, name, operator, from } = place;
  const value = matchAt(LINE_TOKEN, text, from)?.[0] ?? "";
  const isYaml = text[operator] === ":";
  const isSetting = isYaml && kind === "password" && /^-?[A-Z][A-Z\d]*_[A-Z\d_]*$/.test(name);
  if (!MARK.test(value) && !isSetting) return undefined;
  const isWholeLine = isYaml
    ? /^(?:- )?["']?$/.test(linesBefore(place)[0]!)
    : from === operator + 1 && isLineOfItsOwn(place);
  if (!isWholeLine || isExpression(value)) return undefined;
  const isSecret = LAST_MARKS.test(value)
    ? isGeneratedPassword(value) && isSecretValue(value.replace(LAST_MARKS, ""), kind, "line")
    : isSecretValue(value, kind, isSetting ? "setting" : isVariable(place) ? "variable" : "line");
  return isSecret ? { start: from, end: from + value.length, kind } : undefined;
}

/** Returns a value if it is a secret. With `blanks` it needs some: other rules judge the rest. */
function spanOf(place: Place, found: string | undefined, needed: "any" | "blanks"): Span | undefined {
  const { kind, name, from } = place;
  const value = found?.trimEnd() ?? "";
  if (needed === "blanks" && !/\s/.test(value)) return undefined;
  const isSetting = needed === "any" || kind === "password" || /^[A-Z]/.test(name);
  const form = !isSetting ? "quoted" : isVariable(place) ? "variable" : "setting";
  return isSecretValue(value, kind, form) ? { start: from, end: from + value.length, kind } : undefined;
}

/** Matches up to a comment, an escaped line end, or a quote before a blank. */
const REST_OF_LINE = /(?:[^\s\\#;"']|[ \t](?![ \t]*[#;])|[#;](?![ \t])|["'](?=\S)|\\(?![nr])){1,256}/y;
const LINE_BREAK = /\r?\n|\\r\\n|\\n/;
/** Matches a file's name, a line number, the mark of a patch and the indentation, but not the dash of a list. */
const LEAD = /^\s*(?:(?:[^\s:]{1,80}:)?\d+(?:\t|\\t|→|:))?(?:\+|-(?! \S| ?$)|[<>] )?[ \t]*/;
const SECTION = /(?:^|["'])\[[\w.@:" -]{1,60}\]\s*$/; // the head of one in a file of settings
const SETTING_LINE = /^(?:$|[#;]|[\w.-]{1,60}[ \t]*(?:[=:]|$))/; // or a blank line, or a comment
const LOOK_BACK = 1500; // the units before a name in which the head of its section is searched

const ENV_LINE = /^(?:export )?[A-Z_][A-Z0-9_]{1,60}=/;
const NO_ENTRY = /^(?:#|\s*$)/; // a blank line or a comment
/** Matches the marks of a command, as in `NAME=value command --option`. */
const COMMAND_BEHIND = / -{1,2}\w|[;&|] |[<>]|\$\(|\\$/;
const LOOK_AHEAD = 300; // the units from a value's start in which the next entry is searched
/** Matches the start of a line, also after a file's name, a number or the mark of a patch; or of a command. */
const LINE_START =
  /(?:(?:^|\n|\\n)(?:[^\s:]{1,80}:)?(?: {0,8}\d{1,7}(?:\t|\\t|→|:))?(?:[+ ]|[<>] |[ \t]{0,40}- )?|\b(?:export|declare -x) |(?:[;&|]| -e) \\*["']?)$/;
const START_LENGTH = 120; // the units before a name that `LINE_START` reads

/**
 * Returns the rest of a line if all of it is the value: in a section of a file of settings, in a list of
 * environment variables, after `spring.datasource.password=`, or below `username=`.
 */
function restOfLine(place: Place): string | undefined {
  const { text, name, nameStart, from, operator, kind } = place;
  const lines = linesBefore(place);
  const lead = lines[0]!;
  const isTight = from === operator + 1 && nameStart + name.length === operator;
  const value = matchAt(REST_OF_LINE, text, from)?.[0] ?? "";
  if (isTight && /^-?[A-Z]/.test(name)) {
    if (COMMAND_BEHIND.test(value) || (value.endsWith(",") && isExpression(value))) return undefined;
    const isInList = /^(?:export )?$/.test(lead) && isBesideEnvLine(place, value, lines.slice(1));
    return lead === "- " || isInList ? value : undefined;
  }
  if (lead !== "" || kind !== "password") return undefined;
  if (isTight && /\w\.[\w-]+\.[\w.-]*$/.test(name)) return value;
  if (isTight && /^(?:user(?:name)?|login)=\S.*(?<!,)$/.test(lines[1] ?? "")) return value;
  const last = lines.slice(1).find((line) => SECTION.test(line) || !SETTING_LINE.test(line));
  return last !== undefined && SECTION.test(last) ? value : undefined;
}

/** Returns true if a name begins its line and its operator follows at once. */
function isLineOfItsOwn({ text, name, nameStart, operator }: Place): boolean {
  const before = text.slice(Math.max(0, nameStart - START_LENGTH), nameStart);
  return nameStart + name.length === operator && LINE_START.test(before);
}

/** Returns true for a variable in a `.env` file or its patch, in the output of `env`, or after `export`. */
export function isVariable(place: Place): boolean {
  return place.text[place.operator] === "=" && /^-?[A-Z][A-Z\d_]*$/.test(place.name) && isLineOfItsOwn(place);
}

/** Returns the start of the name's line, then the lines before, backwards, without what `LEAD` matches. */
function linesBefore({ text, nameStart }: Place): string[] {
  const before = text.slice(Math.max(0, nameStart - LOOK_BACK), nameStart);
  return before.split(LINE_BREAK).reverse().map((line) => line.replace(LEAD, ""));
}

/** Returns true if an entry is beside the value; for one with blanks, also behind blank lines and comments. */
function isBesideEnvLine({ text, from }: Place, value: string, before: readonly string[]): boolean {
  const after = text.slice(from, from + LOOK_AHEAD).split(LINE_BREAK).slice(1);
  const mayBeFar = value.includes(" ");
  return [before, after.map((line) => line.replace(LEAD, ""))]
    .some((lines) => ENV_LINE.test(lines.find((line) => !mayBeFar || !NO_ENTRY.test(line)) ?? ""));
}

/** Matches the head of a YAML block after the colon: `|` or `>`, and nothing more in the line. */
const HEADER = /[ \t]+(?:!!(?:str|binary) )?[|>][-+\d]{0,2}[ \t]*(?:#[^\n\\]{0,80})?\r?(?:\n|(?:\\r)?(\\n))/y;
/** Matches the key of a block. Groups: 1 a line number; 2 a patch mark, the indentation, a list dash. */
const KEY = /^(?:.{0,100}[:,[(] ?\\*["'])?( *\d{1,7}(?:\t|\\t|→|:))?([ +-]*)["']?[\w.$-]{1,64}["']?[ \t]*$/;
const BLOCK_NUMBER = / *\d{1,7}(?:\t|\\t|→|:)/y;
const INDENT = /[+-]? */y;
/** Match the end of JSON's string around a block: by its form, or, if a shell's string is around that, any quote. */
const STRING_ENDS = [/(?<!\\)(?:\\\\)*"|\\"(?=\s*[,;}\])"'])/, /"/];
const LAST_ESCAPE = /(?:\\r|(?<!\\)\\+)$/; // of a line in JSON: parts of it belong to the text behind
const SAMPLE_LINES = 8; // the lines of a block by which it is judged

/** Returns the YAML block after a colon, once for each end it may have: first lines, and the end if it has lines. */
export function blocksAt(text: string, colon: number) {
  const header = matchAt(HEADER, text, colon + 1);
  if (header === null) return [];
  const key = KEY.exec(text.slice(Math.max(0, colon - 200), colon).split(LINE_BREAK).at(-1) ?? "");
  if (key === null) return [];
  const layout = {
    from: colon + 1 + header[0].length,
    isNumbered: key[1] !== undefined,
    keyIndent: (key[2] ?? "").length,
  };
  return (header[1] === undefined ? [null] : STRING_ENDS).map((stringEnd) => {
    const lines = (max: number) => blockLines(text, { ...layout, stringEnd }, max);
    const sample = lines(SAMPLE_LINES);
    return { sample, end: () => (sample.length < SAMPLE_LINES ? sample : lines(Infinity)).at(-1)!.end };
  });
}

export type Block = ReturnType<typeof blocksAt>[number];
type Layout = Readonly<{ from: number; stringEnd: RegExp | null; isNumbered: boolean; keyIndent: number }>;

/** Returns the lines of a block. It ends before a line with less indentation than its first. */
function blockLines(text: string, { from, stringEnd, isNumbered, keyIndent }: Layout, max: number) {
  const lineBreak = stringEnd === null ? "\n" : "\\n";
  const lines: { readonly start: number; readonly end: number }[] = [];
  let indent = keyIndent + 1;
  for (let at = from; at < text.length && lines.length < max;) {
    const next = text.indexOf(lineBreak, at);
    const lineEnd = next < 0 ? text.length : next;
    const outer = at + (isNumbered ? matchAt(BLOCK_NUMBER, text, at)?.[0].length ?? 0 : 0);
    const start = outer + (matchAt(INDENT, text, outer)?.[0].length ?? 0);
    const line = text.slice(start, lineEnd);
    const quote = stringEnd === null ? -1 : line.search(stringEnd);
    const inside = quote < 0 ? line : line.slice(0, quote);
    const content = (stringEnd === null ? inside : inside.replace(LAST_ESCAPE, "")).trimEnd();
    if (content !== "") {
      if (start - outer < indent) break;
      if (lines.length === 0) indent = start - outer;
      lines.push({ start, end: start + content.length });
    }
    if (next < 0 || quote >= 0) break;
    at = next + lineBreak.length;
  }
  return lines;
}

const BLANKS = String.raw`(?:\s|\\[nrt]){0,80}`;
const OPENING = new RegExp(String.raw`\[${BLANKS}(\\*["'])`, "y");
const NEXT = new RegExp(String.raw`\\*["']${BLANKS},${BLANKS}(\\*["'])`, "y");
const MAX_ITEMS = 1000; // of a list, to bound the time

/** Returns a list's literals as one span, if each looks generated, is a password with a digit, or a hexadecimal key. */
export function listedSpan(text: string, from: number, kind: NamedKind): Span | undefined {
  const shape = kind === "password" ? /^(?=.*\d)\S{8,}$/ : /^(?=.*\d)[\da-f]{24,128}$/;
  let next = matchAt(OPENING, text, from);
  const start = from + (next?.[0].length ?? 0);
  let [end, at] = [start, start];
  for (let count = 0; next !== null && count < MAX_ITEMS; count++) {
    const item = quotedAt(text, at, next[1] ?? "");
    if (!item || item.includes(".") || !(isGenerated(item) || shape.test(item))) return undefined;
    if (!isSecretValue(item, kind, "quoted")) return undefined;
    end = at + item.length;
    next = matchAt(NEXT, text, end);
    at = end + (next?.[0].length ?? 0);
  }
  return end > start ? { start, end, kind } : undefined;
}
