// Options that an agent offered in a list, and which of them the user chose, for triage's decisions.
import type { Passage, Reading } from "./reading.ts";
import type { Step } from "./steps.ts";

export interface Pick {
  readonly option: Passage;
  readonly offer: Reading;
}

/** The number of messages before the answer that are searched for an offer. */
const LOOK_BACK = 6;

/** Returns the agent's option that the user's passage repeats, as the client's question tool writes it. */
export function optionTaken(steps: readonly Step[], step: number, passage: Passage): Pick | undefined {
  if (steps[step]?.reading.role !== "user" || passage.sentences[0]?.isQuestion !== false) return undefined;
  for (let i = step - 1; i >= Math.max(0, step - LOOK_BACK); i--) {
    const offer = steps[i]!.reading;
    const option = offer.role === "assistant"
      ? offer.passages.findLast((option) => isRepeated(option, passage))
      : undefined;
    if (option !== undefined) return { option, offer };
  }
  return undefined;
}

/** Returns true if the user's passage repeats the whole text of an option, or the text before its colon. */
function isRepeated({ kind, sentences: [offered] }: Passage, { sentences: [own] }: Passage): boolean {
  if (own === undefined || offered === undefined || kind !== "item") return false;
  const name = own.text.toLowerCase().replace(/[.!]$/, "");
  const start = withoutMark(offered.text).slice(0, name.length + 1).toLowerCase();
  return name !== "" && (start === name || start === `${name}:`);
}

export function withoutMark(option: string): string {
  return option.replace(/ \(recommended\)(?=:|$)/i, "");
}

/** Returns true if an option explains itself: "SQLite: one file, no server". */
export function isDescribed({ sentences }: Passage): boolean {
  return /\S(?:: |\uff1a| [-\u2013\u2014] )\S/.test(sentences.map(({ text }) => text).join(" "));
}

/** Returns the last question before the option in the agent's message. */
export function questionOf({ option, offer }: Pick): Passage | undefined {
  return offer.passages.slice(0, option.index).findLast(isAsking);
}

export function isAsking({ sentences }: Passage): boolean {
  return sentences.some(({ isQuestion }) => isQuestion);
}
