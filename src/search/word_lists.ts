import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf } from "../base/words.ts";
import stemList from "./common_stems.json" with { type: "json" };
import relatedList from "./related_words.json" with { type: "json" };
import { termsOf, withoutAccents, wordIn } from "./terms.ts";

/**
 * Groups of words or phrases with the same meaning for developers: abbreviations, spellings, forms with different
 * stems, synonyms, words of other languages, and alternative tools, so that a question about one tool finds the one
 * that was chosen. A line of the JSON file has the members of a group between commas. An example may follow after bars:
 * a query, and a text that it finds. Without it, the first two members are the example.
 */
export const SAME_WORDS: readonly (readonly string[])[] = Object.values(relatedList.same).flat()
  .map((line) => line.replace(/ \| .*/, "").split(", "));

/** The edition of the lists. Items that were indexed with another edition are indexed again. */
export const RELATED_EDITION = relatedList.edition;

/** Names of well-known tools and formats by their kind, as a prompt often names the kind and a memory the tool. */
export const TOOL_WORDS = Object.entries(relatedList.tools)
  .map(([kind, names]) => [kind, names.split(", ")] as const);

/** A word or phrase of a group. */
interface Saying {
  /** Its stems, stop words included, by which it is recognised in a text: they distinguish "sign in" from "sign". */
  readonly stems: readonly string[];
  /** The terms that are indexed for it; none if they say too little, as "log" for "log in". */
  readonly terms: readonly string[];
}

/** Maps the first stem of a saying, then its further stems, to the terms of the related sayings. */
type Related = Map<string, Map<string, Set<string>>>;

let related: Related | undefined;

/**
 * Returns the terms that are related to a text and do not stand in it, as they are indexed. The index adds them to
 * items. Adding them to questions would make every hook load the lists.
 */
export function indexedRelated(partition: number, text: string): string {
  related ??= relatedWords();
  const own = termsOf(text).map(({ word }) => word);
  const plain = plainWords(text);
  const found = new Set<string>();
  const addRelated = (word: string, following: string) => {
    for (const [rest, terms] of related?.get(word) ?? []) {
      if (rest === "" || following.startsWith(rest)) { for (const term of terms) found.add(term); }
    }
  };
  own.forEach((word) => addRelated(word, ""));
  plain.forEach((word, i) =>
    addRelated(word, plain.slice(i + 1, i + 1 + MAX_FURTHER).map((next) => `${next} `).join(""))
  );
  return [...found.difference(new Set(own))].map((word) => wordIn(partition, word)).join(" ");
}

/** The most words of a phrase behind its first one. */
const MAX_FURTHER = 8;

function relatedWords(): Related {
  const all: Related = new Map();
  for (const sayings of SAME_WORDS) {
    const group = sayings.map(sayingOf);
    relate(all, group, group);
  }
  for (const [kind, names] of TOOL_WORDS) relate(all, names.map(sayingOf), [sayingOf(kind)]);
  return all;
}

/** Relates each of these sayings to all of the others. */
function relate(all: Related, sayings: readonly Saying[], others: readonly Saying[]): void {
  for (const saying of sayings) {
    const [first = "", ...further] = saying.stems;
    const rest = further.map((word) => `${word} `).join("");
    const terms = all.getOrInsertComputed(first, () => new Map()).getOrInsertComputed(rest, () => new Set());
    for (const other of others) if (other !== saying) { for (const term of other.terms) terms.add(term); }
  }
}

function sayingOf(saying: string): Saying {
  const stems = plainWords(saying);
  const terms = termsOf(saying).filter(({ isWhole }) => !isWhole).map(({ word }) => word);
  return { stems, terms: stems.length > 1 && terms.length < 2 ? [] : terms };
}

/** Returns the stems of all words of a text, stop words included, in order. */
function plainWords(text: string): string[] {
  return runsOf(text.slice(0, MOST_UNITS)).flatMap(({ text: run, kind }) =>
    kind === "dense"
      ? pairsOf(run)
      : withoutAccents(run.toLowerCase()).split(/[^a-z0-9]+/).filter((word) => word !== "").map(stemOf)
  );
}

/** The UTF-16 units at the start of a text that are read. */
const MOST_UNITS = 20_000;

/** The edition of the lists. An index that was made with another edition is made anew. */
export const STEMS_EDITION = stemList.edition;

/** For each list in `COMMON_STEMS`, the share of all texts that hold one of its stems, from 0 to 1. */
export const SHARE_STEPS: readonly number[] = Object.keys(stemList.stems).map(Number);

/** Lists of stems that many texts of any project hold; a list is one text with blanks between its stems. */
export const COMMON_STEMS: readonly string[] = Object.values(stemList.stems).map((lines) => lines.join(" "));
