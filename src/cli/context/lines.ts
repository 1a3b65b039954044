import type { ScorePart } from "../../core/search/search_types.ts";
import { alignRows, amount } from "../table.ts";
import type { Preview } from "./preview.ts";

/** What would be brought back, and below it why. */
export function previewLines(preview: Preview): string[] {
  const { text, silence, items, leftOut, tokenCount, tokenBudget, floor } = preview;
  if (silence !== undefined) return [`Nothing is brought back: ${silence}.`];
  const why = items.map((
    { id, score, tokens, why },
  ) => [id, share(score), `${tokens} tokens`, partsText(why)]);
  const beside = items.some(({ score }) => score < floor) ? ", less beside a hit above it" : "";
  const left = leftOut.map(({ id, score, reason }) => [id, share(score), reason]);
  return [
    ...(text === undefined ? ["Nothing is brought back: nothing fits."] : [
      text,
      "",
      `${
        amount(items.length, "item")
      }, about ${tokenCount} of ${tokenBudget} tokens; the floor is ${floor}${beside}`,
      ...alignRows(why),
    ]),
    ...(left.length === 0 ? [] : ["", "Left out:", ...alignRows(left)]),
  ];
}

/** For programs. */
export function previewJson({ text, silence, items, leftOut, tokenCount, tokenBudget, floor }: Preview) {
  return {
    text: text ?? null,
    token_count: tokenCount,
    token_budget: tokenBudget,
    relevance_floor: floor,
    ...(silence === undefined ? {} : { silence }),
    items: items.map(({ id, kind, score, tokens, why }) => ({ id, type: kind, score, tokens, why })),
    left_out: leftOut,
  };
}

function partsText(parts: readonly ScorePart[]): string {
  return parts.map(({ name, value }) => `${name} ${share(value)}`).join(", ");
}

function share(value: number): string {
  return value.toFixed(2);
}
