import { cleanJson, cleanText } from "../core/clean.ts";
import { isExcludedProject } from "../core/exclusion.ts";
import type { HookName } from "../core/hook_names.ts";
import { DEFAULT_SETTINGS, type LogLevel, type Settings } from "../core/settings.ts";
import type { SessionKey, Write } from "../core/writes.ts";
import type { HookContext, HookEvent } from "../events/context.ts";
import { startSibling } from "../host/child.ts";
import { type CachedConfig, readCachedConfig } from "../host/config_cache.ts";
import { readEnvironment } from "../host/environment.ts";
import { appendLog } from "../host/log.ts";
import { isPaused, readPauses } from "../host/pause.ts";
import type { Paths } from "../host/paths.ts";
import { findProject, launchFolder } from "../host/project.ts";
import type { Store } from "../store/store.ts";
import { asStoreError } from "../store/store_error.ts";
import type { CommonFields } from "../wire/common.ts";
import { settingsOf } from "./hook_settings.ts";
import { Keeper } from "./keeper.ts";

/** Puts the data folder in order; returns the settings to use and what the user should be told. */
export type Preparation = (paths: Paths, place: LaunchPlace, log: LogFunction) => Promise<Prepared>;
export type LogFunction = (level: LogLevel, message: string) => void;

/** Where the client was started, and what is known about it. */
export interface LaunchPlace {
  readonly folder: string;
  readonly cached: CachedConfig | undefined;
}

export interface Prepared {
  readonly project: string;
  readonly settings: Settings | undefined;
  /** Open and of our version, when the database could be used. */
  readonly store: Store | undefined;
  readonly notices: readonly string[];
}

/** One run of one hook: the context that its handler gets, made from the machine's state. */
export class HookRun implements HookContext {
  readonly now = new Date();
  session: SessionKey;
  settings: Settings;
  notices: readonly string[] = [];
  readonly #name: HookName;
  readonly #paths: Paths;
  readonly #place: LaunchPlace;
  readonly #keeper: Keeper;

  constructor(name: HookName, event: CommonFields, paths: Paths) {
    this.#name = name;
    this.#paths = paths;
    const given = readEnvironment("CLAUDE_PROJECT_DIR");
    const folder = launchFolder(given, event.cwd);
    const cached = readCachedConfig(paths, folder);
    this.#place = { folder, cached };
    const sessionId = event.sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
    const project = cached?.project ?? findProject(folder, undefined);
    this.session = { sessionId, project, cwd: event.cwd ?? null };
    this.settings = cached?.settings ?? DEFAULT_SETTINGS;
    this.#keeper = new Keeper(paths, (level, message) => this.log(level, message));
    if (given === undefined) this.log("debug", "CLAUDE_PROJECT_DIR is not set; cwd names the project");
  }

  /** Before anything is recorded. */
  async prepare(preparation: Preparation): Promise<void> {
    const log = (level: LogLevel, message: string) => this.log(level, message);
    const prepared = await preparation(this.#paths, this.#place, log);
    this.session = { ...this.session, project: prepared.project };
    this.settings = prepared.settings ?? this.settings;
    if (prepared.store !== undefined) this.#keeper.adopt(prepared.store);
    this.notices = prepared.notices;
  }

  /** Whether settings, pauses and excluded projects let this hook run. */
  isEnabled(): boolean {
    const { project, sessionId } = this.session;
    if (!settingsOf(this.#name, this.settings).enabled) return false;
    if (isExcludedProject(project, this.settings.privacy.exclude_projects)) return false;
    return !isPaused(readPauses(this.#paths), { project, session: sessionId, now: this.now.getTime() });
  }

  record(writes: readonly Write[], event: HookEvent): boolean {
    return this.#keeper.keep([...writes, {
      kind: "event-logged",
      session: this.session,
      at: this.now.toISOString(),
      event: event.name.includes(".") ? event.name : `hook.${event.name}`,
      subject: event.subject,
      data: event.data,
      durationMs: Math.round(performance.now() * 100) / 100,
    }]);
  }

  withStore<T>(work: (store: Store) => T, fallback: T): T {
    try {
      return work(this.#keeper.store());
    } catch (error) {
      this.log("failure", asStoreError(error).message);
      return fallback;
    }
  }

  cleanText(text: string): string {
    return cleanText(text, { redactSecrets: this.settings.privacy.redact_secrets });
  }

  cleanJson(value: unknown): unknown {
    return cleanJson(value, { redactSecrets: this.settings.privacy.redact_secrets });
  }

  log(level: LogLevel, message: string): void {
    const options = { level: this.settings.log.level, maxBytes: this.settings.retention.log_mb * 1e6 };
    appendLog(this.#paths, { level, hook: this.#name, sessionId: this.session.sessionId, message }, options);
  }

  startMneme(args: readonly string[]): void {
    try {
      startSibling(this.#paths, args);
    } catch (error) {
      this.log("failure", `Cannot start mneme: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** After the answer is out. */
  finish(): void {
    this.#keeper.checkpointIfLarge();
  }
}
