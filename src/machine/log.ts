import { DEFAULT_SETTINGS, isLogged, type LogLevel, type Settings } from "../base/settings.ts";
import { infoOf, writeInFolder } from "./files.ts";
import { findPaths, type Paths } from "./paths.ts";
import type { cleanText } from "../privacy/clean.ts";
import { loadRules } from "../privacy/load_rules.ts";

const MAX_MESSAGE_UNITS = 2000;

export interface LogOptions {
  readonly level: LogLevel;
  /** Over half of this the file is set aside as `mneme.log.1`, replacing the one before: both hold no more. */
  readonly maxBytes: number;
  /** The rules of privacy, which most runs of a hook do without. */
  readonly cleanText: typeof cleanText;
}

/** Notes a line for the log. */
export type LogFunction = (level: LogLevel, message: string) => void;

export interface LogEntry {
  readonly level: LogLevel;
  /** The executable that speaks. */
  readonly hook: string;
  readonly sessionId: string | undefined;
  readonly message: string;
}

/** Collects the log entries of one run of a hook: they are written once its answer is out. */
export class RunLog {
  readonly #hook: string;
  readonly #entries: LogEntry[] = [];
  #sessionId: string | undefined;
  /** The defaults until the settings are read: those may be what failed. */
  #settings: Pick<Settings, "log" | "retention"> = DEFAULT_SETTINGS;

  constructor(hook: string) {
    this.#hook = hook;
  }

  useSettings(settings: Pick<Settings, "log" | "retention">, sessionId: string): void {
    this.#settings = settings;
    this.#sessionId = sessionId;
  }

  isLogged(level: LogLevel): boolean {
    return isLogged(level, this.#settings.log.level);
  }

  add(level: LogLevel, message: string): void {
    this.#entries.push({ level, hook: this.#hook, sessionId: this.#sessionId, message });
  }

  /** Never throws: the log is the last place to report to. */
  async write(): Promise<void> {
    const entries = this.#entries.filter(({ level }) => this.isLogged(level));
    const paths = entries.length === 0 ? undefined : findPaths();
    if (paths === undefined) return;
    try {
      const { cleanText } = await loadRules();
      const { log, retention } = this.#settings;
      const options = { level: log.level, maxBytes: retention.log_mb * 1e6, cleanText };
      for (const entry of entries) appendLog(paths, entry, options);
    } catch {
      // Nobody is left to tell, and the session must not notice.
    }
  }
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
    const line = formatEntry(entry, new Date(), options);
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
export function formatEntry(
  entry: LogEntry,
  time: Date,
  { cleanText }: Pick<LogOptions, "cleanText">,
): string {
  const clean = cleanText(entry.message, { redactSecrets: true }); // before cutting: half a secret looks like none
  const message = JSON.stringify(clean.slice(0, MAX_MESSAGE_UNITS));
  return `${time.toISOString()} ${entry.level} ${entry.hook} ${entry.sessionId ?? "-"} ${message}\n`;
}
