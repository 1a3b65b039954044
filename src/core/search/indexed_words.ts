import { termsOf } from "./terms.ts";

/** What is indexed of one text. */
const MAX_UNITS = 20_000;
/** The parts of a path that tell something: its end. */
const PATH_PARTS = 3;

/** A text as it is indexed in a partition: its terms in their order, divided by blanks. */
export function indexedText(partition: number, text: string | null): string {
  return termsOf((text ?? "").slice(0, MAX_UNITS)).map(({ word }) => wordIn(partition, word)).join(" ");
}

/** What an item is attached to, as it is indexed: the words of each, and each as a name of its own. */
export function indexedAttributes(
  partition: number,
  files: readonly string[],
  names: readonly string[],
): string {
  const words: string[] = [];
  for (const file of files) {
    const parts = file.split(/[/\\]/).slice(-PATH_PARTS);
    words.push(indexedText(partition, parts.join(" ")), nameIn(partition, nameOf(parts.at(-1) ?? "")));
  }
  for (const name of names) words.push(indexedText(partition, name), nameIn(partition, nameOf(name)));
  return [...new Set(words.join(" ").split(" "))].filter((word) => word !== "").join(" ");
}

/** A file, tool or agent as one word, whatever holds its parts together. */
function nameOf(attribute: string): string {
  const terms = termsOf(attribute);
  return (terms.find(({ isWhole }) => isWhole) ?? terms[0])?.word ?? "";
}

/** A word as it stands in the index. */
export function wordIn(partition: number, word: string): string {
  return `${partition}_${word}`;
}

/** A name as it stands in the index. */
export function nameIn(partition: number, name: string): string {
  return `${partition}__${name}`;
}
