// The part of a long text that answers a question. Lists of hits show it.
import { withoutHalves } from "../base/cut.ts";
import { withoutTerminalCodes } from "../base/frame.ts";
import { pairsOf, type Run, runsOf, STOP_WORDS } from "../base/words.ts";

const SEARCHED_UNITS = 100_000; // the units at the start that are searched: a stored text may have megabytes
const MAX_WORDS = 40; // the most words of a question that are looked for
const ENDING_UNITS = 3; // the units that an ending may have: "tests" finds "testing"
const LEAST_STEM_UNITS = 4; // the fewest units that stay of a word without its ending

/** Returns words to look for: in lower case, without endings. */
export function questionWords(question: string): string[] {
  const runs = runsOf(question.slice(0, 4000).toLowerCase());
  const telling = runs.filter(({ text }) => !STOP_WORDS.has(text)).flatMap(stemsOf);
  return [...new Set(telling.length > 0 ? telling : runs.flatMap(stemsOf))].slice(0, MAX_WORDS);
}

function stemsOf({ text, kind }: Run): string[] {
  if (kind === "dense") return pairsOf(text); // in a script without blanks between words
  return text.length < 2 ? [] : [text.slice(0, Math.max(LEAST_STEM_UNITS, text.length - ENDING_UNITS))];
}

/** Returns the part with most of these words as one line, with "…" for what is left out. */
export function snippetOf(text: string, words: readonly string[], maxUnits: number): string {
  const line = withoutTerminalCodes(text.slice(0, SEARCHED_UNITS)).replace(/\s+/g, " ").trim();
  if (line.length <= maxUnits && text.length <= SEARCHED_UNITS) return line;
  const start = bestStart(line, words, maxUnits - 2);
  const end = Math.min(line.length, start + maxUnits - (start > 0 ? 2 : 1));
  const part = withoutHalves(line.slice(start, end));
  const isCut = end < line.length || text.length > SEARCHED_UNITS;
  return `${start > 0 ? "…" : ""}${part.trim()}${isCut ? "…" : ""}`;
}

/** Returns the index of a word just before the part with most different words; 0 if the near beginning has as many. */
function bestStart(line: string, words: readonly string[], windowUnits: number): number {
  const low = line.toLowerCase();
  const places = words.flatMap((word) =>
    [...low.matchAll(new RegExp(RegExp.escape(word), "g"))].map(({ index }) => ({ index, word }))
  ).sort((a, b) => a.index - b.index);
  const next = new Map<string, number>(); // for each word, its first place from `index` on
  const countBefore = (end: number) => next.values().filter((at) => at < end).toArray().length;
  const context = Math.floor(windowUnits / 4);
  let [best, most] = [0, 0];
  for (const { index, word } of places.reverse()) {
    next.set(word, index);
    const count = countBefore(index + windowUnits - context);
    if (count >= most) [best, most] = [index, count];
  }
  const lead = Math.min(best - context, line.length - windowUnits);
  if (lead <= 0 || (best <= windowUnits / 2 && countBefore(windowUnits) >= most)) return 0;
  const blank = line.indexOf(" ", lead);
  return blank === -1 || blank >= best ? Math.max(0, lead) : blank + 1;
}
