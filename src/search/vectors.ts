// Packs the vectors of embedded texts, and compares them. For `mneme process` and `mneme search`.
export const SCALE_BYTES = 4; // of the scale in front of a packed vector
export const MAX_DIMENSIONS = 8192; // the most numbers of a vector. No model has as many

/**
 * Normalises a vector to length 1 and packs it: a scale as a 32-bit float (little-endian), then a signed byte
 * per number. Cosines change by less than 0.01. Returns `undefined` for no or too many numbers, one that is
 * not finite, or all zero.
 */
export function packVector(numbers: readonly number[]): Uint8Array | undefined {
  if (numbers.length === 0 || numbers.length > MAX_DIMENSIONS) return undefined;
  const largest = Math.max(...numbers.map(Math.abs));
  if (!Number.isFinite(largest) || largest === 0) return undefined;
  // The numbers are divided, so that their squares cannot overflow.
  const squares = numbers.reduce((sum, number) => sum + (number / largest) ** 2, 0);
  const packed = new Uint8Array(SCALE_BYTES + numbers.length);
  new DataView(packed.buffer).setFloat32(0, 1 / (127 * Math.sqrt(squares)), true);
  const bytes = new Int8Array(packed.buffer, SCALE_BYTES);
  numbers.forEach((number, i) => bytes[i] = Math.round(number / largest * 127));
  return packed;
}

/** Returns the cosine of the question with each of the vectors, which are packed one behind the other. */
export function cosines(question: Uint8Array, vectors: Uint8Array): Float32Array {
  const stride = question.length;
  const asked = new Int8Array(question.buffer, question.byteOffset, stride);
  const scale = new DataView(question.buffer, question.byteOffset).getFloat32(0, true);
  const bytes = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length);
  const view = new DataView(vectors.buffer, vectors.byteOffset, vectors.length);
  const found = new Float32Array(Math.floor(vectors.length / stride));
  for (let row = 0; row < found.length; row++) {
    const at = row * stride;
    let product = 0;
    for (let i = SCALE_BYTES; i < stride; i++) product += asked[i]! * bytes[at + i]!;
    found[row] = product * scale * view.getFloat32(at, true);
  }
  return found;
}

type EmbeddedAs = "document" | "query";

/** Prefixes that models were trained with; without these, the models find much less. */
const PREFIXES: readonly { readonly model: RegExp; readonly words: Readonly<Record<EmbeddedAs, string>> }[] =
  [
    { model: /nomic-embed-text/i, words: { document: "search_document: ", query: "search_query: " } },
    { model: /(?:^|[-/])e5[-_:]/i, words: { document: "passage: ", query: "query: " } },
  ];

export function embeddedText(model: string, as: EmbeddedAs, text: string): string {
  return (PREFIXES.find((prefix) => prefix.model.test(model))?.words[as] ?? "") + text;
}
