// What the server and the page both name. Types alone: neither side loads the other. Answers are typed by `api.ts`.
import type { READS } from "./api.ts";
import type { Page } from "./listings.ts";

/** The answer to each question, by its name. */
export type Answers = { readonly [K in keyof typeof READS]: Awaited<ReturnType<typeof READS[K]>> };

/** The questions whose answer is a part of a list, and a row of each. */
export type ListName = { [K in keyof Answers]: Answers[K] extends Page<unknown> ? K : never }[keyof Answers];
export type RowOf<K extends ListName> = Answers[K]["rows"][number];

export type ListedMemory = RowOf<"memories">;

/** What was done or is about to be done, and whether it can be taken back. */
export interface Deed {
  readonly id: number;
  readonly verb: Verb;
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** What came of it, as the command tells it. */
  readonly lines: readonly string[];
  readonly can_undo: boolean;
}

export type Verb =
  | "add"
  | "keep"
  | "edit"
  | "merge"
  | "drop"
  | "forget"
  | "confirm"
  | "outdated"
  | "not_here";

/** A deed as the page is told of it: clocks of a browser and of a server may differ. */
export interface ToldDeed extends Deed {
  /** Milliseconds since it came into its state. */
  readonly age: number;
  /** Milliseconds until what waits is done. */
  readonly left: number | null;
}

/** What the page may say of a memory; what is absent stays. */
export interface MemoryChange {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly scope?: string;
  readonly files?: readonly string[];
  readonly recall_when?: readonly string[];
}

/** An error as every command tells it: what is wrong, and what to do. */
export interface Refusal {
  readonly error: string;
  readonly hint?: string;
}
