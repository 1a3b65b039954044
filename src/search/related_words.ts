import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf } from "../base/words.ts";
import words from "./related_words.json" with { type: "json" };
import { termsOf, withoutAccents, wordIn } from "./terms.ts";

/** A group of related words or phrases, with an example: a query with the first finds a text with the second. */
interface RelatedWords {
  readonly sayings: readonly string[];
  readonly asked: string;
  readonly said: string;
}

/**
 * Words that mean the same to whoever writes about a program: abbreviations, spellings, forms that stemming keeps
 * apart, plain words for each other, words of other languages, and tools where a user who asks for one is told of the
 * one that was taken. Only what holds in any trade; a word of several senses stands where developers use it. A line has
 * a group, its members divided by commas, and behind bars its example; without one the first two members are.
 */
export const SAME_WORDS: readonly RelatedWords[] = Object.values(words.same).flat().map((line) => {
  const [group = "", asked, said] = line.split(" | ");
  const sayings = group.split(", ");
  return { sayings, asked: asked ?? sayings[0] ?? "", said: said ?? sayings[1] ?? "" };
});

/** The edition of the lists: items that were indexed with older ones are indexed again. */
export const RELATED_EDITION = words.edition;

/** Well-known tools, formats and names by their purpose: a prompt names the kind, a memory the tool. */
export const TOOL_WORDS: readonly (readonly [kind: string, names: readonly string[]])[] = Object.entries(
  words.tools,
)
  .map(([kind, names]) => [kind, names.split(", ")]);

/** A word or phrase in a text, and the words by which people ask for it. */
interface Saying {
  /** Its words with stop words, as these tell "sign in" from "sign". */
  readonly heard: readonly string[];
  /** The words to ask by; none if they say too little: "log in" is not about logs. */
  readonly asked: readonly string[];
}

/** By the first word of a phrase: its rest, and the words to ask by. */
type Related = Map<string, Map<string, Set<string>>>;

let related: Related | undefined;

/**
 * Returns the related words of a text that the text does not hold, as they are indexed. They are added when indexing,
 * as doing so with each prompt would cost every hook the lists.
 */
export function indexedRelated(partition: number, text: string): string {
  related ??= relatedWords();
  const own = termsOf(text).map(({ word }) => word);
  const plain = plainWords(text);
  const found = new Set<string>();
  const hear = (word: string, behind: string) => {
    for (const [rest, others] of related?.get(word) ?? []) {
      if (rest === "" || behind.startsWith(rest)) { for (const other of others) found.add(other); }
    }
  };
  own.forEach((word) => hear(word, ""));
  plain.forEach((word, i) =>
    hear(word, plain.slice(i + 1, i + 1 + LONGEST).map((next) => `${next} `).join(""))
  );
  return [...found.difference(new Set(own))].map((word) => wordIn(partition, word)).join(" ");
}

/** The most further words of a phrase. */
const LONGEST = 8;

function relatedWords(): Related {
  const all: Related = new Map();
  for (const { sayings } of SAME_WORDS) {
    const group = sayings.map(sayingOf);
    relate(all, group, group);
  }
  for (const [kind, names] of TOOL_WORDS) relate(all, names.map(sayingOf), [sayingOf(kind)]);
  return all;
}

/** Relates each of these sayings to all of the others. */
function relate(all: Related, sayings: readonly Saying[], others: readonly Saying[]): void {
  for (const saying of sayings) {
    const [first = "", ...behind] = saying.heard;
    const known = all.get(first) ?? new Map<string, Set<string>>();
    const rest = behind.map((word) => `${word} `).join("");
    const asked = known.get(rest) ?? new Set();
    for (const other of others) if (other !== saying) { for (const word of other.asked) asked.add(word); }
    known.set(rest, asked);
    all.set(first, known);
  }
}

function sayingOf(saying: string): Saying {
  const heard = plainWords(saying);
  const asked = termsOf(saying).filter(({ isWhole }) => !isWhole).map(({ word }) => word);
  return { heard, asked: heard.length > 1 && asked.length < 2 ? [] : asked };
}

/** Returns the stems of a text with its stop words, in order. */
function plainWords(text: string): string[] {
  return runsOf(text.slice(0, MOST_UNITS)).flatMap(({ text: run, kind }) =>
    kind === "dense"
      ? pairsOf(run)
      : withoutAccents(run.toLowerCase()).split(/[^a-z0-9]+/).filter((word) => word !== "").map(stemOf)
  );
}

/** The most units of a text that are indexed. */
const MOST_UNITS = 20_000;
