import { nameIn, wordIn } from "./indexed_words.ts";

/** How often a word of a title, or of the attributes, counts. */
const TITLE = 1.5;
const ATTRIBUTE = 0.5;
/** A word said again adds little: it is the different words that tell. */
const SATURATION = 0.6;
/** How much a long text is held against its words, and what is long. */
const LENGTH_PENALTY = 0.2;
const USUAL_LENGTH = 12;
/** How much room a word takes with a blank, and without the number of its partition. */
const USUAL_UNITS = 7;

/** The indexed words of an item, divided by blanks. */
export interface ItemWords {
  readonly partition: number;
  readonly title: string;
  readonly body: string;
  readonly attributes: string;
}

/** The words of a question as they are indexed in a partition. */
interface Asked {
  /** Finds runs of asked words that stand beside each other. */
  readonly runs: RegExp;
  /** The place in the question of each word. */
  readonly places: ReadonlyMap<string, number>;
  /** The same of each word as the name of an attribute. */
  readonly names: ReadonlyMap<string, number>;
  /** How much room a word of the index usually takes. */
  readonly units: number;
}

/** The words of a question, to hold items against. */
export class AskedWords {
  readonly #words: readonly string[];
  readonly #byPartition = new Map<number, Asked>();

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** As they are indexed in a partition. Words hold letters, digits and `_` only, so that they make a pattern. */
  in(partition: number): Asked {
    let asked = this.#byPartition.get(partition);
    if (asked === undefined) {
      const word = `(?:^| )${partition}__?(?:${this.#words.join("|")})(?![^ ])`;
      asked = {
        runs: new RegExp(`(?:${word})+`, "g"),
        places: new Map(this.#words.map((text, place) => [wordIn(partition, text), place])),
        names: new Map(this.#words.map((text, place) => [nameIn(partition, text), place])),
        units: USUAL_UNITS + String(partition).length,
      };
      this.#byPartition.set(partition, asked);
    }
    return asked;
  }
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

/**
 * Holds the words of an item against the asked ones. A pattern finds them: to take the text apart and look at each of
 * its words takes a hook, which runs this before it is warm, four times as long.
 */
export function matchItem(item: ItemWords, question: AskedWords): ItemMatch {
  const asked = question.in(item.partition);
  const tally: Tally = { counts: new Float64Array(asked.places.size), places: [], pairs: [] };
  countWords(item.body, asked, tally, 1);
  if (item.title !== "") countWords(item.title, asked, tally, TITLE);
  const named = item.attributes === "" ? [] : countAttributes(item.attributes, asked, tally);
  const { counts: strengths, places, pairs } = tally;
  const length = (item.body.length + item.title.length) / asked.units;
  const norm = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * length / USUAL_LENGTH);
  for (const place of places) {
    const count = strengths[place] ?? 0;
    strengths[place] = count * (1 + SATURATION) / (count + norm);
  }
  return { strengths, places, pairs, named };
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

function countWords(field: string, asked: Asked, tally: Tally, weight: number): void {
  for (const run of field.match(asked.runs) ?? []) {
    let last = -1;
    for (const word of run.trim().split(" ")) {
      const place = asked.places.get(word);
      if (place === undefined) continue;
      count(tally, place, weight);
      if (last >= 0 && last !== place) tally.pairs.push([last, place]);
      last = place;
    }
  }
}

/** Adds attributes that no field says; returns the places of the named ones. */
function countAttributes(attributes: string, asked: Asked, tally: Tally): number[] {
  const named: number[] = [];
  for (const run of attributes.match(asked.runs) ?? []) {
    for (const word of run.trim().split(" ")) {
      const place = asked.places.get(word);
      if (place !== undefined && tally.counts[place] === 0) count(tally, place, ATTRIBUTE);
      const name = asked.names.get(word);
      if (name !== undefined && !named.includes(name)) named.push(name);
    }
  }
  return named;
}
