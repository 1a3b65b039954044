import { AGENT_ANSWERED } from "../base/writes.ts";
import { oneLine } from "./wording.ts";

/** Matches a no that stands alone or before a reason, but not "no sharding then", which is a wish. */
const NO =
  /^\W*(?:(?:no|nope|nah|wrong|incorrect|not (?:right|true|correct|quite)|nein|falsch|stimmt nicht|non|faux|нет|не так|いいえ|違います|違う|不对|不是)(?:\s*[,.!:;、。，！—–-]|\s*$)|(?:no,? )?(?:that|this|it|which)(?:'s|’s|s| is)? (?:wrong|incorrect|false|nonsense|not (?:right|true|correct|it|what))\b|you(?:'re|’re| are) wrong|that was(?:n't| not) it|das (?:ist falsch|stimmt (?:so )?nicht)|c'est faux|eso no es)/i;
const ASKS = /[?？]\W*$/;

const REASON_UNITS = 120;

/** Tells whether a prompt rejects the agent's answer; a no to an agent's question is none. Never throws. */
export function refuses(prompt: string, answer: string): boolean {
  return NO.test(prompt.slice(0, 200)) && !ASKS.test(answer);
}

/** Words the line of a rejected answer, with the user's words before it. Never throws. */
export function refusedAnswer(line: string, prompt: string): string {
  return `The user said no (“${oneLine(prompt, REASON_UNITS)}”) to the answer: ${
    line.slice(AGENT_ANSWERED.length)
  }`;
}
