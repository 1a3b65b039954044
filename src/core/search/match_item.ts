/** How often a word of a title, or of the attributes, counts. */
const TITLE = 1.5;
const ATTRIBUTE = 0.5;
/** A word said again adds little: it is the different words that tell. */
const SATURATION = 0.6;
/** How much a long text is held against its words, and what is long. */
const LENGTH_PENALTY = 0.2;
const USUAL_LENGTH = 12;

/** The indexed words of an item, divided by blanks. */
export interface ItemWords {
  readonly title: string;
  readonly body: string;
  readonly attributes: string;
}

/** The places in the question of its words as they are indexed, and of those that may be the name of an attribute. */
export interface Asked {
  readonly words: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, number>;
  readonly count: number;
}

/** What an item has of what is asked. */
export interface ItemMatch {
  /** Per asked term from 0, not there, to about 1.5. */
  readonly strengths: Float64Array;
  /** The asked terms that are there. */
  readonly places: readonly number[];
  /** Asked terms that stand beside each other, as pairs of their places in the question. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Asked terms that name an attribute of the item: a file, a tool, an agent. */
  readonly named: readonly number[];
}

/** Holds the words of an item against the asked ones. In loops without closures: a hook runs this before it is warm. */
export function matchItem(item: ItemWords, asked: Asked): ItemMatch {
  const strengths = new Float64Array(asked.count);
  const tally: Tally = { counts: strengths, places: [], pairs: [] };
  const length = countWords(item.body, asked, tally, 1) + countWords(item.title, asked, tally, TITLE);
  const named = countAttributes(item.attributes, asked, tally);
  const norm = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * length / USUAL_LENGTH);
  for (const place of tally.places) {
    const count = strengths[place] ?? 0;
    strengths[place] = count * (1 + SATURATION) / (count + norm);
  }
  return { strengths, places: tally.places, pairs: tally.pairs, named };
}

interface Tally {
  readonly counts: Float64Array;
  readonly places: number[];
  readonly pairs: [number, number][];
}

function count(tally: Tally, place: number, weight: number): void {
  if (tally.counts[place] === 0) tally.places.push(place);
  tally.counts[place] = (tally.counts[place] ?? 0) + weight;
}

/** Adds a field's words to the tally; returns how many it has. */
function countWords(field: string, asked: Asked, tally: Tally, weight: number): number {
  if (field === "") return 0;
  const words = field.split(" ");
  let last = -1;
  for (let i = 0; i < words.length; i++) {
    const place = asked.words.get(words[i] ?? "") ?? -1;
    if (place >= 0) {
      count(tally, place, weight);
      if (last >= 0 && last !== place) tally.pairs.push([last, place]);
    }
    last = place;
  }
  return words.length;
}

/** Adds attributes that no field says; returns the places of the named ones. */
function countAttributes(attributes: string, asked: Asked, tally: Tally): number[] {
  if (attributes === "") return [];
  const named: number[] = [];
  for (const word of attributes.split(" ")) {
    const place = asked.words.get(word);
    if (place !== undefined && tally.counts[place] === 0) count(tally, place, ATTRIBUTE);
    const name = asked.names.get(word);
    if (name !== undefined && !named.includes(name)) named.push(name);
  }
  return named;
}
