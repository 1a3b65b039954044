// deno-lint-ignore no-control-regex
const COLOUR = /(?:\x1b|\\+(?:u001b|x1b|033))\[[\d;:]*[mK]/g;

/**
 * The text without what terminals take for colours, also as JSON and programs write it: `\u001b[32m`. What they show
 * as one word may be in several pieces.
 */
export function withoutColours(text: string): string {
  return mayHoldColour(text) ? text.replace(COLOUR, "") : text;
}

/** Each begins with a rare unit: a search for those takes a megabyte 0.02 ms. */
export function mayHoldColour(text: string): boolean {
  return ["\x1b", "1b[", "\\033["].some((sign) => text.includes(sign));
}
