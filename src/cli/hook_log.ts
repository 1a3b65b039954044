import type { Paths } from "../host/paths.ts";

/** One entry of the log. */
export interface LogLine {
  readonly time: Date;
  readonly level: string;
  /** The executable that spoke; `mneme` for the command. */
  readonly hook: string;
  readonly message: string;
}

/** What went wrong, oldest first: entries of level failure and error in the log and the one before it. */
export function readFailures(paths: Paths): LogLine[] {
  const text = [`${paths.logFile}.1`, paths.logFile].map(readText).join("");
  return text.split("\n").flatMap((line) => {
    const entry = parseLine(line);
    return entry === undefined ? [] : [entry];
  });
}

/** `undefined` for lines of other levels and for what is not a line of ours. */
function parseLine(line: string): LogLine | undefined {
  const parts = /^(\S+) (failure|error) (\S+) \S+ (.*)$/.exec(line);
  if (parts === null) return undefined;
  const [, time = "", level = "", hook = "", message = ""] = parts;
  const moment = new Date(time);
  return Number.isNaN(moment.getTime())
    ? undefined
    : { time: moment, level, hook, message: unquote(message) };
}

function unquote(message: string): string {
  try {
    return String(JSON.parse(message));
  } catch {
    return message; // cut by a full disk
  }
}

function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // no log yet, or not readable, which the permission check tells
  }
}
