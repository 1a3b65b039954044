/**
 * Writes `src/search/common_stems.json`: `deno run -A tests/retrieval/common_words.ts`. Two estimates go into it, each
 * wrong in its own way, so that their geometric mean is taken: `common_words.txt`, by hand and by what is said to coding
 * agents, in three classes (in most texts, in many, in some), and `technical_words.txt`, the stems of paragraphs of
 * manuals (of Node, npm and Unix commands, the latter in seven languages) and of commit messages, counted; its lines are
 * of stems that stand in 0.0008 of the texts, 0.0016 … 0.0512. `foreign_words.txt` has what says nothing in German,
 * French, Spanish, Portuguese, Italian and Dutch: with full weight, hardly any prompt in them would reach the floor.
 */
import { NAME_SHARE, termsOf } from "../../src/search/terms.ts";

const STEMS = new URL("../../src/search/common_stems.json", import.meta.url);
const LINE = 98;
const CLASSES = [0.06, 0.02, 0.006];
const FOREIGN = 0.01;
const STEP = Math.SQRT2; // each step is that much more frequent than the one before
const LEAST_STEP = 5; // a rarer word is as good as a name: to know of it brings nothing

/** The lists that ship, as they follow from the words and the stemmer. */
export function commonStems(): string {
  const steps: string[][] = [];
  for (const [stem, share] of [...combinedShares()].sort(([a], [b]) => a < b ? -1 : 1)) {
    (steps[stepOf(share)] ??= []).push(stem);
  }
  const lists = steps.slice(LEAST_STEP).map((stems, i) => {
    const share = NAME_SHARE * STEP ** (LEAST_STEP + i);
    return [Number(share.toPrecision(3)), linesOf(stems)] as const;
  });
  const stems = Object.fromEntries(lists);
  return `${JSON.stringify({ checksum: checksumOf(JSON.stringify(stems)), stems }, null, 2)}\n`;
}

function combinedShares(): Map<string, number> {
  const [said, written] = [saidShares(), writtenShares()];
  const combined = new Map<string, number>();
  for (const stem of new Set([...said.keys(), ...written.keys()])) {
    const share = Math.sqrt((said.get(stem) ?? NAME_SHARE) * (written.get(stem) ?? NAME_SHARE));
    if (stepOf(share) >= LEAST_STEP) combined.set(stem, share);
  }
  for (const stem of foreignStems()) combined.set(stem, Math.max(combined.get(stem) ?? 0, FOREIGN));
  return combined;
}

function stepOf(share: number): number {
  return Math.round(Math.log(share / NAME_SHARE) / Math.log(STEP));
}

function saidShares(): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [place, line] of wordLines("common_words.txt").entries()) {
    for (const { word, isWhole } of line.split(" ").flatMap((text) => termsOf(text))) {
      if (!isWhole && !shares.has(word)) shares.set(word, CLASSES[place] ?? 0);
    }
  }
  return shares;
}

function writtenShares(): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [place, line] of wordLines("technical_words.txt").entries()) {
    for (const stem of line.split(" ")) shares.set(stem, NAME_SHARE * 2 ** (place + 2));
  }
  return shares;
}

function foreignStems(): string[] {
  return wordLines("foreign_words.txt").flatMap((line) => termsOf(line)).map(({ word }) => word);
}

function wordLines(name: string): string[] {
  return Deno.readTextFileSync(new URL(name, import.meta.url)).trimEnd().split("\n");
}

function checksumOf(text: string): number {
  let checksum = 0;
  for (let i = 0; i < text.length; i++) checksum = (checksum * 31 + text.charCodeAt(i)) % 1_000_003;
  return checksum;
}

function linesOf(stems: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const stem of stems) {
    if (line.length + stem.length > LINE) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += `${stem} `;
  }
  return [...lines, line.trimEnd()];
}

if (import.meta.main) Deno.writeTextFileSync(STEMS, commonStems());
