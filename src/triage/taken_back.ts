import { contentOf, memoryRelation } from "../memory/memory_relation.ts";
import { normaliseMemoryText } from "../memory/memory_text.ts";
import { refuses } from "../session/answers.ts";
import { findCues } from "./cue_index.ts";
import { CUE_NAMES, type LanguageCode } from "./cues/language.ts";
import { Modality, modalityAt, readMessage } from "./reading.ts";
import { LANGUAGES, type Tokens } from "./words.ts";

/**
 * Tells whether the user may have taken back or narrowed a rule in a prompt behind the one that says it: by words that
 * do so in the next prompt, or later beside words of the rule. Generous on purpose: a rule in doubt still waits as a
 * candidate, one that is kept is told to each session.
 */
export function isTakenBack(rule: string, prompts: readonly string[]): boolean {
  const words = normaliseMemoryText(rule);
  const stated = prompts.findIndex((prompt) => normaliseMemoryText(prompt).includes(words));
  const own = contentOf(rule);
  return prompts.slice(stated + 1).some((prompt, i) =>
    (i === 0 && refuses(prompt, "")) ||
    readMessage({ role: "user", text: prompt }).passages.flatMap(({ sentences }) => sentences).some((one) => {
      const isNamed = !own.isDisjointFrom(contentOf(one.text));
      return takesBack(one.tokens, isNamed ? Infinity : i === 0 ? FIRST_WORDS : 0) ||
        (isNamed && memoryRelation(rule, one.text) === "contradicts");
    })
  );
}

const FIRST_WORDS = 5;

/** Tells whether a sentence takes something back within its first words, in whatever language. */
function takesBack(tokens: Tokens, firstWords: number): boolean {
  return LANGUAGES.some(({ code }) =>
    findCues(tokens, code as LanguageCode).some(({ cue, from }) =>
      CUE_NAMES[cue] === "takenBack" && tokens.places.indexOf(from) < firstWords &&
      modalityAt(tokens, from, false) !== Modality.Negated
    )
  );
}
