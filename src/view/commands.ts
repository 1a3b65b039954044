import type { UserError } from "../base/user_error.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";
import type { AssembledContext } from "../store/fit_items.ts";
import type { MemoryRow } from "../store/memories.ts";
import type { Latency } from "../store/stats.ts";
import type { Store } from "../store/store.ts";

/** The parts of a memory that the page may change; absent ones stay. */
export interface MemoryChange {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly scope?: string;
  readonly files?: readonly string[];
  readonly recall_when?: readonly string[];
}

/** A change in the words of the command, and the way to take it back. */
export interface Done {
  readonly ids?: readonly string[];
  readonly lines: readonly string[];
  /** Absent where nothing was changed. */
  readonly undo?: () => readonly string[];
}

interface SearchAsked {
  readonly query: string;
  readonly project: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

interface ScorePart {
  readonly name: string;
  readonly value: number;
}

/** The place that the page is about, and where it runs. */
export interface Place {
  /** The project of the folder that the command was started in; `null` for all. */
  readonly project: string | null;
  readonly version: string;
  readonly home: string;
  /** Set in a read-only copy: when it was made, and what it leaves out. */
  readonly copied_at?: string;
  readonly left_out?: readonly string[];
}

/** The message in which a memory was found, of which its words are the middle; `null` where its transcript is gone. */
export type Message = { readonly before: string; readonly quote: string; readonly after: string } | null;

/**
 * The deeds of the commands that the page does as well: `src/cli/view` hands them in, so that there is one search, one
 * preview and one forget. Each throws a `UserError` for what cannot be done.
 */
export interface Commands {
  readonly place: Place;
  /** The database's file. */
  readonly database: string;
  /** Reads the database as it is now; an empty one where there is none yet. */
  read<T>(work: (store: Store) => T): T;
  projects(): readonly string[];
  search(asked: SearchAsked): Promise<{
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
  /** Without a prompt, what a session is told at its start. */
  preview(
    asked: { readonly prompt?: string; readonly project: string; readonly session?: string },
  ): Pick<AssembledContext, "leftOut" | "tokenCount"> & {
    readonly text: string | null;
    readonly silence: string | null;
    readonly tokenBudget: number;
    readonly floor: number | null;
    readonly rest: number;
    readonly items: readonly {
      readonly id: string;
      readonly score: number | null;
      readonly tokens: number;
      readonly why: readonly ScorePart[];
      readonly reason: string;
    }[];
  };
  /** Memories of a category, the newest, with what speaks against them. To compare hundreds takes its time. */
  doubtful(store: Store, project: string | undefined, category: MemoryCategory): readonly {
    readonly memory: MemoryRow;
    readonly doubts: readonly string[];
  }[];
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
  /** Describes the present pauses. */
  paused(): readonly string[];
  privacy(project: string | undefined): {
    readonly redact_secrets: boolean;
    readonly excluded: readonly string[];
    readonly raw_days: number;
    readonly sends: readonly string[];
  };
  /** Any failure as commands tell it: what, why, what to do. */
  explain(error: unknown): UserError;
  /** The numbers of the memories of these ids. */
  rowOf(id: string): number;
  /** Pauses a project, or everything, for so many minutes; without a number until it is resumed. */
  pause(project: string | undefined, minutes: number | undefined): void;
  /** Ends every pause. */
  resume(): void;
  add(memory: MemoryChange, project: string | undefined): Done;
  keep(ids: readonly string[]): Done;
  confirm(ids: readonly string[]): Done;
  edit(id: string, change: MemoryChange): Done;
  /** Puts these words into the first, which takes the place of the second. */
  merge(id: string, other: string, change: MemoryChange): Done;
  /** Takes a memory out of what is told, as one that held once. */
  outdated(id: string): Done;
  /** Tells a memory in a project no more by itself; `isBack`: again. */
  notHere(id: string, project: string, isBack: boolean): Done;
  drop(ids: readonly string[]): readonly string[];
  forget(ids: readonly string[], reach: { readonly source: boolean; readonly backups: boolean }): Promise<
    readonly string[]
  >;
  /** Finds the places where the words of a memory stand beside it, as a forget would find them. */
  reach(id: string): {
    /** Rows that it came from, by what they are: `2 prompts`. */
    readonly sources: readonly string[];
    readonly files: readonly string[];
    /** Other memories that hold its words. */
    readonly alike: readonly string[];
  };
}
