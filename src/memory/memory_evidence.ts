import { asObject, parseJson } from "../base/json.ts";

/** What a memory stands on: the words, and where they were said. Kept as JSON in the column `evidence`. */
export interface MemoryEvidence {
  /** The words; empty when there are none, as with a summary. */
  readonly quote: string;
  /** Of the message in the transcript. */
  readonly uuid: string | undefined;
  /** Of that row in the transcript, in bytes. */
  readonly offset: number | undefined;
  /** Names of what made it count, strongest first. */
  readonly cues: readonly string[];
}

/** The text for the column `evidence`. */
export function encodeEvidence({ quote, uuid, offset, cues }: MemoryEvidence): string {
  return JSON.stringify({
    quote,
    ...(uuid === undefined ? {} : { uuid }),
    ...(offset === undefined ? {} : { offset }),
    ...(cues.length === 0 ? {} : { cues }),
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
  };
}
