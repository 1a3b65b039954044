import { indexCues, listsOf } from "../../src/core/triage/index_cues.ts";
import { Trait } from "../../src/core/triage/word_traits.ts";
import { ENGLISH } from "./cues/english.ts";
import { SMALL_WORDS, WORDS } from "./cues/grammar_words.ts";

const INDEX_FILE = new URL("../../src/core/triage/cues/english_index.ts", import.meta.url);

/** The file that `english_index.ts` has to be: the English cues, indexed beforehand, as every stop needs them. */
export function englishIndexFile(): string {
  const { texts, cues, words, stems } = indexCues(ENGLISH);
  return [
    "// Written by tests/triage/index_english.ts; not edited by hand.",
    "// deno-fmt-ignore-file",
    "",
    "/** The English cues by their first words, each list as one text; `languages.ts` knows how to read them. */",
    "export const ENGLISH = {",
    `  texts: ${JSON.stringify(texts.join("|"))},`,
    `  cues: ${JSON.stringify(cues)},`,
    `  words: ${JSON.stringify(words)},`,
    `  stems: ${JSON.stringify(stems)},`,
    "};",
    "",
    "/** The words that carry grammar, each with the sum of its traits and the languages that it is small in. */",
    `export const GRAMMAR: Readonly<Record<string, string>> = ${JSON.stringify(grammarLists())};`,
    "",
  ].join("\n");
}

function grammarLists(): Record<string, string> {
  const traits = new Map<string, number>();
  const languages = new Map<string, string[]>();
  const add = (word: string, trait: number) => traits.set(word, (traits.get(word) ?? 0) | trait);
  for (const [trait, words] of WORDS) for (const word of words.split(" ")) add(word, trait);
  for (const [language, words] of SMALL_WORDS) {
    for (const word of words.split(" ")) {
      add(word, Trait.Small);
      languages.set(word, [...languages.get(word) ?? [], language]);
    }
  }
  return listsOf(
    new Map([...traits].map(([word, sum]) => [word, [sum, ...languages.get(word) ?? []].join(" ")])),
  );
}

if (import.meta.main) Deno.writeTextFileSync(INDEX_FILE, englishIndexFile());
