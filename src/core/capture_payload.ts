/**
 * The JSON text that a capture keeps. Strings over `maxBytes` keep their head and tail; a field that is still far
 * over it (a list of very many strings) is kept as cut JSON text. The fields are clean already: a secret must be
 * gone before anything is cut, or half of it would stay.
 */
export async function encodeCapture(
  fields: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Promise<string> {
  const text = JSON.stringify(fields);
  if (text.length * 3 <= maxBytes) return text; // a unit takes up to three bytes
  const { boundedText } = await import("./bounded_text.ts"); // needed seldom
  return boundedText(text, fields, maxBytes);
}
