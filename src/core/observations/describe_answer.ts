import type { Step } from "./captured_call.ts";
import { REASON_START, REASON_UNITS } from "./reasons.ts";
import { oneLine } from "./wording.ts";

/** An answer says at its start what came of a turn, and often only then why. */
const ANSWER_UNITS = 600;
const ANSWERED = "Answered: ";

/** What the agent said at the end of a turn, with what had been asked. Both are clean. */
export function describeAnswer(answer: string, asked: string): Step {
  const reason = `${REASON_START}${oneLine(asked, REASON_UNITS)}”`;
  return { text: `${ANSWERED}${oneLine(answer, ANSWER_UNITS)}${reason}`, weight: 2 };
}
