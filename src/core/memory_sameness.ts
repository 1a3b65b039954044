import { commonWords, likenessOf, lookOf, type Looks } from "./memory_likeness.ts";
import { isSameStatement } from "./memory_relation.ts";
import { type Statement, statementOf } from "./memory_statement.ts";
import { normaliseMemoryText } from "./memory_text.ts";
import { endsOf, type TextList } from "./text_list.ts";

/** A project says "rounded per line" a hundred times; the same thing again is among those that say most of it. */
const READ_CLOSELY = 24;

/**
 * Where those of many texts stand, by their looks, that may be the same as the statement or contradict it: a few, the
 * likeliest first.
 */
export function likeliest(own: Statement, looks: readonly string[]): number[] {
  return highest(likenessOf(own, looks), 1);
}

/** The places of the highest numbers that are at least `least`. */
function highest(numbers: ArrayLike<number>, least: number): number[] {
  const places: number[] = [];
  for (let at = 0; at < numbers.length; at++) if (numbers[at]! >= least) places.push(at);
  if (places.length > READ_CLOSELY) places.sort((a, b) => numbers[b]! - numbers[a]!);
  return places.slice(0, READ_CLOSELY);
}

/** Whether one of the texts says nearly the same as the body. */
export function isSaidIn(texts: TextList, body: string): boolean {
  if (texts === "") return false;
  const own = statementOf(body);
  const words = normaliseMemoryText(body);
  const telling = longestOf(words);
  const list = lookOf(texts);
  const looks = { list, ends: endsOf(list) };
  let ends: readonly number[] | undefined;
  return mayBeSame(own, looks).some((at) => {
    const text = textAt(at, { list: texts, ends: ends ??= endsOf(texts) });
    if (textAt(at, looks).includes(telling) && normaliseMemoryText(text) === words) return true;
    return isSameStatement(statementOf(text), own);
  });
}

function textAt(place: number, { list, ends }: Looks): string {
  return list.slice(ends[place - 1] ?? 0, ends[place]! - 1);
}

/** A word without which no text says the same word by word; an apostrophe has several signs. */
function longestOf(words: string): string {
  let longest = "";
  for (const word of words.split(" ")) {
    if (word.length > longest.length && !word.includes("'")) longest = word;
  }
  return longest;
}

/** Where those of `likeliest` stand that may be the same: none of the others is. */
function mayBeSame(own: Statement, looks: Looks): number[] {
  const least = leastOfSame(own);
  const common = commonWords(own, looks, least);
  if (common !== undefined) return highest(common, least);
  return likeliest(own, looks.ends.map((_, at) => textAt(at, looks)));
}

/** What is the same shares three of seven words at least, as it is that alike by Dice's measure. */
function leastOfSame({ affirmed }: Statement): number {
  let least = Math.ceil(affirmed.size * 3 / 7);
  for (const word of affirmed) if (word.includes("'")) least--; // it may be written with another sign
  return least;
}
