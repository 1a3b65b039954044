/**
 * The JSON text that a capture keeps. Strings over `maxBytes` keep their head and tail; a field that is still far
 * over it (a list of very many strings) is kept as cut JSON text. The fields are clean already: a secret must be
 * gone before anything is cut, or half of it would stay. What cleaned them may have cut all `strings`, too: to see that
 * again takes a large text half a millisecond.
 */
export async function encodeCapture(
  fields: Readonly<Record<string, unknown>>,
  maxBytes: number,
  strings: "whole" | "cut" = "whole",
): Promise<string> {
  const text = JSON.stringify(fields);
  if (text.length * 3 <= maxBytes) return text; // a unit takes up to three bytes
  if (strings === "cut" && text.length <= 4 * maxBytes) return text;
  const { boundedText } = await import("./bounded_text.ts"); // needed seldom
  return boundedText(text, fields, maxBytes);
}
