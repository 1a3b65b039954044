import { isLogged, type LogLevel } from "../base/settings.ts";
import { infoOf, writeInFolder } from "./files.ts";
import type { Paths } from "./paths.ts";
import { cleanText } from "../privacy/clean.ts";

const MAX_MESSAGE_UNITS = 2000;

export interface LogOptions {
  readonly level: LogLevel;
  /** Over half of this the file is set aside as `mneme.log.1`, replacing the one before: both hold no more. */
  readonly maxBytes: number;
}

/** Notes a line for the log. */
export type LogFunction = (level: LogLevel, message: string) => void;

export interface LogEntry {
  readonly level: LogLevel;
  /** Which executable speaks. */
  readonly hook: string;
  readonly sessionId: string | undefined;
  readonly message: string;
}

/**
 * One line per entry: time, level, hook, session, message. Private parts and secrets are removed, control
 * characters escaped. Never throws: where the log cannot be written, nobody is told.
 */
export function appendLog(paths: Paths, entry: LogEntry, options: LogOptions): void {
  if (!isLogged(entry.level, options.level)) return;
  try {
    const { logs, logFile } = paths;
    if ((infoOf(logFile)?.size ?? 0) > options.maxBytes / 2) rotate(logFile);
    const line = formatEntry(entry, new Date());
    writeInFolder(logs, () => Deno.writeTextFileSync(logFile, line, { append: true, mode: 0o600 }));
  } catch {
    // The log is the last place to report to.
  }
}

/** On Windows a file that somebody looks at keeps its name: then the next line tries it again. */
function rotate(logFile: string): void {
  try {
    Deno.renameSync(logFile, `${logFile}.1`);
  } catch {
    // The line matters more than the length of the log.
  }
}

/** The line for an entry, with its line feed. */
export function formatEntry(entry: LogEntry, time: Date): string {
  const clean = cleanText(entry.message, { redactSecrets: true }); // before cutting: half a secret looks like none
  const message = JSON.stringify(clean.slice(0, MAX_MESSAGE_UNITS));
  return `${time.toISOString()} ${entry.level} ${entry.hook} ${entry.sessionId ?? "-"} ${message}\n`;
}
