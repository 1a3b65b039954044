import { AGENT_ANSWERED } from "../base/writes.ts";
import { oneLine } from "./wording.ts";

/** Matches a no that stands alone or before a reason, but not "no sharding then", which is a wish. */
const NO =
  /^\W*(?:(?:hm+|uh|um|er|well|sorry|actually|wait|also|naja|eh|ben|pues)[\s,.…]+|are you sure\? *)?(?:(?:no|nope|nah|wrong|incorrect|not (?:right|true|correct|quite|really)|i (?:don't|do not) think (?:so|it is|that(?:'s| is) (?:it|right|true|correct))|i doubt (?:it|that)|nein|nee|falsch|stimmt nicht|(?:das )?glaube? ich nicht|das kann nicht sein|non|faux|je ne (?:crois|pense) pas|no (?:lo )?creo|creo que no|não|acho que não|non credo|нет|не так|это не так|неверно|неправда|いいえ|違います|違う|それは違います|不对|不是|错了|아니요?)(?:\s*[,.!:;…、。，！—–-]|\s*$)|(?:no,? )?(?:that|this|it|which)(?:'s|s| is)? (?:wrong|incorrect|false|nonsense|not (?:right|true|correct|it|what))\b|(?:that|this|it) (?:isn't (?:right|true|correct|it\b)|(?:doesn't|does not|can't|cannot) (?:look|seem|sound|be) (?:right|true|correct))|you(?:'re| are) wrong|that was(?:n't| not) it|das (?:ist falsch|stimmt (?:so )?nicht)|c'est faux|ce n'est pas (?:ça|vrai|correct)|eso no es|no es (?:así|eso)|não é (?:isso|verdade)|non è (?:vero|così))/i;
const ASKS = /[?？]\W*$/;

const REASON_UNITS = 120;

/** Tells whether a prompt rejects the agent's answer; a no to an agent's question is none. Never throws. */
export function refuses(prompt: string, answer: string): boolean {
  return NO.test(prompt.slice(0, 200).replaceAll("’", "'")) && !ASKS.test(answer);
}

/** The beginning of the line of a rejected answer. */
export const SAID_NO = "The user said no";

/** Words the line of a rejected answer, with the user's words before it. Never throws. */
export function refusedAnswer(line: string, prompt: string): string {
  return `${SAID_NO} (“${oneLine(prompt, REASON_UNITS)}”) to the answer: ${
    line.slice(AGENT_ANSWERED.length)
  }`;
}
