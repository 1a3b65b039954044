import { cutAtWord, cutEnd } from "../base/cut.ts";
import { NOT_SHOWN, withoutTerminalCodes } from "../base/frame.ts";
import { windowsPath } from "../base/slashes.ts";

/** The most UTF-16 units of a line that describes a call; nobody reads longer ones. */
export const MAX_LINE_UNITS = 240;
const MAX_PATH_UNITS = 80;

/** Returns the text on one line of at most `maxUnits`; no character is cut in two. */
export function oneLine(text: string, maxUnits: number): string {
  // The text is cut first, as a captured text may have megabytes.
  const line = withoutTerminalCodes(text.slice(0, 4 * maxUnits + 200)).replace(NOT_SHOWN, " ").trim();
  return cutEnd(line, maxUnits).toWellFormed();
}

export function quoteCode(code: string, maxUnits: number): string {
  return `\`${oneLine(code, maxUnits).replaceAll("`", "'")}\``;
}

/** Returns `: text` on one line; `""` for a text that says nothing. */
export function afterColon(text: string | undefined, maxUnits: number): string {
  const line = oneLine(text ?? "", maxUnits);
  return line === "" ? "" : `: ${line}`;
}

/** Returns the path relative to the project. Keeps only the end of a long path, which says most. */
export function shortPath(path: string, project: string): string {
  const spelled = /^[A-Z]:\\/.test(project) ? windowsPath(path) : path;
  const isInside = project !== "" && spelled.startsWith(project) &&
    /[/\\]/.test(spelled[project.length] ?? "");
  const inside = isInside ? spelled.slice(project.length + 1) : path;
  const line = oneLine(inside, 2000);
  return line.length <= MAX_PATH_UNITS ? line : `…${line.slice(-(MAX_PATH_UNITS - 1))}`.toWellFormed();
}

/** Returns the line that says most about a failure: the first that names an error, else the last. */
export function tellingLine(text: string): string {
  const lines = `${text.slice(0, 8000)}\n${text.slice(8000).slice(-8000)}`.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:Error: )?Exit code -?\d+$/i.test(line));
  const telling =
    /error|fail|not found|cannot|can't|unable|denied|no such|does not exist|exception|panic|fatal/i;
  return lines.find((line) => telling.test(line)) ?? lines.at(-1) ?? "";
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Lists at most `most` texts: as many as fit into `maxUnits`, but at least one. Counts the others: "a, b and 3 more". */
export function listSome(
  texts: readonly string[],
  { most = texts.length, maxUnits = Infinity, between = ", ", last = " and " },
): string {
  for (let shown = Math.min(most, texts.length);; shown--) {
    const more = texts.length - shown;
    const end = more > 0 ? `${last}${more} more` : "";
    const list = texts.slice(0, shown).join(between);
    if (shown <= 1 || list.length + end.length <= maxUnits) {
      return cutAtWord(list, maxUnits - end.length) + end;
    }
  }
}

/** The most UTF-16 units of a prompt that an observation quotes as its reason. */
export const REASON_UNITS = 90;
/** The text between a line and the prompt that asked for the work. */
export const REASON_START = " — asked: “";
/** The text between a line and the agent's words before the step, which earlier versions added at a replay. */
const SAID_START = " — said: “";

/** Adds to a line the prompt that asked for the work, if that fits. */
export function withReason(text: string, prompt: string): string {
  const reason = oneLine(prompt, REASON_UNITS);
  const full = `${text}${REASON_START}${reason}”`;
  return reason === "" || full.length > MAX_LINE_UNITS ? text : full;
}

/** Returns a line without the words that were added to it as its reason. */
export function withoutReason(line: string): string {
  return [REASON_START, SAID_START].reduce((text, start) => text.split(start, 1)[0]!, line);
}
