import { itemId, type ItemKey, parseItemId } from "../../core/search/item_id.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { type FoundText, foundText } from "../../store/found_texts.ts";
import { memoryByRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { observationByRow, promptByRow } from "../../store/whole_rows.ts";

/** What an id as people write it names; a `UsageError` for what is none. */
export function requireItemKey(id: string): ItemKey {
  const key = parseItemId(id);
  if (key !== undefined) return key;
  throw new UsageError(`Cannot take ${JSON.stringify(id.slice(0, 40))} as an id`, {
    hint: "give one such as m12 or p9, as `mneme search` shows it",
  });
}

/** The item of this id; a `UserError` where there is none, or none any more. */
export function requireItem(store: Store, key: ItemKey): FoundText {
  const item = foundText(store, key.kind, key.ref);
  if (item !== undefined) return item;
  if (!isForgotten(store, key)) return noSuchItem(key);
  throw new UserError(`Cannot show ${itemId(key)}: it was forgotten`, {
    hint: "`mneme search` finds what there is",
  });
}

/** Throws the error for an id that nothing has. */
export function noSuchItem(key: ItemKey): never {
  throw new UserError(`Cannot find ${itemId(key)}: there is none`, {
    hint: "`mneme search` finds what there is",
  });
}

/** Rows that were forgotten stay, so that their numbers are never given again. */
function isForgotten(store: Store, { kind, ref }: ItemKey): boolean {
  if (kind === "memory") return memoryByRow(store, ref) !== undefined;
  if (kind === "prompt") return promptByRow(store, ref) !== undefined;
  return kind === "observation" && observationByRow(store, ref) !== undefined;
}
