/**
 * How far secrets are looked for beyond where a text is cut: twice a private key of 16384 bits and more, so that the
 * margin still holds one after another of them has shrunk to its marker.
 */
const MARGIN = 32_768;

/** The ends of a text that is going to be cut. */
export interface SearchedEnds {
  readonly head: string;
  readonly tail: string;
  /** How long both must still be once redacted, for none of a secret seen in half to be kept. */
  readonly atLeast: number;
}

/** What of a text that is going to be cut to `maxBytes` has to be searched for secrets; `undefined`: all of it. */
export function searchedEnds(text: string, maxBytes: number): SearchedEnds | undefined {
  const size = Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN;
  if (text.length <= 2 * size) return undefined;
  const head = text.slice(0, betweenCharacters(text, size));
  return { head, tail: text.slice(betweenCharacters(text, text.length - size)), atLeast: size - MARGIN / 2 };
}

/** A half of a character would count for three bytes on either side. */
function betweenCharacters(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
