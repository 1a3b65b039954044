import { asObject, parseJson } from "../base/json.ts";

/** The evidence of a memory: the words, and where they were said. Kept as JSON in the column `evidence`. */
export interface MemoryEvidence {
  /** The words; empty when there are none, as with a summary. */
  readonly quote: string;
  /** Of the message in the transcript. */
  readonly uuid: string | undefined;
  /** Of that row in the transcript, in bytes. */
  readonly offset: number | undefined;
  /** Names of what made it count, strongest first. */
  readonly cues: readonly string[];
  /** Of a memory whose words were changed by hand, so that the quotation may say something else. */
  readonly edited?: EditTrace | undefined;
  /** The author of the words before they were adopted or edited here, and the team. */
  readonly from?: { readonly author: string; readonly space: string } | undefined;
  /** Of a candidate that somebody else proposes: the memory that is to be changed so, or forgotten. */
  readonly proposes?: { readonly memory: number; readonly forget: boolean } | undefined;
}

/** The trace of the words that a memory had before they were changed. */
export interface EditTrace {
  /** ISO 8601. */
  readonly at: string;
  /** The rows that still held them then. */
  readonly left: readonly { readonly table: string; readonly id: number }[];
}

/** The text for the column `evidence`. */
export function encodeEvidence(evidence: MemoryEvidence): string {
  const { quote, uuid, offset, cues, edited, from, proposes } = evidence;
  return JSON.stringify({
    quote,
    ...(uuid === undefined ? {} : { uuid }),
    ...(offset === undefined ? {} : { offset }),
    ...(cues.length === 0 ? {} : { cues }),
    ...(edited === undefined ? {} : { edited }),
    ...(from === undefined ? {} : { from }),
    ...(proposes === undefined ? {} : { proposes }),
  });
}

/** Total: a text that is not ours, such as an imported one, is the quotation itself. */
export function decodeEvidence(text: string): MemoryEvidence {
  const record = asObject(parseJson(text));
  if (typeof record?.quote !== "string") return { quote: text, uuid: undefined, offset: undefined, cues: [] };
  return {
    quote: record.quote,
    uuid: typeof record.uuid === "string" ? record.uuid : undefined,
    offset: typeof record.offset === "number" ? record.offset : undefined,
    cues: Array.isArray(record.cues) ? record.cues.filter((cue) => typeof cue === "string") : [],
    ...editedIn(record.edited),
    ...fromIn(record.from),
    ...proposedIn(record.proposes),
  };
}

/** The evidence of a memory in another database, where the rows are others. */
export function movedEvidence(text: string | null): string | null {
  if (text === null) return null;
  const known = decodeEvidence(text);
  if (known.edited === undefined || known.edited.left.length === 0) return text;
  return encodeEvidence({ ...known, edited: { ...known.edited, left: [] } });
}

function editedIn(value: unknown): Pick<MemoryEvidence, "edited"> {
  const { at, left } = (value ?? {}) as Partial<EditTrace>;
  return typeof at === "string" ? { edited: { at, left: Array.isArray(left) ? left : [] } } : {};
}

function fromIn(value: unknown): Pick<MemoryEvidence, "from"> {
  const { author, space } = asObject(value) ?? {};
  return typeof author === "string" && typeof space === "string" ? { from: { author, space } } : {};
}

function proposedIn(value: unknown): Pick<MemoryEvidence, "proposes"> {
  const { memory, forget } = asObject(value) ?? {};
  return typeof memory === "number" ? { proposes: { memory, forget: forget === true } } : {};
}
