// Reads the ids that people and agents give, and refuses those that belong to no item.
import { errorLine, UserError } from "../../base/user_error.ts";
import { cannotTake } from "../frame/command.ts";
import { warnLine } from "../frame/output.ts";
import { MEMORY_CATEGORIES, type MemoryCategory, parseCategory } from "../../memory/memory_text.ts";
import { itemId, type ItemKey, type ItemKind, parseItemId, repairRow } from "../../search/search_types.ts";
import { type FoundText, foundTexts, shownRow } from "../../store/items.ts";
import { memoryByRow, type MemoryRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";

export function requireRow(kind: ItemKind, given: string): number {
  const hint = `give one like ${itemId({ kind, ref: 3 })}, as \`mneme search\` shows it`;
  return parseItemId(given, kind)?.ref ?? cannotTake(given, `an id of type ${kind}`, hint);
}

/** Says who removes a lesson, a value or a fix, and how; `undefined` for any other id. */
export function removalByUser(given: string): string | undefined {
  const [id, kind] = [given.trim(), repairRow(given) === undefined ? parseItemId(given)?.kind : "repair"];
  const command = { ghap: "ghap ", value: "values ", repair: "fix --" }[kind as string];
  return command && `${id} stays, as only the user removes it: \`mneme ${command}forget ${id}\``;
}

/** Also finds a forgotten memory. Throws a `UserError` if there never was one. */
export function requireMemory(store: Store, row: number): MemoryRow {
  return memoryByRow(store, row) ?? noSuchItem(itemId({ kind: "memory", ref: row }));
}

export function requireCategory(name: string): MemoryCategory {
  return parseCategory(name) ?? cannotTake(name, "a category", `give one of ${MEMORY_CATEGORIES.join(", ")}`);
}

export function requireItemKey(id: string): ItemKey { // for a timeline or `get`, which reads repairs before
  if (repairRow(id) !== undefined) cannotTake(id, "the middle of a timeline", "`mneme get` prints a repair");
  return parseItemId(id) ?? cannotTake(id, "an id", "give one such as m12 or p9, as `mneme search` shows it");
}

/** Throws a `UserError` if the item is not there, or was forgotten. */
export function requireItem(store: Store, key: ItemKey): FoundText {
  const { kind, ref } = key;
  const item = foundTexts(store, [key]).get(itemId(key));
  if (item !== undefined) return item;
  // Forgetting empties memories, prompts and observations, so that no number is used again; it deletes other rows.
  const isForgotten = kind === "memory"
    ? memoryByRow(store, ref) !== undefined
    : (kind === "prompt" || kind === "observation") && shownRow(store, kind, ref) !== undefined;
  if (!isForgotten) return noSuchItem(itemId(key));
  throw new UserError(`Cannot show ${itemId(key)}: it was forgotten`, {
    hint: "`mneme search` finds what there is",
  });
}

export function noSuchItem(id: string, finder = "mneme search"): never {
  throw new UserError(`Cannot find ${id}: there is none`, { hint: `\`${finder}\` finds what there is` });
}

export type Refused<I> = { readonly item: I; readonly error: UserError };

/** A `UserError` of one item goes into `refused` and does not stop the others. */
export function tryEach<I, T>(items: Iterable<I>, work: (item: I) => T) {
  const done: T[] = [];
  const refused: Refused<I>[] = [];
  for (const item of items) {
    try {
      done.push(work(item));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ item, error });
    }
  }
  return { done, refused };
}

/** Throws the last of the errors, if any, after printing the others. */
export function throwLast(errors: readonly UserError[]): void {
  const last = errors.at(-1);
  for (const error of errors.slice(0, -1)) warnLine(`mneme: ${errorLine(error)}`);
  if (last !== undefined) throw last;
}
