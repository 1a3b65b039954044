import type { Message } from "../core/conversation.ts";
import type { HookName } from "../core/hook_names.ts";
import type { Candidate } from "../core/triage_types.ts";
import type { ConversationSource, HookContext, HookServices } from "../events/context.ts";
import type { LogEntry } from "../host/log.ts";
import type { Paths } from "../host/paths.ts";
import { readTriageWeights } from "../host/triage_weights.ts";
import { hasSession } from "../store/sessions.ts";
import { settingsOf } from "./hook_settings.ts";

/** Which hook it is and where it works. */
export interface HookPlace {
  readonly name: HookName;
  readonly paths: Paths;
  /** Where the client was started. */
  readonly folder: string;
}

/** The hook's run, as far as it is needed here. */
type Run = HookContext & {
  /** Brings what the database did not take into the spool. */
  settle(): Promise<void>;
};

/** What was said, and where that was read. */
interface Conversation {
  readonly source: ConversationSource;
  readonly messages: Promise<readonly Message[]>;
}

/** What few runs of a hook do with the machine: parts of its context, each with a chunk of its own. */
export class MachineServices implements HookServices {
  readonly #run: Run;
  readonly #place: HookPlace;
  #conversation: Conversation | undefined;

  constructor(run: Run, place: HookPlace) {
    this.#run = run;
    this.#place = place;
  }

  /** Read once: who sums a session up asks for the same as who looks for what is worth remembering. */
  readConversation(source: ConversationSource): Promise<readonly Message[]> {
    const known = this.#conversation;
    const isKnown = known?.source.transcriptPath === source.transcriptPath &&
      known?.source.maxMessages === source.maxMessages;
    if (isKnown && known !== undefined) return known.messages;
    const messages = this.#readConversation(source);
    this.#conversation = { source, messages };
    return messages;
  }

  async #readConversation(source: ConversationSource): Promise<readonly Message[]> {
    const { readConversation } = await import("./read_conversation.ts");
    const isKnownSession = (id: string) => this.#run.withStore((store) => hasSession(store, id), false);
    const { session: { sessionId, project }, now } = this.#run;
    return readConversation(source, {
      sessionId,
      project,
      isKnownSession,
      now,
      paths: this.#place.paths,
      report: (problem) => this.#run.log("failure", problem),
    });
  }

  triageWeights(): Uint8Array {
    return readTriageWeights();
  }

  async readTaskOutput(path: string, taskId: string): Promise<string> {
    const { readTaskOutput } = await import("../host/task_output.ts");
    return readTaskOutput(path, { id: taskId, sessionId: this.#run.session.sessionId });
  }

  async readSavedOutput(path: string): Promise<string> {
    const { readSavedOutput } = await import("../host/task_output.ts");
    return readSavedOutput(path, this.#run.session.sessionId);
  }

  async refine(
    candidates: readonly Candidate[],
    messages: readonly Message[],
  ): Promise<readonly Candidate[] | undefined> {
    await this.#run.settle(); // a model thinks for seconds, in which the client may end the hook
    const { refine } = await import("../host/llm/refine.ts");
    const { settings } = this.#run;
    const result = await refine({ candidates, messages }, {
      llm: settings.llm,
      llmFloor: settings.triage.llm_floor,
      remainingMs: settingsOf(this.#place.name, settings).timeout_ms - performance.now(),
      folder: this.#place.paths.root,
    });
    if (result.kind === "refined") return result.candidates;
    this.#run.log("failure", `The model was not asked or did not help (${result.kind}): ${result.reason}`);
    return undefined;
  }

  async recentCommits(): Promise<readonly string[]> {
    const { readCommits } = await import("../host/git_log.ts");
    return await readCommits(this.#place.folder);
  }

  async refreshGhapIndex(): Promise<void> {
    const { refreshGhapIndex } = await import("./refresh_ghap_index.ts");
    this.#run.withStore((store) => refreshGhapIndex(store, this.#place.paths), undefined);
  }

  /** Starts `mneme` from the hook's own folder, detached. */
  async startMneme(args: readonly string[]): Promise<void> {
    try {
      const { startSibling } = await import("../host/child.ts");
      startSibling(this.#place.paths, args);
    } catch (error) {
      this.#run.log("failure", `Cannot start mneme: ${error instanceof Error ? error.message : error}`);
    }
  }

  async writeLog(entries: readonly LogEntry[]): Promise<void> {
    const { appendLog } = await import("../host/log.ts");
    const { log, retention } = this.#run.settings;
    const options = { level: log.level, maxBytes: retention.log_mb * 1e6 };
    for (const entry of entries) appendLog(this.#place.paths, entry, options);
  }
}
