// The kinds of items, their ids, and the questions and answers of the search.
/** The first letter of each kind's ids: `m12`. */
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

export type ItemKind = keyof typeof ID_LETTERS;

export interface SearchQuery {
  /** A prompt, an error, a path, an identifier. */
  readonly text: string;
  /** `undefined` for every project. With a project, the user's own items, which hold everywhere, are found, too. */
  readonly project: string | undefined;
  readonly kinds?: readonly ItemKind[] | undefined; // every kind if absent
  readonly limit: number;
  readonly now: Date;
  /** True to rank prompts and observations without their neighbours, so that scores of all kinds are comparable. */
  readonly isAlone?: boolean;
  /** True to rank as many items as `limit` needs. Hooks have little time, so they rank a fixed number of items. */
  readonly isWhole?: boolean;
  readonly category?: string | undefined;
  /** The earliest `createdAt`, ISO 8601. */
  readonly since?: string | undefined;
}

/** A part of a score; all parts add up to it. */
export type ScorePart = Readonly<{ name: string; value: number }>;

/** An item: its kind and the row in its own table. */
export type ItemKey = Readonly<{ kind: ItemKind; ref: number }>;

export interface SearchHit extends ItemKey {
  readonly id: string;
  readonly item: number; // the row in the search index
  /** A number from 0 to about 1, comparable between questions; between all kinds only with `isAlone`. */
  readonly score: number;
  readonly held?: number; // the weight of the question's words in it; Infinity if the question is one of its phrases
  readonly sessionId: string | null;
  readonly createdAt: string;
  readonly why: readonly ScorePart[];
}

/** Returns the id that people and agents see: `m12`. */
export const itemId = ({ kind, ref }: ItemKey): string => `${ID_LETTERS[kind]}${ref}`;

/** Parses `m12` or `M12`. With `only`, parses `12`, too, but no other kind. */
export function parseItemId(text: string, only?: ItemKind): ItemKey | undefined {
  const [, letter = "", digits] = /^([a-zA-Z]?)([1-9]\d{0,14})$/.exec(text.trim()) ?? [];
  const kind = letter === "" ? only : KINDS.find((one) => ID_LETTERS[one] === letter.toLowerCase());
  if (kind === undefined || digits === undefined || kind !== (only ?? kind)) return undefined;
  return { kind, ref: Number(digits) };
}

/** Returns the row of a repair such as `r3`, which is no item; `undefined` for other ids. */
export function repairRow(id: string): number | undefined {
  return Number(/^r([1-9]\d{0,14})$/i.exec(id.trim())?.[1]) || undefined;
}

export const KINDS = Object.keys(ID_LETTERS) as readonly ItemKind[];
