import { contentOf, memoryRelation } from "../memory/memory_relation.ts";
import { normaliseMemoryText } from "../memory/memory_text.ts";
import { refuses } from "../session/answers.ts";
import { findCues } from "./cue_index.ts";
import { type LanguageCode, LANGUAGES } from "./cues/languages.ts";
import { modalityAt, readMessage } from "./reading.ts";
import type { Tokens } from "./tokens.ts";

/**
 * Tells whether the user may have taken back or narrowed a rule in a later prompt: with words such as "forget that",
 * which must begin a sentence of the next prompt or stand in a sentence with words of the rule. In doubt returns
 * true: then the rule stays a candidate, while a saved rule is shown to each session.
 */
export function isTakenBack(rule: string, prompts: readonly string[]): boolean {
  const words = normaliseMemoryText(rule);
  const stated = prompts.findIndex((prompt) => normaliseMemoryText(prompt).includes(words));
  const own = contentOf(rule);
  return prompts.slice(stated + 1).some((prompt, i) =>
    (i === 0 && refuses(prompt, "")) ||
    readMessage({ role: "user", text: prompt }).passages.flatMap(({ sentences }) => sentences).some((one) => {
      const namesRule = !own.isDisjointFrom(contentOf(one.text));
      return takesBack(one.tokens, namesRule ? Infinity : i === 0 ? FIRST_WORDS : 0) ||
        (namesRule && memoryRelation(rule, one.text) === "contradicts");
    })
  );
}

const FIRST_WORDS = 5;

/** Tells whether a sentence takes something back within its first words, in any language. */
function takesBack(tokens: Tokens, firstWords: number): boolean {
  return LANGUAGES.some(({ code }) =>
    findCues(tokens, code as LanguageCode).some(({ cue, from }) =>
      cue === "takenBack" && tokens.places.indexOf(from) < firstWords &&
      modalityAt(tokens, from, false) !== "negated"
    )
  );
}
