import { quotedAt } from "./secret_quotes.ts";
import type { NamedKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

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
const PART_OF_LIST = /[^;"'\n\\]{1,200}(?=[;"']|\n|$)/y;
/** A password for programs, as Google gives them out. */
const FOUR_FOURS = /[a-z]{4}(?: [a-z]{4}){3}(?![\w ])/y;
const QUERY_VALUE = /[^\s"'`<>(){}[\],;|&\\]{4,256}/y;
const REST_OF_LINE = /(?:[^\s\\#;"']|[ \t](?![ \t]*[#;])|[#;"'](?=\S)|\\(?![nr])){1,256}/y;
const LINE_BREAK = /\r?\n|\\r\\n|\\n/;
/** As `cat -n` and the like number them. */
const NUMBER = /^\s*(?:\d+(?:\t|\\t|→|:))?[ \t]*/;
const SECTION = /(?:^|["'])\[[\w.@:" -]{1,60}\]\s*$/;
const SETTING_LINE = /^(?:$|[#;]|[\w.-]{1,60}[ \t]*(?:[=:]|$))/;
const LOOK_BACK = 1500;

/**
 * A value whose end only what is around it tells: the quote before the name, the element, the section of a
 * configuration file, the list of settings, the query of an address.
 */
export function spanByPlace(place: Place): Span | undefined {
  const { text, operator, from } = place;
  if (text[operator] === ">") return spanOf(place, matchAt(ELEMENT, text, from)?.[0], "blanks");
  if (place.kind === "password") {
    const fours = matchAt(FOUR_FOURS, text, from)?.[0];
    if (fours !== undefined) return { start: from, end: from + fours.length, kind: "password" };
  }
  if (text[operator] !== "=" || text[operator + 1] === "=") return undefined;
  const before = text.slice(Math.max(0, place.nameStart - 20), place.nameStart);
  const quote = from === operator + 1 ? QUOTE_BEFORE.exec(before)?.[0] : undefined;
  if (quote !== undefined) return spanOf(place, quotedAt(text, from, quote), "blanks");
  if (place.kind !== "password") return undefined;
  if (
    from === operator + 1 && /[?&]$|\b(?:host|port|user|dbname|username)=\S{1,60}[ \t]$/.test(context(place))
  ) {
    return spanOf(place, matchAt(QUERY_VALUE, text, from)?.[0], "any");
  }
  if (/;[ \t]*$/.test(before) && /^P/.test(place.name)) {
    return spanOf(place, matchAt(PART_OF_LIST, text, from)?.[0], "any");
  }
  return isInSection(place) ? spanOf(place, matchAt(REST_OF_LINE, text, from)?.[0], "any") : undefined;
}

function context({ text, nameStart }: Place): string {
  return text.slice(Math.max(0, nameStart - 80), nameStart);
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

/**
 * Whether the name begins a line, and all before it up to a line such as `[client]` are settings and comments; also
 * `spring.datasource.password=` and what follows upon `username=`.
 */
function isInSection({ text, name, nameStart, from, operator }: Place): boolean {
  const isTight = from === operator + 1 && nameStart + name.length === operator;
  const lines = text.slice(Math.max(0, nameStart - LOOK_BACK), nameStart).split(LINE_BREAK).reverse();
  if (!/^$/.test(lines[0]?.replace(NUMBER, "") ?? "x")) return false;
  if (isTight && /\w\.[\w-]+\.[\w.-]*$/.test(name)) return true;
  if (isTight && /^(?:user(?:name)?|login)=\S/.test(lines[1]?.replace(NUMBER, "") ?? "")) return true;
  for (const whole of lines.slice(1)) {
    const line = whole.replace(NUMBER, "");
    if (SECTION.test(line)) return true;
    if (!SETTING_LINE.test(line)) return false;
  }
  return false;
}
