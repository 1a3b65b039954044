import { wordIn } from "./indexed_words.ts";
import { SAME_WORDS } from "./same_words.ts";
import { termsOf } from "./terms.ts";
import { TOOL_WORDS } from "./tool_words.ts";

type Related = Map<string, Set<string>>;

let related: Related | undefined;

/**
 * What others would say for the words of an indexed text, as it is indexed itself; none of them stands in the text. For
 * indexing: to ask for them in each prompt instead would cost every hook the lists and the reading.
 */
export function indexedRelated(partition: number, indexed: string): string {
  related ??= relatedWords();
  const prefix = wordIn(partition, "");
  const terms = new Set(indexed.split(" ").map((word) => word.slice(prefix.length)));
  const found = new Set<string>();
  for (const term of terms) {
    for (const other of related.get(term) ?? []) if (!terms.has(other)) found.add(other);
  }
  return [...found].map((word) => wordIn(partition, word)).join(" ");
}

function relatedWords(): Related {
  const all: Related = new Map();
  for (const line of SAME_WORDS) {
    for (const group of line.split(", ").map(stemsOf)) relate(all, group, group);
  }
  for (const line of TOOL_WORDS) {
    const [kind = "", names = ""] = line.split(": ");
    relate(all, stemsOf(names), stemsOf(kind));
  }
  return all;
}

/** Who says one of the first may mean each of the others. */
function relate(all: Related, terms: readonly string[], others: readonly string[]): void {
  for (const term of terms) {
    const known = all.get(term) ?? new Set();
    for (const other of others) if (other !== term) known.add(other);
    all.set(term, known);
  }
}

function stemsOf(words: string): string[] {
  return termsOf(words).filter(({ isWhole }) => !isWhole).map(({ word }) => word);
}
