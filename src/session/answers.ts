// Makes the records of answers: the agent's at the end of a turn, and the user's to a question of the agent.
import { AGENT_ANSWERED, type Answered } from "../base/writes.ts";
import { oneLine, REASON_START, REASON_UNITS, withLabels } from "./wording.ts";

type Moment = Pick<Answered, "session" | "at" | "since">;

export const ANSWER_UNITS = 600; // the beginning of an answer has its result, and often the reason
const LEAST_UNITS = 40; // a shorter answer says no more than "fixed", and weighs less

/** `answer` is the agent's last text in a turn, `asked` the user's prompt, if it is known. Both texts must be clean. */
export function turnAnswered(answer: string, asked: string | null | undefined, moment: Moment): Answered {
  const text = `${AGENT_ANSWERED}${oneLine(answer, ANSWER_UNITS)}${asked ? quoteOf(asked) : ""}`;
  return { kind: "turn-answered", ...moment, text, weight: answer.length < LEAST_UNITS ? 1 : 2 };
}

/** Returns the quotation of the prompt, with which the record of an answer ends. */
export const quoteOf = (asked: string) => `${REASON_START}${oneLine(withLabels(asked), REASON_UNITS)}”`;

/** Both texts must be clean. */
export function questionAnswered(answer: string, question: string, { session, at }: Moment): Answered {
  const [asked, chosen] = [oneLine(question, 200), oneLine(answer, 300)];
  const text = `The user answered “${asked}” with “${chosen}”`;
  return { kind: "question-answered", session, at, text, weight: 3 };
}
