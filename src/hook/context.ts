import { type HookName, settingOf } from "../base/hook_names.ts";
import type { Settings } from "../base/settings.ts";
import { isoTime } from "../base/time.ts";
import type { SessionKey, Write } from "../base/writes.ts";
import { Keeper } from "./keeper.ts";
import type { OtherClient } from "./other_client.ts";
import { ownerOf, type Place } from "./place.ts";
import { isSwitchedOn, readEnvironment } from "../machine/environment.ts";
import type { ShellWord } from "../machine/mneme_command.ts";
import type { Paths } from "../machine/paths.ts";
import { whySilent } from "../machine/pause.ts";
import type { LogFunction, RunLog } from "../machine/log.ts";
import { type Cleaner, cleanIfNeeded } from "../privacy/cleaning.ts";
import type { GhapOwner } from "../store/ghap.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, isUsual } from "../store/store_error.ts";
import type { WireObject } from "../base/json.ts";
import type { CommonFields } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";

/** The definition of one hook: it decodes the payload and handles the event. */
export interface HookDefinition<E extends CommonFields> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  readonly handle: (event: E, context: HookContext) => Reply | undefined | Promise<Reply | undefined>;
  /** Set for session start only: prepares schema, spool and configuration before anything else is done. */
  readonly home?: {
    readonly removeSpecialFiles: (paths: Paths, cwd: string | undefined) => void;
    readonly prepareSession: (paths: Paths, place: Place, context: HookContext) => Promise<SessionHome>;
  };
  /** Runs first and must be fast. Returns true for an event that needs no work; the database is then not opened. */
  readonly isIdle?: (event: E) => boolean | Promise<boolean>;
  /** Returns the parts of the event that will be stored. Without this function there is no `cleaner`. */
  readonly cleans?: (event: E) => unknown;
}

/** The row that a run of a hook adds to `event_log`. */
export interface HookEvent {
  readonly name: string;
  /**
   * The id of the event's subject. A second event of this name and subject within 2 s is not stored. An event without a
   * subject always is.
   */
  readonly subject?: string | null | undefined;
  readonly data?: unknown;
}

/** The data folder, prepared by session start, and the settings of the project. */
export interface SessionHome extends Pick<HookContext, "settings" | "shellWord" | "notices"> {
  readonly project: string;
  /** The open database with this program's schema; `undefined` when the database cannot be used. */
  readonly store: Store | undefined;
}

/** The least `remainingMs` if deadlines are switched off. Only `stop` needs it: the client ends it after 30 s. */
const UNHURRIED_MS = 25_000;

/** The context of one run of one hook: its handler's access to settings, session, database and log. */
export class HookContext {
  readonly now = new Date();
  /** The moment of the run, as records have it: UTC, ISO 8601. */
  readonly at: string = isoTime(this.now.getTime());
  readonly paths: Paths;
  /** The folder that the client was started in. */
  readonly folder: string;
  session: SessionKey;
  /** The agent that caused the event, in its session. */
  readonly owner: GhapOwner;
  settings: Settings;
  /** The program that the user's shell starts for the word `mneme`; `undefined` if no session start looked it up. */
  shellWord: ShellWord | undefined;
  notices: readonly string[] = [];
  /** Cleans the texts that the definition's `cleans` names; `undefined` without that, so that nothing is stored uncleaned. */
  cleaner!: Cleaner;
  readonly client: OtherClient | undefined;
  readonly #isScript: boolean;
  readonly #hasDeadline = !isSwitchedOn("MNEME_NO_DEADLINES");
  readonly #name: HookName;
  readonly #log: RunLog;
  readonly #keeper: Keeper;
  readonly #toStart: (() => void)[] = [];
  /** True if this run has found damage in the parts of the database that it reads or writes. */
  isDamaged = false;

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
    this.owner = ownerOf(event);
    const session = { sessionId: this.owner.sessionId, project: place.project, cwd: event.cwd ?? null };
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

  readonly log: LogFunction = (level, message) => this.#log.add(level, message);

  /** Uses the project, settings and database that session start prepared. Called before anything is recorded. */
  adopt({ project, settings, shellWord, store, notices }: SessionHome): void {
    this.session = { ...this.session, project };
    this.settings = settings;
    this.shellWord = shellWord;
    this.notices = notices;
    this.#log.useSettings(settings, this.session.sessionId);
    if (store !== undefined) this.#keeper.adopt(store);
  }

  /** Returns true if settings, pauses and excluded projects let this hook run. */
  isEnabled(): boolean {
    return this.#switch.enabled && this.silence === undefined;
  }

  /** The reason why this hook does nothing in its project or session, if there is one. */
  get silence(): ReturnType<typeof whySilent> {
    const { project, sessionId } = this.session;
    return whySilent(this.paths, this.settings, { project, session: sessionId, now: this.now.getTime() });
  }

  /** True if the client would keep the context of this hook from the model. */
  get isUnheard(): boolean {
    return this.client?.dialect.unheard?.includes(this.#name) === true;
  }

  get #switch() {
    return settingOf(this.#name, this.settings);
  }

  get remainingMs(): number {
    const left = this.#switch.timeout_ms - performance.now(); // counted from the process's start
    return this.#hasDeadline ? left : Math.max(left, UNHURRIED_MS);
  }

  /** Returns true if the deadline, by default the hook's own, has passed, so that optional work is dropped. */
  isLate(timeoutMs: number = this.#switch.timeout_ms): boolean {
    return this.#hasDeadline && performance.now() > timeoutMs;
  }

  /**
   * Stores the hook's own event and further records, in the database or in the spool; all of them or none. Returns
   * false if a second install of mneme has stored the event already: this run then prints nothing.
   */
  record(event: HookEvent, writes: readonly Write[] = []): boolean {
    return this.#keeper.keep([...writes, {
      kind: "event-logged",
      session: this.session,
      at: this.at,
      event: event.name,
      subject: event.subject ?? null,
      data: event.data,
      durationMs: Math.round(performance.now() * 100) / 100,
    }]);
  }

  /** Calls `work` with the database, outside any transaction. Returns `fallback` if that throws. */
  withStore<T, F = undefined>(work: (store: Store) => T, fallback?: F): T | F {
    try {
      return work(this.#keeper.store());
    } catch (error) {
      const { fault, message } = asStoreError(error);
      this.isDamaged ||= fault === "corrupt";
      this.log(isUsual(fault) ? "debug" : "failure", message);
      return fallback as F;
    }
  }

  /** Cleans a text that is not in `cleans`, such as a file's. The settings decide by default if secrets go, too. */
  readonly cleanReadText = (
    text: string,
    redactSecrets: boolean = this.settings.privacy.redact_secrets,
  ): Promise<string> => cleanIfNeeded(text, redactSecrets);

  /** Returns true if a script, not a person, started the client and waits for the answer. */
  isUnattended(): boolean {
    if (this.client !== undefined) return this.#isScript || isSwitchedOn("CI");
    return readEnvironment("CLAUDE_CODE_SESSION_ATTENDED") === "0" ||
      readEnvironment("CLAUDE_CODE_ENTRYPOINT") === "sdk-cli";
  }

  /** True if no user reads the messages of this hook, so that they have to be given again. */
  get isUnread(): boolean {
    return this.isUnattended() || this.client?.dialect.hidesMessages === true;
  }

  /** Calls `start` after the reply and the spooling, because the program that it starts reads the spool. */
  startLater(start: () => void): void {
    this.#toStart.push(start);
  }

  spoolRefused(): void {
    this.#keeper.spoolRefused();
  }

  /** Does the work that can wait until the reply is printed. */
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
