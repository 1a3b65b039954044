/** The letter of each kind's ids, which stands before the number of the row: `m12`. */
export const ID_LETTERS = {
  memory: "m",
  ghap: "g",
  value: "v",
  prompt: "p",
  session: "s",
  observation: "o",
  code: "c",
  scratchpad: "n",
} as const;

/** The kinds of items that can be found. */
export type ItemKind = keyof typeof ID_LETTERS;

export interface SearchQuery {
  /** Any text, such as a prompt, an error, a path or an identifier. */
  readonly text: string;
  /** `undefined`: every project. With a project, items of user scope are found as well. */
  readonly project: string | undefined;
  /** `undefined`: every kind. */
  readonly kinds?: readonly ItemKind[] | undefined;
  readonly limit: number;
  /** The present time, from which the age of an item is counted. */
  readonly now: Date;
  /** True to rank prompts and observations without neighbours, like memories, so one least score fits all kinds. */
  readonly isAlone?: boolean;
  /** True to rank as many items as are asked for; a hook has no time for more than the usual number. */
  readonly isWhole?: boolean;
  /** Finds only memories of this category. */
  readonly category?: string | undefined;
  /** The earliest `createdAt`, ISO 8601. */
  readonly since?: string | undefined;
}

/** One part of a score; the values of all parts add up to the score. */
export interface ScorePart {
  readonly name: string;
  readonly value: number;
}

/** An item: its kind and the number of its row in its own table. */
export interface ItemKey {
  readonly kind: ItemKind;
  readonly ref: number;
}

export interface SearchHit extends ItemKey {
  /** `m12` */
  readonly id: string;
  /** The item's number in the index. */
  readonly item: number;
  /** Relevance from 0 to 1, comparable between questions, but between all kinds only with `isAlone`. */
  readonly score: number;
  readonly sessionId: string | null;
  readonly createdAt: string;
  readonly why: readonly ScorePart[];
}

/** Returns the id as people and agents see it: `m12`. */
export function itemId({ kind, ref }: ItemKey): string {
  return `${ID_LETTERS[kind]}${ref}`;
}

/** Parses an id such as `m12` or `M12`. If `only` is given, accepts only ids of that kind, and also `12`. */
export function parseItemId(text: string, only?: ItemKind): ItemKey | undefined {
  const [, letter = "", digits] = /^([a-zA-Z]?)([1-9]\d{0,14})$/.exec(text.trim()) ?? [];
  const kind = letter === "" ? only : KINDS.find((one) => ID_LETTERS[one] === letter.toLowerCase());
  if (kind === undefined || digits === undefined || kind !== (only ?? kind)) return undefined;
  return { kind, ref: Number(digits) };
}

/** Returns the row number in the id of a repair, such as `r3`, which is no item of the search. */
export function repairRow(id: string): number | undefined {
  return Number(/^r([1-9]\d{0,14})$/i.exec(id.trim())?.[1]) || undefined;
}

/** Every kind, in the order of `ID_LETTERS`. */
export const KINDS = Object.keys(ID_LETTERS) as readonly ItemKind[];
