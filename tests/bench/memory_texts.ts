import { casesOf } from "../_support/cases.ts";
import { numbers, pick } from "../_support/random.ts";

/** A memory as people and agents keep them. */
interface SeededMemory {
  readonly category: string;
  readonly body: string;
  readonly files: readonly string[];
  /** Those in which somebody would ask for it. */
  readonly phrases: readonly string[];
}

/** What a prompt of the benchmark asks for, and a handful of memories that answer it. */
export const PROMPT =
  "The Stripe webhook is retried twice when the gateway times out: where is the retry configured?";

const PLANTED = casesOf<Omit<SeededMemory, "phrases">>(import.meta.filename?.replace(/\.ts$/, ""));

const CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT", "PREFERENCE"];
const SYLLABLES = "ba co di fu ga he ji ko la me ni pa qui ro sa te vu wa xe zo lin mar ter pol".split(" ");
const COMMON =
  ("the a to of and is in for with when after before not by it on from use be must only first new " +
    "test build run file error user code branch release server client query table cache token request").split(
      " ",
    );
const VOCABULARY = 4_000;

/** So many memories, always the same ones: words as unevenly frequent as in texts, files, identifiers; the planted last. */
export function seededMemories(count: number): SeededMemory[] {
  const next = numbers(20_261_120);
  const words = Array.from({ length: VOCABULARY }, () => madeUp(next));
  const filling = Array.from({ length: count - PLANTED.length }, () => {
    const length = 10 + Math.floor(next() * 20);
    const body = Array.from({ length }, () => next() < 0.45 ? pick(COMMON, next) : rare(words, next)).join(
      " ",
    );
    const file = next() < 0.3 ? [`/home/dev/project/src/${rare(words, next)}/${rare(words, next)}.ts`] : [];
    return { category: pick(CATEGORIES, next), body: `${body}.`, files: file };
  });
  const nextOfPhrases = numbers(20_261_122); // others, so that phrases change no text
  return [...filling, ...PLANTED].map((memory) => ({ ...memory, phrases: phrases(words, nextOfPhrases) }));
}

/** Four, as an agent is asked for two to six. */
function phrases(words: readonly string[], next: () => number): string[] {
  const word = () => next() < 0.45 ? pick(COMMON, next) : rare(words, next);
  return Array.from({ length: 4 }, () => Array.from({ length: 6 }, word).join(" "));
}

/** A few words are in every other text, most in hardly any. */
function rare(words: readonly string[], next: () => number): string {
  return words[Math.floor(words.length * next() ** 3)] ?? "";
}

function madeUp(next: () => number): string {
  return Array.from({ length: 2 + Math.floor(next() * 2) }, () => pick(SYLLABLES, next)).join("");
}
