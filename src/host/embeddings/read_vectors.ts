import { at } from "../llm/provider.ts";

/**
 * The vectors in the JSON that `/v1/embeddings` answers, put in the order of the texts by their `index`. `undefined` for
 * anything else: no JSON, another number of vectors, one twice, what is no number, vectors of different lengths. Total.
 */
export function readVectors(text: string | undefined, count: number): readonly number[][] | undefined {
  const data = at(parsed(text), "data");
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const vectors: number[][] = [];
  for (const [place, entry] of data.entries()) {
    const index = at(entry, "index") ?? place;
    const vector = at(entry, "embedding");
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      return undefined;
    }
    if (vectors[index] !== undefined || !isVector(vector)) return undefined;
    vectors[index] = vector;
  }
  return vectors.every(({ length }) => length === vectors[0]?.length) ? vectors : undefined;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
