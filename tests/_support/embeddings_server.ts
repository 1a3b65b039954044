import type { Responder } from "../unit/llm/model_server.ts";

/** Words that mean the same: a text's vector says of which of these groups it speaks. */
const MEANINGS: readonly RegExp[] = [
  /pnpm|npm|package manager|install|parcel boy/i,
  /proxy|gateway|ECONNRESET|connection/i,
  /money|cents|round|price/i,
  /bicycle|bike|velo/i,
];

/** A vector of four meanings and a part that all texts share, as real models have one. */
export function meaningOf(text: string): number[] {
  return [0.5, ...MEANINGS.map((meaning) => meaning.test(text) ? 1 : 0.01)];
}

/** Answers as `/v1/embeddings` does, by what texts mean. */
export const embeds: Responder = ({ body }) => {
  const input = body.input as string[];
  return Response.json({
    object: "list",
    model: body.model,
    // In another order than asked, as a server may.
    data: input.map((text, index) => ({ object: "embedding", index, embedding: meaningOf(text) })).reverse(),
  });
};

/** Answers with vectors of so many numbers. */
export function embedsIn(dimensions: number): Responder {
  return ({ body }) =>
    Response.json({
      data: (body.input as string[]).map((_, index) => ({ index, embedding: Array(dimensions).fill(0.1) })),
    });
}
