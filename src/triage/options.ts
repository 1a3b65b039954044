// Finds the option of an agent's list that the user chose, for the decisions that triage finds.
import type { Passage, Reading } from "./reading.ts";
import type { Step } from "./steps.ts";

export interface Pick {
  readonly option: Passage;
  readonly offer: Reading;
}

/** The most words of an answer that chooses an option. */
const BRIEF_ANSWER = 12;
/** The number of messages before the answer that are searched for an offer. */
const LOOK_BACK = 6;

/**
 * Returns the agent's option that the user chooses in a few words: by its text, by the name before its colon (so the
 * client sends a click on an option), or by its number or letter ("lets do 2", "ok B").
 */
export function optionTaken(steps: readonly Step[], step: number, passage: Passage): Pick | undefined {
  const own = passage.sentences[0];
  if (steps[step]?.reading.role !== "user" || own === undefined) return undefined;
  if (own.isQuestion || own.tokens.places.length > BRIEF_ANSWER) return undefined;
  const label = passage.index === 0 ? LABEL.exec(own.text)?.[1] : undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const offer = steps[i]!.reading;
    if (offer.role !== "assistant") continue;
    const option = offer.passages.findLast((one) => isRepeated(one, passage)) ??
      offer.passages.findLast((one) => label !== undefined && one.label?.toUpperCase() === label);
    if (option !== undefined) return { option, offer };
  }
  return undefined;
}

/** Matches the number or letter of an option, but no version ("Python 3"), no article "A", and not `C++` or `B-tree`. */
const LABEL = /(?:^|\b(?:[a-z']+|Option) )([1-8B-H]|A(?=[.,;:!)]|$))(?![\w'+#]|-\w|:\\)/;

/** Returns the text of an option without "(recommended)". */
export function withoutMark(option: string): string {
  return option.replace(/ \(recommended\)(?=:|$)/i, "");
}

/** Returns true if the user's passage repeats the whole text of an option, or the text before its colon. */
function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutMark(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

/** Returns the pick if the user only repeated the option's text or name, else `undefined`. */
export function pickByName(
  { pick, passage }: { readonly pick: Pick | undefined; readonly passage: Passage },
): Pick | undefined {
  return pick !== undefined && isRepeated(pick.option, passage) ? pick : undefined;
}

/** Returns true if an option explains itself: "SQLite: one file, no server". */
export function isDescribed({ sentences }: Passage): boolean {
  return /\S(?:: |\uff1a| [-\u2013\u2014] )\S/.test(sentences.map(({ text }) => text).join(" "));
}

/** Returns the last question before the option in the agent's message; `undefined` without one. */
export function questionOf({ option, offer }: Pick): Passage | undefined {
  return offer.passages.slice(0, option.index).findLast(isAsking);
}

export function isAsking({ sentences }: Passage): boolean {
  return sentences.some(({ isQuestion }) => isQuestion);
}
