import { ID_LETTERS } from "../../core/search/search_types.ts";
import { CONTEXT_KINDS, type ContextKind } from "./item_details.ts";

/** What an id names of these kinds; `undefined` for others. */
export function knownItem(id: string): { readonly kind: ContextKind; readonly ref: number } | undefined {
  const kind = CONTEXT_KINDS.find((candidate) => ID_LETTERS[candidate] === id[0]);
  return kind === undefined ? undefined : { kind, ref: Number(id.slice(1)) };
}
