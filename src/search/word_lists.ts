// Lists of related words and of common stems, and the related words that the index adds to an item.
import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf } from "../base/words.ts";
import stemList from "./common_stems.json" with { type: "json" };
import relatedList from "./related_words.json" with { type: "json" };
import { MAX_UNITS, termsOf, withoutAccents, wordIn } from "./terms.ts";

/**
 * Groups of words or phrases that mean the same to developers: abbreviations, other languages, alternative
 * tools. In the JSON file, an example may follow after bars: a query, and a text that it finds.
 */
export const SAME_WORDS: readonly (readonly string[])[] = Object.values(relatedList.same).flat()
  .map((line) => line.replace(/ \| .*/, "").split(", "));

/** If this changes, the store indexes all anew. Raise the 2 if texts give other terms. A test checks the checksums. */
export const LISTS_VERSION = stemList.checksum + relatedList.checksum + 2;

/** Names of tools by their kind: a prompt often names the kind, and a memory the tool. */
export const TOOL_WORDS = Object.entries(relatedList.tools)
  .map(([kind, names]) => [kind, names.split(", ")] as const);

/** Maps a saying's first stem, then its further stems, to the terms of related sayings. */
type Related = Map<string, Map<string, Set<string>>>;

let related: Related | undefined;

/**
 * Returns terms that are related to a text and not in it. The index adds them to items. If they were added to
 * questions, every hook would have to load the lists.
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

const MAX_FURTHER = 8; // the most words of a saying after its first one

function relatedWords(): Related {
  const all: Related = new Map();
  for (const sayings of SAME_WORDS) {
    const group = sayings.map(sayingOf);
    relate(all, group, group);
  }
  for (const [kind, names] of TOOL_WORDS) relate(all, names.map(sayingOf), [sayingOf(kind)]);
  return all;
}

type Saying = Readonly<ReturnType<typeof sayingOf>>;

function relate(all: Related, sayings: readonly Saying[], others: readonly Saying[]): void {
  for (const saying of sayings) {
    const [first = "", ...further] = saying.stems;
    const rest = further.map((word) => `${word} `).join("");
    const terms = all.getOrInsertComputed(first, () => new Map()).getOrInsertComputed(rest, () => new Set());
    for (const other of others) if (other !== saying) { for (const term of other.terms) terms.add(term); }
  }
}

/** Gives no terms of the index if only one of several words is left, as "log" of "log in". */
function sayingOf(saying: string) {
  const stems = plainWords(saying); // with stop words: only "in" distinguishes "sign in" from "sign"
  const terms = termsOf(saying).filter(({ isWhole }) => !isWhole).map(({ word }) => word);
  return { stems, terms: stems.length > 1 && terms.length < 2 ? [] : terms };
}

/** Returns the stems of Latin words, with stop words, and the pairs of dense scripts, in order. */
function plainWords(text: string): string[] {
  return runsOf(text.slice(0, MAX_UNITS)).flatMap(({ text: run, kind }) =>
    kind === "dense"
      ? pairsOf(run)
      : withoutAccents(run.toLowerCase()).split(/[^a-z0-9]+/).filter((word) => word !== "").map(stemOf)
  );
}

/** Returns the stems that are common in any project, each with its share of all texts, from 0 to 1. */
export function commonStems(): [stem: string, share: number][] {
  return Object.entries(stemList.stems).flatMap(([share, lines]) =>
    lines.join(" ").split(" ").map((stem): [string, number] => [stem, Number(share)])
  );
}
