import { type HookName, settingOf } from "../base/hook_names.ts";
import type { HookSwitch, Settings } from "../base/settings.ts";
import { isoTime } from "../base/time.ts";
import type { SessionKey, Write } from "../base/writes.ts";
import { Keeper } from "./keeper.ts";
import type { OtherClient } from "./other_client.ts";
import { type Place, sessionIdOf } from "./place.ts";
import { isSwitchedOn, readEnvironment } from "../machine/environment.ts";
import type { ShellWord } from "../machine/mneme_command.ts";
import type { Paths } from "../machine/paths.ts";
import { isPaused, readPauses } from "../machine/pause.ts";
import type { LogFunction, RunLog } from "../machine/log.ts";
import type { Cleaner } from "../privacy/cleaning.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, isUsual } from "../store/store_error.ts";
import type { WireObject } from "../base/json.ts";
import type { CommonFields } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";

/** Defines one hook: how its payload is read, and what is done with the event. */
export interface HookDefinition<E extends CommonFields, P = undefined> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  /** Handles the event. Synchronous in every hook but `stop`, which may wait for a model. */
  readonly handle: (
    event: E,
    context: HookContext,
    prepared: P,
  ) => Reply | undefined | Promise<Reply | undefined>;
  /** Puts the data folder in order (schema, spool, configuration) before anything else; only session start does. */
  readonly home?: {
    readonly clearWay: (paths: Paths, cwd: string | undefined) => void;
    readonly prepareSession: (paths: Paths, place: Place, log: LogFunction) => Promise<SessionHome>;
  };
  /** Tells cheaply, without the database, that nothing is to be done for this event. */
  readonly isIdle?: (event: E) => boolean | Promise<boolean>;
  /** Returns the texts of the event that may be kept. Without it the hook has no cleaner and can keep nothing. */
  readonly cleans?: (event: E) => unknown;
  /** Loads and reads whatever the synchronous handler needs and that has to be awaited. */
  readonly prepare?: (event: E, context: HookContext) => Promise<P>;
}

/** Describes the row that a run of a hook leaves in `event_log`. */
export interface HookEvent {
  /** The name without `hook.`: `stop`, `session_end`. */
  readonly name: string;
  /** Identifies what the event is about: the same event with the same subject counts once within moments. */
  readonly subject: string | null;
  readonly data?: unknown;
}

/** The data folder as session start has put it in order. */
export interface SessionHome {
  readonly project: string;
  readonly settings: Settings;
  readonly shellWord: ShellWord | undefined;
  /** The open database of our schema version; `undefined` when it cannot be used. */
  readonly store: Store | undefined;
  /** Lines that the client shows to the user. */
  readonly notices: readonly string[];
}

/** The time of a hook without deadlines (MNEME_NO_DEADLINES): less than the client's own timeout. */
const UNHURRIED_MS = 25_000;

/** Holds everything that a handler knows of the machine, for one run of one hook. */
export class HookContext {
  readonly #startMs = Date.now();
  /** The moment of the run as records store it: UTC, ISO 8601. */
  readonly at: string = isoTime(this.#startMs);
  readonly paths: Paths;
  /** The folder that the client was started in. */
  readonly folder: string;
  session: SessionKey;
  settings: Settings;
  /** The word by which a shell finds `mneme`: its name, or its path. */
  shellWord: ShellWord | undefined;
  /** Lines for the user; only session start fills them. */
  notices: readonly string[] = [];
  /** Cleans the texts that the definition's `cleans` names. */
  cleaner: Cleaner | undefined;
  /** The client that runs the hook; `undefined` for Claude Code. */
  readonly client: OtherClient | undefined;
  readonly #isScript: boolean;
  readonly #hasDeadline = !isSwitchedOn("MNEME_NO_DEADLINES");
  readonly #name: HookName;
  readonly #log: RunLog;
  readonly #keeper: Keeper;
  readonly #toStart: (() => void)[] = [];

  constructor(
    name: HookName,
    event: CommonFields,
    { paths, place, log, client }: {
      readonly paths: Paths;
      readonly place: Place;
      readonly log: RunLog;
      readonly client?: OtherClient | undefined;
    },
  ) {
    this.#name = name;
    this.client = client;
    this.#isScript = event.isScript;
    this.#log = log;
    this.paths = paths;
    this.folder = place.folder;
    const session = { sessionId: sessionIdOf(event), project: place.project, cwd: event.cwd ?? null };
    this.session = client === undefined ? session : { ...session, client: client.name };
    this.settings = place.settings;
    this.shellWord = place.shellWord;
    this.#keeper = new Keeper(paths, this.log);
    log.useSettings(place.settings, this.session.sessionId);
    if (place.failure !== undefined) this.log("failure", place.failure);
    if (!place.isNamed && client === undefined) {
      this.log("debug", "CLAUDE_PROJECT_DIR is not set; cwd names the project");
    }
  }

  /** Notes a line for the log. The log is written after the answer is printed. */
  readonly log: LogFunction = (level, message) => this.#log.add(level, message);

  get now(): Date {
    return new Date(this.#startMs);
  }

  /** The moment when this process began. */
  get startedAt(): Date {
    return new Date(performance.timeOrigin);
  }

  /** Takes over what session start has prepared, before anything is recorded. */
  adopt({ project, settings, shellWord, store, notices }: SessionHome): void {
    this.session = { ...this.session, project };
    this.settings = settings;
    this.shellWord = shellWord;
    this.notices = notices;
    this.#log.useSettings(settings, this.session.sessionId);
    if (store !== undefined) this.#keeper.adopt(store);
  }

  /** True when settings, pauses and excluded projects let this hook run. */
  isEnabled(): boolean {
    const { project, sessionId } = this.session;
    return this.#switch.enabled && !isExcludedProject(project, this.settings.privacy.exclude_projects) &&
      !isPaused(readPauses(this.paths), { project, session: sessionId, now: this.#startMs });
  }

  get #switch(): HookSwitch {
    return settingOf(this.#name, this.settings);
  }

  /** The time that the hook may still use, in ms. */
  get remainingMs(): number {
    const left = this.#switch.timeout_ms - performance.now(); // `performance.now()` counts from the start of the process
    return this.#hasDeadline ? left : Math.max(left, UNHURRIED_MS);
  }

  /** Tells whether the deadline or `timeoutMs` has passed: then optional work is dropped, ready text printed. */
  isLate(timeoutMs: number = this.#switch.timeout_ms): boolean {
    return this.#hasDeadline && performance.now() > timeoutMs;
  }

  /**
   * Keeps the records and the hook's own event together, in the database or in the spool. Returns false when the same
   * event is there already: a second install has reported it, and this run stays silent.
   */
  record(writes: readonly Write[], event: HookEvent): boolean {
    return this.#keeper.keep([...writes, {
      kind: "event-logged",
      session: this.session,
      at: this.at,
      event: event.name.includes(".") ? event.name : `hook.${event.name}`,
      subject: event.subject,
      data: event.data,
      durationMs: Math.round(performance.now() * 100) / 100,
    }]);
  }

  /** Runs `work` on the database, outside of a transaction; returns `fallback` when the database cannot be used. */
  withStore<T>(work: (store: Store) => T, fallback: T): T {
    try {
      return work(this.#keeper.store());
    } catch (error) {
      const { fault, message } = asStoreError(error);
      this.log(isUsual(fault) ? "debug" : "failure", message);
      return fallback;
    }
  }

  /** Returns the text without private parts and secrets, as the settings say. */
  cleanText(text: string): string {
    return this.#rules().cleanText(text);
  }

  cleanJson(value: unknown): unknown {
    return this.#rules().cleanJson(value);
  }

  /** Throws where the hook's definition has no `cleans`: a forgotten line must not keep text uncleaned. */
  #rules(): Cleaner {
    if (this.cleaner === undefined) throw new Error(`The ${this.#name} hook does not say what it keeps`);
    return this.cleaner;
  }

  /** Tells whether a script started the client: it waits for the answer, and nobody sits at the terminal. */
  isUnattended(): boolean {
    if (this.client !== undefined) return this.#isScript || isSwitchedOn("CI");
    return readEnvironment("CLAUDE_CODE_SESSION_ATTENDED") === "0" ||
      readEnvironment("CLAUDE_CODE_ENTRYPOINT") === "sdk-cli";
  }

  /** Has a program started after the answer is printed and the spool is written, as the program reads the spool. */
  startLater(start: () => void): void {
    this.#toStart.push(start);
  }

  /** Writes records that the database refused into the spool. */
  spoolRefused(): void {
    this.#keeper.spoolRefused();
  }

  /** Does the work that can wait until the answer is printed. */
  finish(): void {
    this.spoolRefused();
    this.#keeper.checkpointIfLarge();
    for (const start of this.#toStart) {
      try {
        start();
      } catch (error) {
        this.log("failure", `Cannot start mneme: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
}
