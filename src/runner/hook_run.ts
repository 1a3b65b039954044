import type { Cleaner, Cleaning } from "../core/privacy/cleaning.ts";
import type { HookName } from "../core/hook_names.ts";
import { isoTime } from "../core/iso_time.ts";
import { isLogged, type LogLevel, type Settings } from "../core/settings.ts";
import type { SessionKey, Write } from "../core/writes.ts";
import type { HookContext, HookEvent } from "../events/context.ts";
import { readEnvironment } from "../host/environment.ts";
import type { LogEntry } from "../host/log.ts";
import { mnemeCommand } from "../host/mneme_command.ts";
import { isPaused, readPauses } from "../host/pause.ts";
import type { Paths } from "../host/paths.ts";
import type { ShellWord } from "../host/shell_word.ts";
import { siblingMneme } from "../host/sibling_path.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";
import type { ApplyWrite } from "../store/apply_run.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, isUsual } from "../store/store_error.ts";
import type { CommonFields } from "../wire/common.ts";
import { settingsOf } from "./hook_settings.ts";
import { Keeper } from "./keeper.ts";
import type { LaunchPlace } from "./launch_place.ts";
import type { MachineServices } from "./machine_services.ts";
import { sessionIdOf } from "./session_id.ts";

/** Puts the data folder in order; returns the settings to use and what the user should be told. */
export type Preparation = (paths: Paths, place: LaunchPlace, log: LogFunction) => Promise<Prepared>;
export type LogFunction = (level: LogLevel, message: string) => void;

export interface Prepared {
  readonly project: string;
  readonly settings: Settings;
  readonly shellWord: ShellWord | undefined;
  /** Open and of our version, when the database could be used. */
  readonly store: Store | undefined;
  readonly notices: readonly string[];
}

/** One run of one hook: the context that its handler gets, made from the machine's state. */
export class HookRun implements HookContext {
  readonly #startMs = Date.now();
  readonly at = isoTime(this.#startMs);
  session: SessionKey;
  settings: Settings;
  notices: readonly string[] = [];
  readonly #name: HookName;
  readonly #paths: Paths;
  readonly #place: LaunchPlace;
  readonly #keeper: Keeper;
  readonly #logEntries: LogEntry[] = [];
  readonly #toStart: (readonly string[])[] = [];
  #shellWord: ShellWord | undefined;
  #cleaner: Cleaner | undefined;
  #loaded: MachineServices | undefined;

  constructor(name: HookName, event: CommonFields, { paths, place }: { paths: Paths; place: LaunchPlace }) {
    this.#name = name;
    this.#paths = paths;
    this.#place = place;
    this.session = { sessionId: sessionIdOf(event), project: place.project, cwd: event.cwd ?? null };
    this.settings = place.settings;
    this.#shellWord = place.shellWord;
    this.#keeper = new Keeper(paths, (level, message) => this.log(level, message));
    if (place.failure !== undefined) this.log("failure", place.failure);
    if (!place.isNamed) this.log("debug", "CLAUDE_PROJECT_DIR is not set; cwd names the project");
  }

  get now(): Date {
    return new Date(this.#startMs);
  }

  get startedAt(): Date {
    return new Date(performance.timeOrigin);
  }

  /** Before anything is recorded. */
  async prepare(preparation: Preparation): Promise<void> {
    const log = (level: LogLevel, message: string) => this.log(level, message);
    const prepared = await preparation(this.#paths, this.#place, log);
    this.session = { ...this.session, project: prepared.project };
    this.settings = prepared.settings;
    this.#shellWord = prepared.shellWord;
    if (prepared.store !== undefined) this.#keeper.adopt(prepared.store);
    this.notices = prepared.notices;
  }

  /** Whether settings, pauses and excluded projects let this hook run. */
  async isEnabled(): Promise<boolean> {
    const { project, sessionId } = this.session;
    if (!settingsOf(this.#name, this.settings).enabled) return false;
    const { exclude_projects } = this.settings.privacy;
    if (exclude_projects.length > 0) {
      const { isExcludedProject } = await import("../core/exclusion.ts");
      if (isExcludedProject(project, exclude_projects)) return false;
    }
    return !isPaused(readPauses(this.#paths), { project, session: sessionId, now: this.#startMs });
  }

  isLate(timeoutMs: number = settingsOf(this.#name, this.settings).timeout_ms): boolean {
    return performance.now() > timeoutMs; // counted from the process's start
  }

  record(writes: readonly Write[], event: HookEvent, applyOther?: ApplyWrite): boolean {
    return this.#keeper.keep([...writes, {
      kind: "event-logged",
      session: this.session,
      at: this.at,
      event: event.name.includes(".") ? event.name : `hook.${event.name}`,
      subject: event.subject,
      data: event.data,
      durationMs: Math.round(performance.now() * 100) / 100,
    }], applyOther);
  }

  withStore<T>(work: (store: Store) => T, fallback: T): T {
    try {
      return work(this.#keeper.store());
    } catch (error) {
      const { fault, message } = asStoreError(error);
      this.log(isUsual(fault) ? "debug" : "failure", message);
      return fallback;
    }
  }

  /**
   * Loads what cleans the texts that are kept; without it there is nothing to clean in them. False where they are of a
   * document with so many units left out, and all of it is needed.
   */
  async loadPrivacyRules(cleaning: Cleaning | undefined, leftOut = 0): Promise<boolean> {
    if (leftOut > 0 && (cleaning === undefined || isLogged("data", this.settings.log.level))) return false;
    this.#cleaner = cleaning === undefined
      ? { cleanText: (text) => text, cleanJson: (value) => value }
      : await cleaning(this.settings, leftOut);
    return this.#cleaner !== undefined;
  }

  cleanText(text: string): string {
    return this.#rules().cleanText(text);
  }

  cleanJson(value: unknown): unknown {
    return this.#rules().cleanJson(value);
  }

  /** Nothing is kept uncleaned because somebody forgot to say what is kept. */
  #rules(): Cleaner {
    if (this.#cleaner === undefined) throw new Error(`The ${this.#name} hook does not say what it keeps`);
    return this.#cleaner;
  }

  /** What came in, for a log that is set to show it. */
  logData(event: CommonFields): void {
    if (isLogged("data", this.settings.log.level)) this.log("data", JSON.stringify(event));
  }

  /** Written by `finish`: the log is needed seldom, and cleans what it writes. */
  log(level: LogLevel, message: string): void {
    this.#logEntries.push({ level, hook: this.#name, sessionId: this.session.sessionId, message });
  }

  isUnattended(): boolean {
    return readEnvironment("CLAUDE_CODE_SESSION_ATTENDED") === "0" ||
      readEnvironment("CLAUDE_CODE_ENTRYPOINT") === "sdk-cli";
  }

  async scratchpads(): Promise<ScratchpadFiles | undefined> {
    const { enforce } = this.settings.scratchpad;
    if (enforce === "never") return undefined;
    const { openScratchpads } = await import("./open_scratchpads.ts");
    return openScratchpads(this.#place.folder, enforce);
  }

  /** In a chunk of its own: every kilobyte of code costs each run. */
  async services(): Promise<MachineServices> {
    if (this.#loaded === undefined) {
      const { MachineServices } = await import("./machine_services.ts");
      this.#loaded = new MachineServices(this, {
        name: this.#name,
        paths: this.#paths,
        folder: this.#place.folder,
      });
    }
    return this.#loaded;
  }

  mnemeCommand(): string {
    return mnemeCommand(this.#shellWord);
  }

  get install(): string {
    return siblingMneme();
  }

  /** Done by `finish`: the answer comes first, and the child must find what was spooled. */
  startMneme(args: readonly string[]): void {
    this.#toStart.push(args);
  }

  /** Brings what the database did not take into the spool. */
  settle(): Promise<void> {
    return this.#keeper.settle();
  }

  /** After the answer is out. */
  async finish(): Promise<void> {
    await this.#keeper.settle();
    this.#keeper.checkpointIfLarge();
    for (const args of this.#toStart) await (await this.services()).startMneme(args);
    const { level } = this.settings.log;
    if (!this.#logEntries.some((entry) => isLogged(entry.level, level))) return;
    await (await this.services()).writeLog(this.#logEntries);
  }
}
