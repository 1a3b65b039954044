import type { UserError } from "../base/user_error.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";
import type { ScorePart } from "../search/search_types.ts";
import type { AssembledContext } from "../store/assemble_context.ts";
import type { MemoryRow } from "../store/memories.ts";
import type { Latency } from "../store/stats.ts";
import type { Store } from "../store/store.ts";

/** The fields of a memory that the page changes. Absent fields stay as they are. */
export interface MemoryChange {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly scope?: string;
  readonly files?: readonly string[];
  readonly recall_when?: readonly string[];
  /** The project that the page shows, to which a new memory belongs; absent if it shows every project. */
  readonly project?: string;
}

/** The text that a hook would give the model now, with the reasons for it. */
export interface Preview extends Pick<AssembledContext, "leftOut" | "tokenCount"> {
  readonly text: string | null;
  /** The reason why nothing is looked up; `null` if something is looked up. */
  readonly silence: string | null;
  readonly tokenBudget: number;
  readonly floor: number | null;
  /** The items of the text, with the reasons. */
  readonly items: readonly {
    readonly id: string;
    readonly type: string;
    /** The score from 0 to 1; `null` for items of a session's start. */
    readonly score: number | null;
    readonly tokens: number;
    /** The parts of the score. */
    readonly why: readonly ScorePart[];
    readonly reason: string;
  }[];
  /** The number of items that a session's start does not list, so that only `search` finds them. */
  readonly rest: number;
}

/** A change that is done: the lines that the command would print, and the undo. */
export interface Done {
  readonly lines: readonly string[];
  /** Undoes the change and returns lines that say so. Absent if there is nothing to undo. */
  readonly undo?: (() => readonly string[]) | undefined;
}

interface SearchRequest {
  readonly query: string;
  readonly project: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

/** The project with which the page begins, and the facts about a read-only copy. */
export interface Place {
  /** `null` for all projects. */
  readonly project: string | null;
  /** The time of a read-only copy, ISO 8601; absent on a server. */
  readonly copied_at?: string;
  /** Descriptions of what a copy does not contain. */
  readonly left_out?: readonly string[];
}

/** The subject of a pause: everything, a project or a session. */
interface Subject {
  readonly scope: string;
  readonly key: string;
}

/** A memory with the reasons for doubting it. */
export interface Doubtful {
  readonly memory: MemoryRow;
  readonly doubts: readonly string[];
}

/** The message in which a memory was found: its quotation with the text around it. `null` if the transcript is gone. */
export type Message = { readonly before: string; readonly quote: string; readonly after: string } | null;

/**
 * The operations that the page shares with the commands. `src/cli/view` implements them, so that search, preview and
 * forget exist only once. Each throws a `UserError` if it cannot be done.
 */
export interface Commands {
  readonly place: Place;
  readonly database: string;
  /** Reads the database. If there is none yet, reads an empty one. */
  read<T>(work: (store: Store) => T): T;
  projects(): readonly string[];
  search(request: SearchRequest): Promise<{
    readonly items: readonly {
      readonly id: string;
      readonly type: string;
      readonly title: string;
      readonly snippet: string;
      readonly score: number;
      readonly created_at: string;
      readonly why: readonly ScorePart[];
      readonly category: string | null;
      readonly project: string | null;
    }[];
    readonly note: string | null;
  }>;
  /** Returns the text that a hook would print for this prompt; without a prompt, the text for a session start. */
  preview(asked: {
    readonly prompt: string | undefined;
    readonly project: string;
    readonly session: string | undefined;
  }): Preview;
  /** Returns the newest memories of a category that are doubtful, with the reasons. This is slow for hundreds. */
  doubtful(store: Store, project: string | undefined, category: MemoryCategory): readonly Doubtful[];
  doubts(store: Store, memory: MemoryRow): readonly string[];
  message(memory: MemoryRow): Message;
  health(): {
    readonly spooled: number;
    /** Failures of hooks in the last day. */
    readonly failures: readonly { readonly at: string; readonly hook: string; readonly message: string }[];
  };
  hooks(latencies: readonly Latency[]): readonly {
    readonly name: string;
    readonly count: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
    readonly errors: number;
  }[];
  bytes(): number;
  /** Returns the present pauses, each with a description. */
  paused(): readonly (Subject & { readonly what: string })[];
  privacy(project: string | undefined): {
    readonly redact_secrets: boolean;
    readonly excluded: readonly string[];
    readonly raw_days: number;
    readonly sends: readonly string[];
  };
  /** Converts any error into a `UserError` with the failure, the reason and a hint. */
  explain(error: unknown): UserError;
  /** Pauses a project, or everything, for a number of minutes; without a number, until `resume`. */
  pause(project: string | undefined, minutes: number | undefined): void;
  resume(of: Subject): void;
  add(memory: MemoryChange): Done;
  keep(ids: readonly string[]): Done;
  confirm(ids: readonly string[]): Done;
  edit(id: string, change: MemoryChange): Done;
  /** Changes the memory `id`, and marks the memory `other` as replaced by it. */
  merge(id: string, other: string, change: MemoryChange): Done;
  /** Marks a memory as no longer valid, so that neither hooks nor a search print it any more. */
  outdated(id: string): Done;
  /** Stops hooks from printing a memory in one project. If `isBack` is true, lets them print it there again. */
  notHere(id: string, project: string, isBack: boolean): Done;
  /** Drops candidates. With `keep`, accepts proposals to forget, so that no trace of the memories is left. */
  remove(ids: readonly string[], verb: "drop" | "keep"): Promise<readonly string[]>;
  forget(ids: readonly string[], reach: { readonly source: boolean; readonly backups: boolean }): Promise<
    readonly string[]
  >;
  /** Finds the other places with the text of a memory, as a forget would find them. */
  reach(id: string): {
    /** Counts of the rows from which the memory was made: `2 prompts`. */
    readonly sources: readonly string[];
    readonly files: readonly string[];
    /** Other memories with the same text. */
    readonly alike: readonly string[];
  };
}
