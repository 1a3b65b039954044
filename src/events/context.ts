import type { Message } from "../core/conversation.ts";
import type { LogLevel, Settings } from "../core/settings.ts";
import type { Candidate } from "../core/triage_types.ts";
import type { SessionKey, Write } from "../core/writes.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";
import type { ApplyWrite } from "../store/apply_run.ts";
import type { Store } from "../store/store.ts";

/** What a handler is handed: everything it knows of the machine. */
export interface HookContext {
  readonly now: Date;
  /** The same moment as records have it: UTC, ISO 8601. */
  readonly at: string;
  /** When this process began. */
  readonly startedAt: Date;
  readonly session: SessionKey;
  readonly settings: Settings;
  /** What the preparation of the data folder has to tell the user; filled for session-start only. */
  readonly notices: readonly string[];

  /** Whether the hook's own deadline, or another, has passed: what is optional is dropped, and what is ready is printed. */
  isLate(timeoutMs?: number): boolean;

  /**
   * Keeps the records and the hook's own event, in the database or in the spool; all of them or none.
   * False when the same event was there already: a second install reported it first, and this run stays silent.
   * Records other than captures come with how they are written; without that they reach the spool only.
   */
  record(writes: readonly Write[], event: HookEvent, applyOther?: ApplyWrite): boolean;

  /** Uses the database outside of a transaction; `fallback` where it cannot be used. */
  withStore<T>(work: (store: Store) => T, fallback: T): T;

  /** Private parts and secrets removed, as the settings say. */
  cleanText(text: string): string;
  cleanJson(value: unknown): unknown;

  log(level: LogLevel, message: string): void;

  /** Nobody sits at the terminal: a script started the client and waits for its answer. */
  isUnattended(): boolean;

  /** The scratchpads of the project's agents; `undefined` where agents owe none. */
  scratchpads(): Promise<ScratchpadFiles | undefined>;

  /** What few runs need; loaded when it is first asked for. */
  services(): Promise<HookServices>;

  /** Which of several installs this hook is of. */
  readonly install: string;

  /** How the `mneme` beside this hook is called in a shell. */
  mnemeCommand(): string;

  /** Starts `mneme` from the hook's own folder, detached; does not wait for it. */
  startMneme(args: readonly string[]): void;
}

/** What few runs of a hook do with the machine. */
export interface HookServices {
  /** The last messages of the session, oldest first; empty where there is no transcript to read. */
  readConversation(source: ConversationSource): Promise<readonly Message[]>;

  /** What triage was trained to, as `loadTrained` reads it. */
  triageWeights(): Uint8Array;

  /** Head and tail of what a background task wrote; empty unless the file lies where the client puts such files. */
  readTaskOutput(path: string, taskId: string): Promise<string>;

  /** The same of what a call printed that was too long for the client's answer. */
  readSavedOutput(path: string): Promise<string>;

  /** What the configured model makes of the candidates; `undefined` whenever it cannot be asked or is no help. */
  refine(
    candidates: readonly Candidate[],
    messages: readonly Message[],
  ): Promise<readonly Candidate[] | undefined>;

  /** The newest commits, one line each; none where git cannot tell them in time. */
  recentCommits(): Promise<readonly string[]>;

  /** Brings what silent paths know of open entries up to date. */
  refreshGhapIndex(): Promise<void>;
}

/** Where a conversation is read from. */
export interface ConversationSource {
  readonly transcriptPath: string | undefined;
  /** From stdin, as the file may lag behind. */
  readonly lastAssistantMessage: string | undefined;
  readonly maxMessages: number;
}

/** The row that a run leaves in `event_log`. */
export interface HookEvent {
  /** Without `hook.`: `stop`, `session_end`. */
  readonly name: string;
  /** What the event is about; the same event of the same subject within moments counts once. */
  readonly subject: string | null;
  readonly data?: unknown;
}
