/** Writes `src/core/search/common_stems.ts` from `common_words.txt`: `deno run -A tests/retrieval/common_words.ts`. */
import { termsOf } from "../../src/core/search/terms.ts";

const WORDS = new URL("./common_words.txt", import.meta.url);
const STEMS = new URL("../../src/core/search/common_stems.ts", import.meta.url);
const LINE = 98;

/** The module that ships, as it follows from the words and the stemmer. */
export function commonStemsModule(): string {
  const seen = new Set<string>();
  const [most, many, some] = Deno.readTextFileSync(WORDS).trimEnd().split("\n").map((line) =>
    stemsOf(line, seen)
  );
  return `// Written by \`deno run -A tests/retrieval/common_words.ts\` from the words beside it.

/** Stems that stand in most prompts. */
export const IN_MOST =
  ${literal(most ?? [])};

/** Stems that stand in many. */
export const IN_MANY =
  ${literal(many ?? [])};

/** Stems that stand in some, whatever the project. */
export const IN_SOME =
  ${literal(some ?? [])};
`;
}

/** The stems of a line of words that no line before had. */
function stemsOf(line: string, seen: Set<string>): string[] {
  const stems: string[] = [];
  for (const { word, isWhole } of line.split(" ").flatMap((text) => termsOf(text))) {
    if (isWhole || seen.has(word)) continue;
    seen.add(word);
    stems.push(word);
  }
  return stems.sort();
}

/** With a blank on both sides of each, so that a look for one finds no part of another. */
function literal(stems: readonly string[]): string {
  const lines: string[] = [];
  let line = " ";
  for (const stem of stems) {
    if (line.length + stem.length > LINE) {
      lines.push(line);
      line = "";
    }
    line += `${stem} `;
  }
  return [...lines, line].map((text) => JSON.stringify(text)).join(" +\n  ");
}

if (import.meta.main) Deno.writeTextFileSync(STEMS, commonStemsModule());
