// The column `evidence` of memories: the words on which a memory rests, as JSON.
import { asObject, asTexts, parseJson } from "../base/json.ts";

interface MemoryEvidence {
  /** The quoted words; empty for a memory without any, such as a summary. */
  readonly quote: string;
  /** The id of the message that was quoted. */
  readonly uuid: string | undefined;
  /** The byte offset of that message's line in the transcript. */
  readonly offset: number | undefined;
  readonly cues: readonly string[]; // the names of the cues by which triage found the memory
  /**
   * Set if the text was changed. `at`: the time at which a person did so; `left`: the rows that then held an
   * earlier text; `keys`: the keys of earlier texts.
   */
  readonly edited?:
    | Readonly<{ at: string | null; left: readonly { table: string; id: number }[]; keys: readonly string[] }>
    | undefined;
  /** The author and the team of a memory that was adopted or edited here. */
  readonly from?: { readonly author: string; readonly space: string } | undefined;
  /** Set in a team member's proposal: the row to forget or change, and the changed columns; an empty list means all. */
  readonly proposes?: Readonly<{ memory: number; forget: boolean; changed: readonly string[] }> | undefined;
  /** Set in a text that lost a merge of two machines: the sync record of the memory that has the other text. */
  readonly lostTo?: string | undefined;
}

export function encodeEvidence(evidence: MemoryEvidence): string {
  const { quote, uuid, offset, edited, from, proposes, lostTo } = evidence;
  const cues = evidence.cues.length === 0 ? undefined : evidence.cues;
  return JSON.stringify({ quote, uuid, offset, cues, edited, from, proposes, lostTo });
}

/** Never throws. A text that `encodeEvidence` did not write, such as an imported one, becomes the quotation. */
export function decodeEvidence(text: string): MemoryEvidence {
  const record = asObject(parseJson(text));
  if (typeof record?.quote !== "string") return { quote: text, uuid: undefined, offset: undefined, cues: [] };
  const { at, left, keys } = asObject(record.edited) ?? {};
  const { author, space } = asObject(record.from) ?? {};
  const { memory, forget, ...more } = asObject(record.proposes) ?? {};
  const changed = asTexts(more.changed);
  const isFrom = typeof author === "string" && typeof space === "string";
  return {
    quote: record.quote,
    uuid: typeof record.uuid === "string" ? record.uuid : undefined,
    offset: typeof record.offset === "number" ? record.offset : undefined,
    cues: asTexts(record.cues),
    ...(at === undefined ? {} : {
      edited: {
        at: typeof at === "string" ? at : null,
        left: Array.isArray(left) ? left : [],
        keys: asTexts(keys),
      },
    }),
    ...(isFrom ? { from: { author, space } } : {}),
    ...(typeof record.lostTo === "string" ? { lostTo: record.lostTo } : {}),
    ...(typeof memory === "number" ? { proposes: { memory, forget: forget === true, changed } } : {}),
  };
}

/** Adds the key of a text that the memory no longer has, with the edit if a person has changed it. */
export function withFormerText(
  text: string | null,
  key: string,
  edit?: Omit<NonNullable<MemoryEvidence["edited"]>, "keys">,
): string {
  const known = decodeEvidence(text ?? "");
  const { keys = [], ...before } = known.edited ?? { at: null, left: [] };
  return encodeEvidence({ ...known, edited: { ...before, ...edit, keys: [...new Set([...keys, key])] } });
}

/** Returns evidence for another database: without the numbers of rows and the proposal, which would mean other rows. */
export function movedEvidence(text: string | null): string | null {
  if (text === null) return null;
  const { edited, proposes, ...known } = decodeEvidence(text);
  if (proposes === undefined && (edited === undefined || edited.left.length === 0)) return text;
  return encodeEvidence({ ...known, edited: edited && { ...edited, left: [] } });
}
