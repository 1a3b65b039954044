/**
 * The text in at most `maxBytes` bytes of UTF-8: its head and its tail around a note of how many bytes are missing,
 * never half a character. Cutting comes after redaction, or half a secret would no longer look like one.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const encoder = new TextEncoder();
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) return text;
  const room = Math.max(0, maxBytes - encoder.encode(note(bytes.length)).length);
  const decoder = new TextDecoder();
  if (room === 0) return decoder.decode(bytes.subarray(0, startOfCharacter(bytes, Math.max(0, maxBytes))));
  const headEnd = startOfCharacter(bytes, Math.ceil(room / 2));
  const tailStart = endOfCharacter(bytes, bytes.length - Math.floor(room / 2));
  const head = decoder.decode(bytes.subarray(0, headEnd));
  return head + note(tailStart - headEnd) + decoder.decode(bytes.subarray(tailStart));
}

function note(cutBytes: number): string {
  return `…[mneme cut ${cutBytes} bytes]…`;
}

/** The nearest boundary at or before `at`; a byte 10xxxxxx continues a character. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

function endOfCharacter(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}
