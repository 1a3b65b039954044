import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf } from "../base/words.ts";
import words from "./related_words.json" with { type: "json" };
import { termsOf, withoutAccents, wordIn } from "./terms.ts";

/** A group of words and short phrases, and an example: who asks the first finds the second. */
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

/** Another number for other lists: what was indexed by older ones is indexed anew. */
export const RELATED_EDITION = words.edition;

/** The purposes of well-known tools, formats and names: a prompt asks for the kind, a memory says the name. */
export const TOOL_WORDS: readonly (readonly [kind: string, names: readonly string[]])[] = Object.entries(
  words.tools,
)
  .map(([kind, names]) => [kind, names.split(", ")]);

/** A word or a phrase that is heard in a text, and the words by which it is asked for. */
interface Saying {
  /** Its words, stop words among them, as these tell "sign in" from "sign". */
  readonly heard: readonly string[];
  /** None where too little of it tells: who asks to "log in" is not told of logs. */
  readonly asked: readonly string[];
}

/** By the first word that is heard: the rest of it, and what is asked for it. */
type Related = Map<string, Map<string, Set<string>>>;

let related: Related | undefined;

/**
 * Returns the words that others would say for those of a text, as it is indexed; none of them stands in the text. For
 * indexing: to ask for them in each prompt instead would cost every hook the lists and the reading.
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

/** So many words of a phrase stand behind its first at most. */
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

/** A person who says one of the first may mean each of the others. */
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

/** The stems of a text with its stop words, in their order. */
function plainWords(text: string): string[] {
  return runsOf(text.slice(0, MOST_UNITS)).flatMap(({ text: run, kind }) =>
    kind === "dense"
      ? pairsOf(run)
      : withoutAccents(run.toLowerCase()).split(/[^a-z0-9]+/).filter((word) => word !== "").map(stemOf)
  );
}

/** More of a text is not indexed. */
const MOST_UNITS = 20_000;
