import { ID_LETTERS, type ItemKind } from "./search_types.ts";

/** One thing that can be found: its kind and the number of its row. */
export interface ItemKey {
  readonly kind: ItemKind;
  readonly ref: number;
}

/** The id as people and agents see it: `m12`. */
export function itemId({ kind, ref }: ItemKey): string {
  return `${ID_LETTERS[kind]}${ref}`;
}

/** What `m12`, also `M12`, names; `undefined` for anything else, a bare number included: it could be of any kind. */
export function parseItemId(text: string): ItemKey | undefined {
  const [, letter = "", digits] = /^([a-zA-Z])([1-9]\d{0,14})$/.exec(text.trim()) ?? [];
  const kind = KINDS.find((candidate) => ID_LETTERS[candidate] === letter.toLowerCase());
  return kind === undefined || digits === undefined ? undefined : { kind, ref: Number(digits) };
}

/** Every kind, in the order of the letters. */
export const KINDS = Object.keys(ID_LETTERS) as readonly ItemKind[];
