import { englishEvent, eventWord, OTHER_NEGATOR } from "./prediction_words.ts";

/** By their value; the languages are those of the words for passing and failing. */
const NUMBERS = [
  "",
  "einziger einzige einziges einzigen",
  "zwei deux dos dois duas dwa dwie два две twee",
  "drei trois tres três trzy три drie",
  "vier quatre cuatro quatro quattro cztery четыре",
  "fünf cinq cinco cinque pięć пять vijf",
].map((words) => words.split(" "));
/** An article, except where one of the next says that it counts. */
const ONE = /^(?:ein|eine[rnm]?|un|une|uno|una|um|uma|один|одна|одну|jeden|jedna|één)$/;
const SOLE = /^(?:seule?|sol[oa]|únic[oa]|só|einzige[rsn]?)$/;
const EXACTLY =
  /^(?:genau|nur|exactement|seulement|exactamente|sólo|solo|solamente|apenas|somente|exatamente|esattamente|soltanto|ровно|только|precies|slechts|dokładnie|tylko)$/;
const EXCEPT = /^(?:except|außer|sauf|salvo|excepto|exceto|menos|tranne|кроме|oprócz|behalve)$/;
const LEAST = /^(?:mindestens|minstens|almeno|минимум)$/;
const MOST = /^(?:höchstens|hoogstens|максимум)$/;

/** Words of which one stands in every clause that counts in these languages. */
export const FOREIGN_COUNTING: readonly string[] = [
  ...NUMBERS.flat(),
  ...("seul seule solo sola único única só genau nur exactement seulement exactamente sólo solamente apenas somente " +
    "exatamente esattamente soltanto ровно только precies slechts dokładnie tylko außer sauf salvo excepto exceto " +
    "tranne кроме oprócz behalve mindestens minstens almeno минимум höchstens hoogstens максимум").split(" "),
];

/** Whether another language says what is to happen, and says no "not". */
export function isOtherLanguage(words: readonly string[]): boolean {
  return !words.some((word) => englishEvent(word) !== undefined) &&
    words.some((word) => eventWord(word) !== undefined) && !words.some((word) => OTHER_NEGATOR.test(word));
}

/** The clause with its numbers as digits and what bounds them in English. */
export function withEnglishNumbers(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    const number = NUMBERS.findIndex((own) => own.includes(word));
    if (number > 0) return [String(number)];
    const [before = "", next = ""] = [words[i - 1], words[i + 1]];
    if (ONE.test(word) && SOLE.test(next)) return ["1"];
    if (ONE.test(word) && [EXACTLY, EXCEPT, LEAST, MOST].some((one) => one.test(before))) return ["1"];
    if (SOLE.test(word) && ONE.test(before)) return [];
    if (LEAST.test(word) || (/^(?:moins|menos)$/.test(word) && /^(?:au|al|pelo)$/.test(before))) {
      return ["at", "least"];
    }
    if (MOST.test(word) || (word === "plus" && before === "au")) return ["at", "most"];
    if (EXCEPT.test(word)) return ["except"];
    return EXACTLY.test(word) ? ["exactly"] : [word];
  });
}

/** What happens to what a number counts, by the words behind it; `undefined` where both or neither is said. */
export function eventBehind(words: readonly string[], end: number): "passed" | "failed" | undefined {
  const sides = new Set(words.slice(end, end + 8).map((word) => eventWord(word)?.expects));
  if (sides.has("pass") === sides.has("fail")) return undefined;
  return sides.has("pass") ? "passed" : "failed";
}

const DENSE_NUMBERS = "一二三四五六七八九";

/** "只有一个测试失败", "2件のテストが失敗": how many tests fail, where one number counts them. */
export function denseFailures(text: string): number | undefined {
  const found = [...text.matchAll(/([1-9]\d{0,3}|[一二两三四五六七八九])\s?(?:个|個|件|つ|개)/g)];
  const [, number = ""] = found[0] ?? [];
  if (found.length !== 1 || !/失败|失敗|실패/.test(text) || /不会|没有|しない|않/.test(text)) {
    return undefined;
  }
  if (/不|至少|最多|以上|以下|以内|超过|少于|左右|約|大约|通过|成功|通る/.test(text)) return undefined;
  const value = DENSE_NUMBERS.indexOf(number === "两" ? "二" : number);
  return value >= 0 ? value + 1 : Number(number);
}
