import { argumentEnd, givenAt } from "./secret_quotes.ts";
import { matchAt } from "./secret_span.ts";
import type { ContextRule, Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

const WORD = /^[A-Za-z]+$/;
/** What a sentence hardly has behind a word: the end of the line, of the command or of a string, or an option. */
const END = /[ \t]*(?:$|[\r\n\\"'`;&|<>)-])/y;

/** Commands that take a secret at a place, or in an option, that only they give this meaning. */
export const ARGUMENT_RULES: readonly ContextRule[] = [
  {
    signs: ["h-keyg"],
    pattern:
      /[\s"']-[NP](?<=\bssh-keygen(?:[^\n|;&]|\\\n){1,300})(?:(?:\\*["'], ?| {1,4})(\\*["'])?|(?=[^\s"']))/g,
    read: argumentSpan,
  },
  {
    signs: ["mqctl"],
    pattern:
      /\brabbitmqctl [^\n|;&]{0,200}?\b(?:add_user|change_password|authenticate_user) {1,4}(?:\\*"[^"\n]{1,80}"|\\*'[^'\n]{1,80}'|[^\s"'|;&<>-][^\s"'|;&]{0,80}) {1,4}(?:\\\n *)?(\\*["'])?/g,
    read: argumentSpan,
  },
];

/** What stands behind a match, which ends in the quote that it captured, if there is one. */
function argumentSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const from = hit.index + hit[0].length;
  const value = givenAt(text, from, hit[1]);
  const end = argumentEnd(text, from + value.length);
  if (hit[1] === undefined && WORD.test(value) && matchAt(END, text, end) === null) return undefined;
  return isSecretValue(value, "password", "setting") ? { start: from, end, kind: "password" } : undefined;
}
