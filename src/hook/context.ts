// The definition of a hook, and the context of one run of it, through which handlers reach settings, log and database.
import { SILENT_CLIENTS } from "../base/clients.ts";
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
import type { AgentKey } from "../store/ghap.ts";
import type { Store } from "../store/store.ts";
import { asStoreError, isUsual } from "../store/store_error.ts";
import type { WireObject } from "../base/json.ts";
import { type CommonFields, isScript } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";

export interface HookDefinition<E extends CommonFields> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  readonly handle: (event: E, context: HookContext) => Reply | undefined | Promise<Reply | undefined>;
  /** Set for session start only, which prepares the data folder before it handles the event. */
  readonly prepareSession?: (place: Place, context: HookContext) => Promise<void>;
  /** Answers a session start during a pause. Other notices are told only once, so they wait until it ends. */
  readonly remind?: (event: E, context: HookContext) => Reply | undefined;
  /** Returns true for an event that needs no work. Runs first, before SQLite is loaded. */
  readonly isIdle?: (event: E) => boolean | Promise<boolean>;
  /** Returns the parts of the event that will be stored. Without it, the context has no `cleaner`. */
  readonly cleans?: (event: E) => unknown;
  /** Returns what the log gets of the event at the level `data`; by default all. */
  readonly logged?: (event: E) => unknown;
}

/** A row of `event_log`. */
export interface HookEvent {
  readonly name: string;
  /** A second event of the same name and subject within 2 s is not stored; an event without a subject always is. */
  readonly subject?: string | null | undefined;
  readonly data?: unknown;
}

/** The least `remainingMs` without deadlines. Only the hook `stop` reads that; the client kills it after 30 s. */
const UNHURRIED_MS = 25_000;

type Prepared = Pick<HookContext, "session" | "settings" | "shellWord" | "notices">;

export class HookContext {
  readonly now = new Date();
  readonly at: string = isoTime(this.now.getTime());
  readonly paths: Paths;
  /** The folder in which the client was started. In a linked git worktree, it differs from the project. */
  readonly folder: string;
  readonly session: SessionKey;
  /** The agent (main or sub) that caused the event. */
  readonly owner: AgentKey;
  readonly settings: Settings;
  /** The program that a shell starts for `mneme`; `undefined` until a session start has looked it up in PATH. */
  readonly shellWord: ShellWord | undefined;
  readonly notices: readonly string[] = []; // messages to the user about the preparation
  /** Cleans the texts that `cleans` names. Absent without `cleans`, so that code which relies on it fails. */
  cleaner!: Cleaner;
  readonly client: OtherClient | undefined;
  readonly promptId: string | undefined;
  readonly #isScript: boolean;
  readonly #hasDeadline = !isSwitchedOn("MNEME_NO_DEADLINES");
  readonly #log: RunLog;
  readonly #keeper: Keeper;
  readonly #toStart: (() => void)[] = [];
  /** True if this run has met damage in the database. */
  isDamaged = false;

  constructor(
    private readonly name: HookName,
    event: CommonFields,
    { paths, place, log, client }: {
      readonly paths: Paths;
      readonly place: Place;
      readonly log: RunLog;
      readonly client?: OtherClient | undefined;
    },
  ) {
    this.client = client;
    this.promptId = event.promptId;
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
    if (client === undefined && readEnvironment("CLAUDE_PROJECT_DIR") === undefined) {
      this.log("debug", "CLAUDE_PROJECT_DIR is not set; cwd names the project");
    }
  }

  readonly log: LogFunction = (level, message) => this.#log.add(level, message);

  /** Takes over what session start has prepared, before anything is recorded. Nothing else replaces these fields. */
  adopt(prepared: Prepared, store: Store | undefined): void {
    Object.assign(this, prepared);
    this.#log.useSettings(this.settings, this.session.sessionId);
    if (store !== undefined) this.#keeper.adopt(store);
  }

  get isEnabled(): boolean {
    // The switch of pre-tool-use is for its question alone: the hook notes in any case which agent calls mneme's tools.
    return this.#switch.enabled || this.name === "pre-tool-use";
  }

  /** The reason for doing nothing here: a pause or the project's exclusion; `undefined` without one. */
  get silence(): ReturnType<typeof whySilent> {
    const { folder, session: { project, sessionId: session } } = this;
    return whySilent(this.paths, this.settings, { project, folder, session, now: this.now.getTime() });
  }

  /** True if the client does not pass on this hook's text to the model. */
  get isUnheard(): boolean {
    return this.client?.dialect.unheard?.includes(this.name) === true;
  }

  get #switch() {
    return settingOf(this.name, this.settings);
  }

  /** The milliseconds until the hook's deadline; at least `UNHURRIED_MS` where deadlines are switched off. */
  get remainingMs(): number {
    const left = this.#switch.timeout_ms - performance.now(); // counted from the process's start
    return this.#hasDeadline ? left : Math.max(left, UNHURRIED_MS);
  }

  /** Returns true after the deadline, by default the hook's own. Then optional work is dropped. */
  isLate(timeoutMs: number = this.#switch.timeout_ms): boolean {
    return this.#hasDeadline && performance.now() > timeoutMs;
  }

  /**
   * Stores an event and its records, or nothing; with `mustWait`, in the spool, behind a prompt that waits there.
   * Returns false if the event was stored before, mostly by a second install, which answers it.
   */
  record(event: HookEvent, writes: readonly Write[] = [], mustWait = false): boolean {
    return this.#keeper.keep(mustWait, [...writes, {
      kind: "event-logged",
      session: this.session,
      at: this.at,
      event: event.name,
      subject: event.subject ?? null,
      data: event.data,
      durationMs: Math.round(performance.now() * 100) / 100, // from the process's start
    }]);
  }

  /** Calls `work` with the database, without a transaction. Returns `fallback` if it throws. */
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

  /** Cleans a text that `cleans` does not name, such as a file's. */
  readonly cleanReadText = (
    text: string,
    redactSecrets: boolean = this.settings.privacy.redact_secrets,
  ): Promise<string> => cleanIfNeeded(text, redactSecrets);

  /** Returns true if a script, and no person, waits for the client's answer. */
  isUnattended(): boolean {
    if (this.client !== undefined) return this.#isScript || isSwitchedOn("CI");
    const attended = readEnvironment("CLAUDE_CODE_SESSION_ATTENDED"); // missing in older clients
    return attended === undefined ? isScript(readEnvironment("CLAUDE_CODE_ENTRYPOINT")) : attended === "0";
  }

  /** True if no person reads this hook's messages, so that a later session has to tell them. */
  get isUnread(): boolean {
    return this.isUnattended() || SILENT_CLIENTS.includes(this.client?.name ?? "claude");
  }

  /** Calls `start` after the reply and after the spooling, because the started program reads the spool. */
  startLater(start: () => void): void {
    this.#toStart.push(start);
  }

  spoolRefusedRecords(): void {
    this.#keeper.spoolRefusedRecords();
  }

  finish(): void {
    this.spoolRefusedRecords();
    this.#keeper.checkpointIfLarge();
    for (const start of this.#toStart) {
      try {
        start();
      } catch (error) {
        this.log("failure", `Cannot start the command \`mneme\` in the background: ${error}`);
      }
    }
  }
}
