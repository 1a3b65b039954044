import { asObject, asTexts, parseJson } from "../base/json.ts";

/** The words on which a memory rests, and where they were said. The column `evidence` holds them as JSON. */
interface MemoryEvidence {
  /** The quoted words; empty for a memory without any, such as a summary. */
  readonly quote: string;
  /** The id of the message in the transcript. */
  readonly uuid: string | undefined;
  /** The byte offset of that message's line in the transcript. */
  readonly offset: number | undefined;
  /** Names of the cues by which the sentence was found, strongest first. */
  readonly cues: readonly string[];
  /**
   * Set when somebody changed the memory's text by hand, so that the quotation may say something else: the time, ISO 8601,
   * and the rows of other tables that still held the earlier text then.
   */
  readonly edited?:
    | { readonly at: string; readonly left: readonly { readonly table: string; readonly id: number }[] }
    | undefined;
  /** The memory's original author, and the team, if it was adopted or edited here. */
  readonly from?: { readonly author: string; readonly space: string } | undefined;
  /** Set in a team member's proposal: the row to forget or to change, and the changed columns; an empty list means all. */
  readonly proposes?: Readonly<{ memory: number; forget: boolean; changed: readonly string[] }> | undefined;
  /** Set in a text that lost a merge of two machines: the sync record of the memory that has the other text. */
  readonly lostTo?: string | undefined;
}

/** Returns the text for the column `evidence`: JSON without undefined values and without an empty list of cues. */
export function encodeEvidence(evidence: MemoryEvidence): string {
  const { quote, uuid, offset, edited, from, proposes, lostTo } = evidence;
  const cues = evidence.cues.length === 0 ? undefined : evidence.cues;
  return JSON.stringify({ quote, uuid, offset, cues, edited, from, proposes, lostTo });
}

/** Never throws. Text that `encodeEvidence` did not write, such as imported text, is returned as the quotation. */
export function decodeEvidence(text: string): MemoryEvidence {
  const record = asObject(parseJson(text));
  if (typeof record?.quote !== "string") return { quote: text, uuid: undefined, offset: undefined, cues: [] };
  const { at, left } = asObject(record.edited) ?? {};
  const { author, space } = asObject(record.from) ?? {};
  const { memory, forget, ...more } = asObject(record.proposes) ?? {};
  const changed = asTexts(more.changed);
  const isFrom = typeof author === "string" && typeof space === "string";
  return {
    quote: record.quote,
    uuid: typeof record.uuid === "string" ? record.uuid : undefined,
    offset: typeof record.offset === "number" ? record.offset : undefined,
    cues: asTexts(record.cues),
    ...(typeof at === "string" ? { edited: { at, left: Array.isArray(left) ? left : [] } } : {}),
    ...(isFrom ? { from: { author, space } } : {}),
    ...(typeof record.lostTo === "string" ? { lostTo: record.lostTo } : {}),
    ...(typeof memory === "number" ? { proposes: { memory, forget: forget === true, changed } } : {}),
  };
}

/** Returns evidence for another database. Drops row numbers, which would mean other rows there, and so the proposal. */
export function movedEvidence(text: string | null): string | null {
  if (text === null) return null;
  const known = decodeEvidence(text);
  const { edited, proposes } = known;
  if (proposes === undefined && (edited === undefined || edited.left.length === 0)) return text;
  return encodeEvidence({ ...known, edited: edited && { ...edited, left: [] }, proposes: undefined });
}
