// Writes the log of hooks and commands. Takes private parts and secrets out of messages, whatever the settings say.
import { orUndefined } from "../base/or_undefined.ts";
import { DEFAULT_SETTINGS, isLogged, type LogLevel, type Settings } from "../base/settings.ts";
import { sizeOf, writeInFolder } from "./files.ts";
import { findPaths, type Paths } from "./paths.ts";
import type { cleanText } from "../privacy/clean.ts";
import { loadRules } from "../privacy/cleaning.ts";

const MAX_MESSAGE_UNITS = 2000;

type LogSettings = Pick<Settings, "log" | "retention">;

export type LogFunction = (level: LogLevel, message: string) => void;

export interface LogEntry {
  readonly level: LogLevel;
  readonly hook: string;
  readonly sessionId: string | undefined;
  readonly message: string;
}

/** The log entries of one run of a hook, written after the hook has printed its answer. */
export class RunLog {
  readonly #entries: LogEntry[] = [];
  #sessionId: string | undefined;
  /** The defaults hold until the settings are read, so that a failure to read them is logged. */
  #settings: LogSettings = DEFAULT_SETTINGS;

  constructor(private readonly hook: string) {}

  useSettings(settings: LogSettings, sessionId: string): void {
    this.#settings = settings;
    this.#sessionId = sessionId;
  }

  isLogged(level: LogLevel): boolean {
    return isLogged(level, this.#settings.log.level);
  }

  add(level: LogLevel, message: string): void {
    this.#entries.push({ level, hook: this.hook, sessionId: this.#sessionId, message });
  }

  async write(): Promise<void> {
    const entries = this.#entries.filter(({ level }) => this.isLogged(level));
    const paths = entries.length === 0 ? undefined : findPaths();
    if (paths === undefined) return;
    const rules = await loadRules().catch(() => undefined); // here, as most runs log nothing
    for (const entry of rules ? entries : []) appendLog(paths, entry, this.#settings, rules!.cleanText);
  }
}

/** Cleans and appends an entry. A file over half of `log_mb` becomes `mneme.log.1`. Never throws. */
export function appendLog(
  { logs, logFile }: Paths,
  entry: LogEntry,
  { log, retention }: LogSettings,
  clean: typeof cleanText,
): void {
  if (!isLogged(entry.level, log.level)) return;
  try {
    if (sizeOf(logFile) > retention.log_mb * 1e6 / 2) {
      // On Windows this fails while the file is open; the next entry tries again.
      orUndefined(() => Deno.renameSync(logFile, `${logFile}.1`));
    }
    const line = formatEntry(entry, new Date(), clean);
    writeInFolder(logs, () => Deno.writeTextFileSync(logFile, line, { append: true, mode: 0o600 }));
  } catch {
    // There is no other place to report to.
  }
}

export function formatEntry(entry: LogEntry, time: Date, clean: typeof cleanText): string {
  const text = clean(entry.message, { redactSecrets: true }); // before cutting, as half a secret is not recognized
  const message = JSON.stringify(text.slice(0, MAX_MESSAGE_UNITS));
  return `${time.toISOString()} ${entry.level} ${entry.hook} ${entry.sessionId ?? "-"} ${message}\n`;
}
