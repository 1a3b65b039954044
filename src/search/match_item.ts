// Matches an indexed item against a question. Both rankings use it (`rank.ts`, `rank_statements.ts`).
import { nameIn, NEXT_PHRASE, wordIn } from "./terms.ts";

const [TITLE, ATTRIBUTE] = [1.5, 0.5]; // the weights of an occurrence there; in a body, it is 1
/** `k1` and `b` of BM25 (Robertson and Zaragoza): the weights of repetitions and of an item's length. */
const K1 = 0.6;
const B = 0.2;
/** Stands for BM25's average length, in words. At this length, the length does not change the strengths. */
const USUAL_LENGTH = 12;
/** The usual UTF-16 units of an indexed word (`12_retri`) and a blank, without the partition's digits. */
const USUAL_UNITS = 7;

/** An item's words as they are indexed, with blanks between: in partition 12, "retry" is `12_retri`. */
export interface ItemWords {
  /** Identifies one kind of items of one project in the index. */
  readonly partition: number;
  readonly title: string;
  readonly body: string;
  readonly attributes: string;
  /** The words of the phrases in which somebody would ask for the item. */
  readonly phrases: string;
}

/** A question's words in order, each between blanks: spelled as a partition spells words, and as it spells names. */
interface Asked {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly units: number; // the usual units of an indexed word and a blank
}

export function askedWords(words: readonly string[]) {
  const byPartition = new Map<number, Asked>();
  return (partition: number) =>
    byPartition.getOrInsertComputed(partition, () => ({
      words: words.map((text) => ` ${wordIn(partition, text)} `),
      names: words.map((text) => ` ${nameIn(partition, text)} `),
      units: USUAL_UNITS + String(partition).length,
    }));
}

/** The words of a question that an item has. The place of a word is its index in the question. */
export interface ItemMatch {
  /** By place, the strength of each word, which BM25 computes from its count: from 0 (absent) to 1 + `K1`. */
  readonly strengths: Float64Array;
  readonly places: readonly number[];
  /** The places of words that stand beside each other in the item, the smaller place first; each pair once. */
  readonly pairs: readonly (readonly [number, number])[];
  /** The places of words that name a file, a tool or an agent of the item. */
  readonly named: readonly number[];
  readonly recalled: ReturnType<typeof phrasesIn>;
}

/** Searches the text for each word: to split it or compile a pattern takes twice as long in a hook's cold code. */
export function matchItem(item: ItemWords, askedIn: ReturnType<typeof askedWords>): ItemMatch {
  const asked = askedIn(item.partition);
  const tally: Tally = { counts: new Float64Array(asked.words.length), places: [], pairs: [] };
  countWords(item.body, asked, tally, 1);
  if (item.title !== "") countWords(item.title, asked, tally, TITLE);
  const named = item.attributes === "" ? [] : countAttributes(item.attributes, asked, tally);
  const { counts, places, pairs } = tally;
  const length = (item.body.length + item.title.length) / asked.units;
  const norm = K1 * (1 - B + B * length / USUAL_LENGTH);
  for (const place of places) {
    const occurrences = counts[place] ?? 0;
    counts[place] = occurrences * (1 + K1) / (occurrences + norm);
  }
  const recalled = item.phrases === "" ? [] : phrasesIn(item.phrases, asked);
  return { strengths: counts, places, pairs, named, recalled };
}

type Tally = Readonly<{ counts: Float64Array; places: number[]; pairs: [number, number][] }>;

function count(tally: Tally, place: number, weight: number): void {
  if (tally.counts[place] === 0) tally.places.push(place);
  tally.counts[place] = (tally.counts[place] ?? 0) + weight;
}

/** A found word, and the indexes in the text of the blanks before it (`at`) and after it (`end`). */
type Found = Readonly<Record<"place" | "at" | "end", number>>;

function countWords(field: string, { words }: Asked, tally: Tally, weight: number): void {
  const text = ` ${field} `;
  const found: Found[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      count(tally, place, weight);
      found.push({ place, at, end: at + word.length - 1 });
    }
  }
  if (found.length > 1) addPairs(tally.pairs, found);
}

function addPairs(pairs: [number, number][], found: Found[]): void {
  found.sort((a, b) => a.at - b.at);
  for (let i = 1; i < found.length; i++) {
    const [last, next] = [found[i - 1]!, found[i]!];
    if (last.end !== next.at || last.place === next.place) continue;
    const [a, b] = [Math.min(last.place, next.place), Math.max(last.place, next.place)];
    if (!pairs.some((pair) => pair[0] === a && pair[1] === b)) pairs.push([a, b]);
  }
}

/** Searches all phrases at once first, because most items have no phrase with a word of the question. */
function phrasesIn(phrases: string, { words }: Asked) {
  const text = ` ${phrases} `;
  const found = [...words.keys()].filter((place) => text.includes(words[place]!));
  if (found.length === 0) return [];
  return phrases.split(NEXT_PHRASE).map((phrase) => {
    const padded = ` ${phrase} `;
    const places = found.filter((place) => padded.includes(words[place]!));
    return { places, share: places.length / phrase.split(" ").length };
  }).filter(({ places }) => places.length > 0);
}

/** Counts words that title and body lack. Returns the places of words that name an attribute. */
function countAttributes(attributes: string, { words, names }: Asked, tally: Tally): number[] {
  const text = ` ${attributes} `;
  const named: number[] = [];
  for (let place = 0; place < words.length; place++) {
    if (tally.counts[place] === 0 && text.includes(words[place]!)) count(tally, place, ATTRIBUTE);
    if (text.includes(names[place]!)) named.push(place);
  }
  return named;
}
