// The types that the server and the page share, so that neither imports code of the other. `api.ts` defines the
// answers.
import type { READS } from "./api.ts";
import type { Page } from "./listings.ts";

/** The answers to GET requests, by path. */
export type Answers = { readonly [K in keyof typeof READS]: Awaited<ReturnType<typeof READS[K]>> };

/** The paths whose answer is a part of a list. */
export type ListName = { [K in keyof Answers]: Answers[K] extends Page<unknown> ? K : never }[keyof Answers];
/** A row of such a list. */
export type RowOf<K extends ListName> = Answers[K]["rows"][number];

export type ListedMemory = RowOf<"memories">;

export type { MemoryChange } from "./commands.ts";
export type { Action, TimedAction, Verb } from "./actions.ts";

/** The answer to a failed request: what is wrong, and what to do. */
export interface Refusal {
  readonly error: string;
  readonly hint?: string;
}
