import { beginsLine, isLineOfItsOwn, restOfLine } from "./secret_lines.ts";
import { isGeneratedPassword } from "./secret_mixture.ts";
import { quotedAt } from "./secret_quotes.ts";
import type { NamedKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isExpression } from "./secret_templates.ts";
import { isSecretValue } from "./secret_values.ts";
import type { ValueForm } from "./secret_values.ts";

/** A value without quotes, and the name it is assigned to. */
export interface Place {
  readonly text: string;
  readonly kind: NamedKind;
  readonly name: string;
  /** Where the name and where the value begin; `operator` stands between them. */
  readonly nameStart: number;
  readonly operator: number;
  readonly from: number;
}

const QUOTE_BEFORE = /(?<=[\s,([=]|^)(?:\\*["'])$/;
const ELEMENT = /[^<>\n]{1,256}(?=<\/)/y;
const PART_OF_LIST = /(?!,)[^;"'\n\\]{1,200}(?=[;"']|\n|$)/y;
/** A password for programs, as Google gives them out. */
const FOUR_FOURS = /[a-z]{4}(?: [a-z]{4}){3}(?![\w ])/y;
const QUERY_VALUE = /[^\s"'`<>(){}[\],;|&\\]{4,256}/y;
/** An address, a list of settings, or an option of a command. */
const LISTED_BEFORE =
  /[?&]$|\b(?:host|port|user|dbname|username)=\S{1,60}[ \t]$|(?:^|[\s"']) ?--?[a-zA-Z][\w-]{0,20}[ =]\\*["']?$/;
/** A comma before Chinese writing ends a value. */
const LINE_TOKEN = /(?:[^\s"'`\\,;。]|[,;](?=[\s!-~]|$)){6,256}(?=[ \t]*(?:$|\r?\n|\\n|\\r\\n|[ \t]#))/y;
/** What ends a value elsewhere, and what names do not have. */
const MARK = /[<>(){}[\]|&!#$%^*?@~]|[,;]./;
const LAST_MARKS = /[,;]+$/;

/**
 * A value whose end only what is around it tells: the quote before the name, the element, the section of a
 * configuration file, the list of settings, the query of an address.
 */
export function spanByPlace(given: Place): Span | undefined {
  const place = fromOperator(given);
  const { text, operator, from } = place;
  if (text[operator] === ">") return spanOf(place, matchAt(ELEMENT, text, from)?.[0], "blanks");
  if (place.kind === "password") {
    const fours = matchAt(FOUR_FOURS, text, from)?.[0];
    if (fours !== undefined) return { start: from, end: from + fours.length, kind: "password" };
  }
  if (text[operator] === ":") return tokenSpan(place);
  if (text[operator] !== "=" || (text[operator + 1] === "=" && from !== operator + 1)) return undefined;
  const before = text.slice(Math.max(0, place.nameStart - 20), place.nameStart);
  const quote = from === operator + 1 ? QUOTE_BEFORE.exec(before)?.[0] : undefined;
  const inQuotes = quote && spanOf(place, quotedAt(text, from, quote), "blanks");
  if (inQuotes) return inQuotes;
  if (place.kind !== "password") return spanOf(place, restOfLine(place), "any") ?? assignedSpan(place);
  if (
    from === operator + 1 &&
    LISTED_BEFORE.test(text.slice(Math.max(0, place.nameStart - 80), place.nameStart))
  ) {
    return spanOf(place, matchAt(QUERY_VALUE, text, from)?.[0], "any");
  }
  if (/;[ \t]*$/.test(before) && /^P/.test(place.name)) {
    return spanOf(place, matchAt(PART_OF_LIST, text, from)?.[0], "any");
  }
  return spanOf(place, restOfLine(place), "any") ?? assignedSpan(place);
}

/** In a `.env` file a value begins right behind the operator, whatever it begins with. */
function fromOperator(place: Place): Place {
  const { text, name, operator, from } = place;
  if (!/^[A-Z]/.test(name) || text[operator] !== "=" || !/^[>=]$/.test(text.slice(operator + 1, from))) {
    return place;
  }
  const tight = { ...place, from: operator + 1 };
  return isLineOfItsOwn(tight) ? tight : place;
}

/** A line of YAML with nothing but a name and a value without blanks, which may hold what ends a value elsewhere. */
function tokenSpan(place: Place): Span | undefined {
  const { text, kind, name, from } = place;
  const value = matchAt(LINE_TOKEN, text, from)?.[0] ?? "";
  const isVariable = kind === "password" && /^[A-Z][A-Z\d]*_[A-Z\d_]*$/.test(name);
  if (!(isVariable || MARK.test(value)) || !beginsLine(place)) return undefined;
  return lineSpan(place, value, isVariable ? "setting" : "line");
}

/** The same of a line that assigns, without blanks around the operator, as in a `.env` file. */
function assignedSpan(place: Place): Span | undefined {
  const value = matchAt(LINE_TOKEN, place.text, place.from)?.[0] ?? "";
  if (!MARK.test(value) || !isLineOfItsOwn(place)) return undefined;
  return lineSpan(place, value, /^[A-Z][A-Z\d_]*$/.test(place.name) ? "setting" : "line");
}

/** In a program, a comma or a semicolon ends the line: before one, more proof is needed. */
function lineSpan({ kind, from }: Place, value: string, form: ValueForm): Span | undefined {
  if (isExpression(value)) return undefined;
  const end = from + value.length;
  if (!LAST_MARKS.test(value)) {
    return isSecretValue(value, kind, form) ? { start: from, end, kind } : undefined;
  }
  const isSecret = isGeneratedPassword(value) && isSecretValue(value.replace(LAST_MARKS, ""), kind, "line");
  return isSecret ? { start: from, end, kind } : undefined;
}

/** What has no blanks is left to the rules for all values, unless the place is proof enough for `any`. */
function spanOf(
  { kind, name, from }: Place,
  found: string | undefined,
  proof: "any" | "blanks",
): Span | undefined {
  const value = found?.trimEnd() ?? "";
  if (proof === "blanks" && !/\s/.test(value)) return undefined;
  const form = proof === "any" || kind === "password" || /^[A-Z]/.test(name) ? "setting" : "quoted";
  return isSecretValue(value, kind, form) ? { start: from, end: from + value.length, kind } : undefined;
}
