import { DEFAULT_SETTINGS, isLogged, type LogLevel, type Settings } from "../base/settings.ts";
import type { LogEntry } from "./log.ts";
import { findPaths } from "./paths.ts";

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
      const { appendLog } = await import("./log.ts"); // the privacy rules, which most runs do without
      const { log, retention } = this.#settings;
      for (const entry of entries) {
        appendLog(paths, entry, { level: log.level, maxBytes: retention.log_mb * 1e6 });
      }
    } catch {
      // Nobody is left to tell, and the session must not notice.
    }
  }
}
