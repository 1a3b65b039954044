import type { UserError } from "../base/user_error.ts";
import type { MemoryCategory } from "../memory/memory_text.ts";
import type { MemoryRow } from "../store/memories.ts";
import type { Latency } from "../store/stats.ts";
import type { Store } from "../store/store.ts";
import type {
  FoundView,
  MemoryChange,
  NowView,
  NumbersView,
  Place,
  PreviewView,
  PrivacyView,
  ReachView,
  Surroundings,
} from "./contract.ts";

/** What was done, in the words of the command, and how to take it back. */
export interface Done {
  readonly lines: readonly string[];
  /** Absent where nothing was changed. */
  readonly undo?: () => readonly string[];
}

export interface SearchAsked {
  readonly query: string;
  readonly project: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

/**
 * What the commands do that the page does as well: `src/cli/view` hands it in, so that there is one search, one preview
 * and one forget. Each throws a `UserError` for what cannot be done.
 */
export interface Commands {
  readonly place: Omit<Place, "projects">;
  /** The database's file. */
  readonly database: string;
  /** Reads the database as it is now; `fallback` where there is none yet. */
  read<T>(work: (store: Store) => T, fallback: T): T;
  projects(): readonly string[];
  search(asked: SearchAsked): Promise<Omit<FoundView, "ms">>;
  preview(asked: { readonly prompt: string; readonly project: string; readonly session?: string }): Omit<
    PreviewView,
    "labels"
  >;
  /** Memories of a category, the newest, with what speaks against them. To compare hundreds takes its time. */
  doubtful(store: Store, project: string | undefined, category: MemoryCategory): readonly {
    readonly memory: MemoryRow;
    readonly doubts: readonly string[];
  }[];
  doubts(store: Store, memory: MemoryRow): readonly string[];
  /** The message in which a candidate was found, from its transcript. */
  message(memory: MemoryRow): Surroundings["message"];
  health(): Pick<NowView, "spooled" | "failures">;
  hooks(latencies: readonly Latency[]): NumbersView["hooks"];
  bytes(): number;
  privacy(project: string | undefined): Omit<PrivacyView, "redacted" | "oldest" | "forgotten">;
  /** Any failure as commands tell it: what, why, what to do. */
  explain(error: unknown): UserError;
  /** The numbers of the memories of these ids. */
  rowOf(id: string): number;
  keep(ids: readonly string[]): Done;
  confirm(ids: readonly string[]): Done;
  edit(id: string, change: MemoryChange): Done;
  drop(ids: readonly string[]): readonly string[];
  forget(ids: readonly string[], reach: { readonly source: boolean; readonly backups: boolean }): Promise<
    readonly string[]
  >;
  reach(id: string): ReachView;
}
