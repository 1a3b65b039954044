import type { Statement } from "./memory_statement.ts";
import { ALTERNATIVES, IRREGULAR } from "./memory_vocabulary.ts";

/** The same thing said again is among those that say most of it, also where a project says something a hundred times. */
const READ_CLOSELY = 20;
/** Endings differ. */
const START_UNITS = 4;

/**
 * Finds the few of many texts that may say the same as a statement or contradict it: those that share most of its
 * words, or name a rival of one. To read a text closely costs thirty times as much as this look at it.
 */
export function likeliest(own: Statement, texts: readonly string[]): number[] {
  const words = [...new Set([...own.affirmed, ...own.denied])].map(formsOf);
  const rivals = rivalsOf(words.flat());
  const found = texts.map((text, place) => ({ place, score: scoreOf(lookOf(text), words, rivals) }));
  const likely = words.length === 0 ? found : found.filter(({ score }) => score > 0);
  return likely.sort((a, b) => b.score - a.score).slice(0, READ_CLOSELY).map(({ place }) => place);
}

function lookOf(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function scoreOf(look: string, words: readonly (readonly string[])[], rivals: readonly string[]): number {
  const isIn = (form: string) => look.includes(form);
  return words.filter((forms) => forms.some(isIn)).length + (rivals.some(isIn) ? 1 : 0);
}

/** Returns the beginning of a word in each of its forms; the stem of "try" and "tries" is "tri". */
function formsOf(stem: string): string[] {
  const end = stem.endsWith("i") && stem.length > 2 ? stem.length - 1 : stem.length;
  const irregular = Object.entries(IRREGULAR).filter(([, base]) => base === stem).map(([form]) => form);
  return [stem.slice(0, Math.min(START_UNITS, end)), ...irregular];
}

/** Things that exclude one of those that are named: whoever names one has changed their mind. */
function rivalsOf(forms: readonly string[]): string[] {
  const groups = ALTERNATIVES.map((group) => group.split(" "));
  return groups.filter((group) => group.some((word) => forms.some((form) => word.includes(form)))).flat();
}
