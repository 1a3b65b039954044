import { UserError } from "../../base/user_error.ts";
import { cannotTake } from "../frame/command.ts";
import { MEMORY_CATEGORIES, type MemoryCategory, parseCategory } from "../../memory/memory_text.ts";
import { itemId, type ItemKey, parseItemId, repairRow } from "../../search/search_types.ts";
import { type FoundText, foundText, sessionNumbers, shownRow } from "../../store/items.ts";
import { memoryByRow, type MemoryRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";

const KIND_TEXTS = {
  memory: { the: "memory", one: "a memory", id: "m12", list: "`mneme memory list --all`" },
  ghap: { the: "the GHAP entry", one: "a GHAP entry", id: "g3", list: "list_ghap or `mneme ghap list`" },
  value: { the: "the value", one: "a value", id: "v3", list: "`mneme values list`" },
} as const;
type Kind = keyof typeof KIND_TEXTS;

export function requireRow(kind: Kind, given: string): number {
  const { one, id, list } = KIND_TEXTS[kind];
  return parseItemId(given, kind)?.ref ??
    cannotTake(given, `the id of ${one}`, `give one like ${id}, as ${list} shows it`);
}

/** Throws the `UserError` for a row number that no item of this kind has. */
export function noSuchRow(kind: Kind, row: number): never {
  const { the, list } = KIND_TEXTS[kind];
  throw new UserError(`Cannot find ${the} ${itemId({ kind, ref: row })}: there is none`, {
    hint: `${list} shows what there is`,
  });
}

/** Returns the memory of this row, even a forgotten one. Throws a `UserError` if there never was one. */
export function requireMemory(store: Store, row: number): MemoryRow {
  return memoryByRow(store, row) ?? noSuchRow("memory", row);
}

export function requireCategory(name: string): MemoryCategory {
  return parseCategory(name) ??
    cannotTake(name, "a category", `give one of ${MEMORY_CATEGORIES.join(", ")}`);
}

export function requireItemKey(id: string): ItemKey {
  if (repairRow(id) !== undefined) cannotTake(id, "a moment, as a repair has none", "`mneme get` prints it");
  return parseItemId(id) ?? cannotTake(id, "an id", "give one such as m12 or p9, as `mneme search` shows it");
}

/** Returns the item of this id. Throws a `UserError` if there is none or it was forgotten. */
export function requireItem(store: Store, key: ItemKey): FoundText {
  const item = foundText(store, key.kind, key.ref);
  if (item !== undefined) return item;
  if (!isForgotten(store, key)) return noSuchItem(itemId(key));
  throw new UserError(`Cannot show ${itemId(key)}: it was forgotten`, {
    hint: "`mneme search` finds what there is",
  });
}

export function noSuchItem(id: string, finder = "mneme search"): never {
  throw new UserError(`Cannot find ${id}: there is none`, { hint: `\`${finder}\` finds what there is` });
}

/** Returns true if an item was forgotten: its row stays, so that its number is never used again. */
function isForgotten(store: Store, { kind, ref }: ItemKey): boolean {
  if (kind === "memory") return memoryByRow(store, ref) !== undefined;
  return (kind === "prompt" || kind === "observation") && shownRow(store, kind, ref) !== undefined;
}

/** Returns the id of the session that the client calls so, such as `s4`; `null` if its row is gone. */
export function sessionIdOf(store: Store, sessionId: string | null): string | null {
  const ref = sessionNumbers(store, sessionId === null ? [] : [sessionId]).values().next().value;
  return ref === undefined ? null : itemId({ kind: "session", ref });
}

export interface Refused<I> {
  readonly item: I;
  readonly error: UserError;
}

/** Calls `work` for each item. A `UserError` is noted in `refused` and does not stop the other items. */
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
