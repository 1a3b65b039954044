import { cutEnd } from "../base/cut.ts";
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

/** Puts code or a command between backticks. */
export function quoteCode(code: string, maxUnits: number): string {
  return `\`${oneLine(code, maxUnits).replaceAll("`", "'")}\``;
}

/** Returns the path relative to the project; of a long path only the end, which says most. */
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
    .filter((line) => line !== "" && !/^(?:Error: )?Exit code \d+$/i.test(line));
  const telling =
    /error|fail|not found|cannot|can't|unable|denied|no such|does not exist|exception|panic|fatal/i;
  return lines.find((line) => telling.test(line)) ?? lines.at(-1) ?? "";
}

/** Returns "3 edits", "1 edit". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
