import type { Place } from "./secret_places.ts";
import { matchAt } from "./secret_span.ts";

const REST_OF_LINE = /(?:[^\s\\#;"']|[ \t](?![ \t]*[#;])|[#;](?![ \t])|["'](?=\S)|\\(?![nr])){1,256}/y;
const LINE_BREAK = /\r?\n|\\r\\n|\\n/;
/** As `cat -n` and the like number them. */
const NUMBER = /^\s*(?:\d+(?:\t|\\t|→|:))?[ \t]*/;
const SECTION = /(?:^|["'])\[[\w.@:" -]{1,60}\]\s*$/;
const SETTING_LINE = /^(?:$|[#;]|[\w.-]{1,60}[ \t]*(?:[=:]|$))/;
const LOOK_BACK = 1500;

/** A line of a `.env` file, or of what `printenv` prints. */
const ENV_LINE = /^(?:export )?[A-Z_][A-Z0-9_]{1,60}=/;
/** What makes it a command that is given the variable. */
const COMMAND_BEHIND = / -{1,2}\w|[;&|] |[<>]|\$\(|\\$/;
const LOOK_AHEAD = 300;
const LINE_START = /(?:^|\n|\\n)(?: {0,8}\d{1,7}(?:\t|\\t|→|:))?(?:export )?$/;
const START_LENGTH = 30;

/**
 * What a line assigns, where all of it up to its end is the value: in a section of a configuration file, in a file of
 * environment variables, in a list of them, as `spring.datasource.password=`, and behind `username=`.
 */
export function restOfLine(place: Place): string | undefined {
  const { text, name, nameStart, from, operator, kind } = place;
  const lines = linesBefore(place);
  const lead = lines[0] ?? "x";
  const isTight = from === operator + 1 && nameStart + name.length === operator;
  const value = matchAt(REST_OF_LINE, text, from)?.[0];
  if (isTight && /^[A-Z]/.test(name)) {
    const isEnvironment = /^- $/.test(lead) ||
      (/^(?:export )?$/.test(lead) && isBesideEnvLine(place, lines[1]));
    return isEnvironment && !COMMAND_BEHIND.test(value ?? "") ? value : undefined;
  }
  if (lead !== "" || kind !== "password") return undefined;
  if (isTight && /\w\.[\w-]+\.[\w.-]*$/.test(name)) return value;
  if (isTight && /^(?:user(?:name)?|login)=\S/.test(lines[1] ?? "")) return value;
  const last = lines.slice(1).find((line) => SECTION.test(line) || !SETTING_LINE.test(line));
  return last !== undefined && SECTION.test(last) ? value : undefined;
}

/** Whether nothing but blanks, a number or a dash stands before the name in its line. */
export function beginsLine(place: Place): boolean {
  return /^(?:- )?["']?$/.test(linesBefore(place)[0] ?? "x");
}

/** Whether the name begins a line that is not indented, and nothing stands between it, the operator and the value. */
export function isLineOfItsOwn({ text, name, nameStart, operator, from }: Place): boolean {
  const before = text.slice(Math.max(0, nameStart - START_LENGTH), nameStart);
  return from === operator + 1 && nameStart + name.length === operator && LINE_START.test(before);
}

/** The beginning of the line that the name stands in, and the lines before it, the last first. */
function linesBefore({ text, nameStart }: Place): string[] {
  const before = text.slice(Math.max(0, nameStart - LOOK_BACK), nameStart);
  return before.split(LINE_BREAK).reverse().map((line) => line.replace(NUMBER, ""));
}

function isBesideEnvLine({ text, from }: Place, before: string | undefined): boolean {
  if (before !== undefined && ENV_LINE.test(before)) return true;
  const after = text.slice(from, from + LOOK_AHEAD).split(LINE_BREAK)[1];
  return after !== undefined && ENV_LINE.test(after.replace(NUMBER, ""));
}
