import { hashText } from "../../../core/hash.ts";

const SIGNATURE =
  /<!-- written by `mneme install`, which replaces it unless it was changed: ([0-9a-f]{16}) -->\n$/;

/** The text with a last line by which a later install knows that nobody has changed it. */
export function signText(text: string): string {
  return `${text}\n<!-- written by \`mneme install\`, which replaces it unless it was changed: ${
    hashText(text)
  } -->\n`;
}

/** Whether the text is just as some install wrote it, of this version or another. */
export function isAsWritten(text: string): boolean {
  const found = SIGNATURE.exec(text);
  return found !== null && hashText(text.slice(0, found.index - 1)) === found[1];
}
