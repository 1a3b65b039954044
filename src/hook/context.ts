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

/** One hook: how its payload is read and what is done with it. */
export interface HookDefinition<E extends CommonFields, P = undefined> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  /** Synchronous, but for `stop`, which may wait for a model. */
  readonly handle: (
    event: E,
    context: HookContext,
    prepared: P,
  ) => Reply | undefined | Promise<Reply | undefined>;
  /** Puts the data folder in order before all else, as session start alone does: schema, spool, configuration. */
  readonly home?: {
    readonly clearWay: (paths: Paths, cwd: string | undefined) => void;
    readonly prepareSession: (paths: Paths, place: Place, log: LogFunction) => Promise<SessionHome>;
  };
  /** The cheapest test: true when this event needs nothing at all, not even the database. */
  readonly isIdle?: (event: E) => boolean | Promise<boolean>;
  /** The texts of the event that are going to be kept: without it nothing can be cleaned, nor kept. */
  readonly cleans?: (event: E) => unknown;
  /** Loads and reads everything that the handler may need and that has to be waited for. */
  readonly prepare?: (event: E, context: HookContext) => Promise<P>;
}

/** The row that a run leaves in `event_log`. */
export interface HookEvent {
  /** Without `hook.`: `stop`, `session_end`. */
  readonly name: string;
  /** The thing that the event is about; the same event of the same subject within moments counts once. */
  readonly subject: string | null;
  readonly data?: unknown;
}

/** The data folder as session start has put it in order. */
export interface SessionHome {
  readonly project: string;
  readonly settings: Settings;
  readonly shellWord: ShellWord | undefined;
  /** Open and of our version, when the database could be used. */
  readonly store: Store | undefined;
  /** Lines for the user. */
  readonly notices: readonly string[];
}

/** The time that is left where deadlines are lifted: below that of the client. */
const UNHURRIED_MS = 25_000;

/** One run of one hook: everything that its handler knows of the machine. */
export class HookContext {
  readonly #startMs = Date.now();
  /** The moment of the run, as records have it: UTC, ISO 8601. */
  readonly at: string = isoTime(this.#startMs);
  readonly paths: Paths;
  /** The folder that the client was started in. */
  readonly folder: string;
  session: SessionKey;
  settings: Settings;
  /** The word by which a shell finds `mneme`. */
  shellWord: ShellWord | undefined;
  /** Lines for the user; filled for session start only. */
  notices: readonly string[] = [];
  /** Cleans the texts that the definition's `cleans` names. */
  cleaner: Cleaner | undefined;
  /** The client that runs the hook, where it is not Claude Code. */
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

  /** Notes a line for the log, which is written when the answer is out. */
  readonly log: LogFunction = (level, message) => this.#log.add(level, message);

  get now(): Date {
    return new Date(this.#startMs);
  }

  /** The moment when this process began. */
  get startedAt(): Date {
    return new Date(performance.timeOrigin);
  }

  /** Takes what session start has prepared, before anything is recorded. */
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

  /** The time that the hook may go on, in ms. */
  get remainingMs(): number {
    const left = this.#switch.timeout_ms - performance.now(); // counted from the process's start
    return this.#hasDeadline ? left : Math.max(left, UNHURRIED_MS);
  }

  /** True when the hook's own deadline, or another, has passed: what is optional is dropped, and what is ready is printed. */
  isLate(timeoutMs: number = this.#switch.timeout_ms): boolean {
    return this.#hasDeadline && performance.now() > timeoutMs;
  }

  /**
   * Keeps the records and the hook's own event, in the database or in the spool; all of them or none.
   * False when the same event was there already: a second install reported it first, and this run stays silent.
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

  /** Uses the database outside of a transaction; `fallback` where it cannot be used. */
  withStore<T>(work: (store: Store) => T, fallback: T): T {
    try {
      return work(this.#keeper.store());
    } catch (error) {
      const { fault, message } = asStoreError(error);
      this.log(isUsual(fault) ? "debug" : "failure", message);
      return fallback;
    }
  }

  /** Private parts and secrets removed, as the settings say. */
  cleanText(text: string): string {
    return this.#rules().cleanText(text);
  }

  cleanJson(value: unknown): unknown {
    return this.#rules().cleanJson(value);
  }

  /** Nothing is kept uncleaned because somebody forgot to say what is kept. */
  #rules(): Cleaner {
    if (this.cleaner === undefined) throw new Error(`The ${this.#name} hook does not say what it keeps`);
    return this.cleaner;
  }

  /** Nobody sits at the terminal: a script started the client and waits for its answer. */
  isUnattended(): boolean {
    if (this.client !== undefined) return this.#isScript || isSwitchedOn("CI");
    return readEnvironment("CLAUDE_CODE_SESSION_ATTENDED") === "0" ||
      readEnvironment("CLAUDE_CODE_ENTRYPOINT") === "sdk-cli";
  }

  /** Has a program started once the answer is out: it must find what was spooled. */
  startLater(start: () => void): void {
    this.#toStart.push(start);
  }

  /** Brings what the database did not take into the spool. */
  spoolRefused(): void {
    this.#keeper.spoolRefused();
  }

  /** Does what can wait until the answer is out. */
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
