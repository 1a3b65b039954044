// The names that the server and the page share. Types alone: neither side loads the other. Answers are typed
// by `api.ts`.
import type { READS } from "./api.ts";
import type { Page } from "./listings.ts";

/** The answer to each question, by its name. */
export type Answers = { readonly [K in keyof typeof READS]: Awaited<ReturnType<typeof READS[K]>> };

/** The questions whose answer is a part of a list, and a row of each. */
export type ListName = { [K in keyof Answers]: Answers[K] extends Page<unknown> ? K : never }[keyof Answers];
export type RowOf<K extends ListName> = Answers[K]["rows"][number];

export type ListedMemory = RowOf<"memories">;

export type { MemoryChange } from "./commands.ts";
export type { Deed, ToldDeed, Verb } from "./deeds.ts";

/** An error as every command tells it: what is wrong, and what to do. */
export interface Refusal {
  readonly error: string;
  readonly hint?: string;
}
