import { AGENT_ANSWERED, type Answered } from "../base/writes.ts";
import { oneLine, REASON_START, REASON_UNITS } from "./wording.ts";

type Moment = Pick<Answered, "session" | "at">;

/** The most UTF-16 units of an answer that are stored: its beginning has the result, and often the reason. */
const ANSWER_UNITS = 600;
/** The least UTF-16 units of an answer that weighs more; a shorter one says no more than "good" or "fixed". */
const LEAST_UNITS = 40;

/** Returns the record of the agent's last text in a turn, with the user's prompt. Both texts must be clean. */
export function turnAnswered(answer: string, asked: string, { session, at }: Moment): Answered {
  const reason = `${REASON_START}${oneLine(asked, REASON_UNITS)}”`;
  const text = `${AGENT_ANSWERED}${oneLine(answer, ANSWER_UNITS)}${reason}`;
  return { kind: "turn-answered", session, at, text, weight: answer.length < LEAST_UNITS ? 1 : 2 };
}

const QUESTION_UNITS = 200;
const CHOICE_UNITS = 300;

/** Returns the record of the user's answer to an agent's question, which weighs most. Both texts must be clean. */
export function questionAnswered(answer: string, question: string, { session, at }: Moment): Answered {
  const text = `The user answered “${oneLine(question, QUESTION_UNITS)}” with “${
    oneLine(answer, CHOICE_UNITS)
  }”`;
  return { kind: "question-answered", session, at, text, weight: 3 };
}

/** Matches a "no" alone or before a reason, in several languages; not "no sharding then", which is a request. */
const NO =
  /^[^\w\u00c0-\u1fff\u3040-\ud7ff]*(?:(?:hm+|uh|um|er|well|sorry|actually|wait|also|naja|eh|ben|pues)[\s,.…]+|are you sure\? *)?(?:(?:no|nope|nah|wrong|incorrect|not (?:right|true|correct|quite|really)|i (?:don't|do not) think (?:so|it is|that(?:'s| is) (?:it|right|true|correct))|i doubt (?:it|that)|nein|nee|falsch|stimmt nicht|(?:das )?glaube? ich nicht|das kann nicht sein|non|faux|je ne (?:crois|pense) pas|no (?:lo )?creo|creo que no|não|acho que não|non credo|нет|не так|это не так|неверно|неправда|いいえ|違います|違う|それは違います|不对|不是|错了|아니요?)(?:\s*[,.!:;…、。，！—–-]|\s*$)|(?:no,? )?(?:that|this|it|which)(?:'s|s| is)? (?:wrong|incorrect|false|nonsense|not (?:right|true|correct|it|what))\b|(?:that|this|it) (?:isn't (?:right|true|correct|it\b)|(?:doesn't|does not|can't|cannot) (?:look|seem|sound|be) (?:right|true|correct))|you(?:'re| are) wrong|that was(?:n't| not) it|das (?:ist falsch|stimmt (?:so )?nicht)|c'est faux|ce n'est pas (?:ça|vrai|correct)|eso no es|no es (?:así|eso)|não é (?:isso|verdade)|non è (?:vero|così))/i;
const QUESTION = /[?？][^\w\u00c0-\u1fff\u3040-\ud7ff?？]*$/;

const PROMPT_UNITS = 120;

/** Returns true if a prompt rejects the agent's answer. A "no" to an agent's question rejects nothing. Never throws. */
export function refuses(prompt: string, answer: string): boolean {
  return NO.test(prompt.slice(0, 200).replaceAll("’", "'")) && !QUESTION.test(answer);
}

export const SAID_NO = "The user said no";

/** Returns the text of an answer (`turnAnswered`) that the user rejected, after the user's words. Never throws. */
export function refusedAnswer(text: string, prompt: string): string {
  return `${SAID_NO} (“${oneLine(prompt, PROMPT_UNITS)}”) to the answer: ${
    text.slice(AGENT_ANSWERED.length)
  }`;
}
