import { AGENT_ANSWERED, type Answered, type SessionKey } from "../base/writes.ts";
import { LEAST_QUOTED_UNITS, REASON_START, REASON_UNITS } from "./reasons.ts";
import { oneLine } from "./wording.ts";

interface Moment {
  readonly session: SessionKey;
  /** ISO 8601. */
  readonly at: string;
}

/** The most UTF-16 units of an answer that are stored: it begins with the result, and often the reason. */
const ANSWER_UNITS = 600;

/** Makes the record of the agent's last text in a turn, with the user's prompt. Both must be clean. */
export function turnAnswered(answer: string, asked: string, { session, at }: Moment): Answered {
  const reason = `${REASON_START}${oneLine(asked, REASON_UNITS)}”`;
  const text = `${AGENT_ANSWERED}${oneLine(answer, ANSWER_UNITS)}${reason}`;
  return { kind: "turn-answered", session, at, text, weight: answer.length < LEAST_QUOTED_UNITS ? 1 : 2 };
}

const QUESTION_UNITS = 200;
const CHOICE_UNITS = 300;

/** Makes the record of the user's answer to an agent's question, which weighs most. Both must be clean. */
export function questionAnswered(answer: string, question: string, { session, at }: Moment): Answered {
  const text = `The user answered “${oneLine(question, QUESTION_UNITS)}” with “${
    oneLine(answer, CHOICE_UNITS)
  }”`;
  return { kind: "question-answered", session, at, text, weight: 3 };
}
