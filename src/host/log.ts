import { cleanText } from "../core/privacy/clean.ts";
import { isLogged, type LogLevel } from "../core/settings.ts";
import { ensurePrivateFolder } from "./atomic_file.ts";
import type { Paths } from "./paths.ts";

const MAX_MESSAGE_UNITS = 2000;

export interface LogOptions {
  readonly level: LogLevel;
  /** Over half of this the file is set aside as `mneme.log.1`, replacing the one before: both hold no more. */
  readonly maxBytes: number;
}

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
    rotate(paths.logFile, options.maxBytes / 2);
    append(paths, formatEntry(entry, new Date()));
  } catch {
    // The log is the last place to report to.
  }
}

/** The line for an entry, with its line feed. */
export function formatEntry(entry: LogEntry, time: Date): string {
  const clean = cleanText(entry.message, { redactSecrets: true }); // before cutting: half a secret looks like none
  const message = JSON.stringify(clean.slice(0, MAX_MESSAGE_UNITS));
  return `${time.toISOString()} ${entry.level} ${entry.hook} ${entry.sessionId ?? "-"} ${message}\n`;
}

function append(paths: Paths, line: string): void {
  const write = () => Deno.writeTextFileSync(paths.logFile, line, { append: true, mode: 0o600 });
  try {
    write();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(paths.logs);
    write();
  }
}

function rotate(file: string, maxBytes: number): void {
  let size = 0;
  try {
    size = Deno.statSync(file).size;
  } catch {
    return; // no log yet
  }
  if (size > maxBytes) Deno.renameSync(file, `${file}.1`);
}
