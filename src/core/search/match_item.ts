/** How often a word of a field counts. */
const TITLE = 1.5;
/** Pulls a word's second and third occurrence down. */
const K1 = 1.2;
const B = 0.5;
/** Words of an item of usual length. */
const USUAL_LENGTH = 20;

/** The indexed words of an item, divided by blanks. */
export interface ItemWords {
  readonly title: string;
  readonly body: string;
  readonly attributes: string;
}

/** What an item has of what is asked. */
export interface ItemMatch {
  /** Per asked term from 0, not there, to about 1. */
  readonly strengths: readonly number[];
  /** Asked terms that stand together, as pairs of their places in the question. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Asked terms among the attributes. */
  readonly named: readonly number[];
}

/** Holds the words of an item against the asked ones, `asked` giving the place of each in the question. */
export function matchItem(words: ItemWords, asked: ReadonlyMap<string, number>): ItemMatch {
  const counts = new Map<number, number>();
  const pairs: [number, number][] = [];
  const body = words.body.split(" ");
  const title = words.title === "" ? [] : words.title.split(" ");
  countWords(body, asked, { counts, pairs, weight: 1 });
  countWords(title, asked, { counts, pairs, weight: TITLE });
  const named = words.attributes.split(" ").flatMap((word) => asked.get(word) ?? []);
  const norm = K1 * (1 - B + B * (body.length + title.length) / USUAL_LENGTH);
  const strengths: number[] = [];
  for (const [place, count] of counts) strengths[place] = count / (count + norm) * (1 + K1) / 1;
  return { strengths, pairs, named: [...new Set(named)] };
}

interface Tally {
  readonly counts: Map<number, number>;
  readonly pairs: [number, number][];
  readonly weight: number;
}

function countWords(words: readonly string[], asked: ReadonlyMap<string, number>, tally: Tally): void {
  let last = -1;
  let lastAt = -9;
  for (let i = 0; i < words.length; i++) {
    const place = asked.get(words[i] ?? "");
    if (place === undefined) continue;
    tally.counts.set(place, (tally.counts.get(place) ?? 0) + tally.weight);
    if (i - lastAt <= 2 && last !== place) tally.pairs.push([last, place]);
    last = place;
    lastAt = i;
  }
}
