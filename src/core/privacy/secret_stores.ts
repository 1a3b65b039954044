import { argumentEnd, givenAt } from "./secret_quotes.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

/** What puts secrets into a store, up to what ends the command; what is between quotes does not. */
const COMMAND =
  /(?:secret (?=[^\n|;&]{1,300}--from-literal)|secrets set |vault kv put (?=[^\n|;&]{0,80}secret))(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|\\\n|[^\n|;&]){1,2000}/g;
const GIVEN = /[\s=](\\*["'])?[A-Za-z_][\w.-]{0,80}=(\\*["'])?/g;
/** The value stands behind its name. */
const BESIDE =
  /(?:user-secrets set|config set --secret) {1,4}(?:\\*"[^"\n]{1,80}"|\\*'[^'\n]{1,80}'|[^\s"'-]\S{0,80}) {1,4}(\\*["'])?/g;

/** What is given to a store of secrets, under names of any kind. */
export function storedSpans(text: string): Span[] {
  const named = Array.from(text.matchAll(COMMAND)).flatMap(({ 0: command, index }) =>
    Array.from(command.matchAll(GIVEN), (hit) => givenSpan(text, index + hit.index, hit))
  );
  const beside = Array.from(text.matchAll(BESIDE), (hit) => givenSpan(text, hit.index, hit));
  return [...named, ...beside].filter((span) => span !== undefined);
}

/** What stands behind a match, which ends in the quote that it captured last, if there is one. */
function givenSpan(text: string, at: number, [whole, outer, inner]: RegExpExecArray): Span | undefined {
  const from = at + whole.length;
  const value = givenAt(text, from, inner ?? outer);
  if (value[0] === "@" || !isSecretValue(value, "secret", "setting")) return undefined; // the name of a file
  return { start: from, end: argumentEnd(text, from + value.length), kind: "secret" };
}
