import { indexCues } from "../../src/core/triage/index_cues.ts";
import { ENGLISH } from "./cues/english.ts";

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
  ].join("\n");
}

if (import.meta.main) Deno.writeTextFileSync(INDEX_FILE, englishIndexFile());
