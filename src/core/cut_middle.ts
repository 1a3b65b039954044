/**
 * The text in at most `maxBytes` bytes of UTF-8: its head and its tail around a note of how many bytes are missing,
 * never half a character. Cutting comes after redaction, or half a secret would no longer look like one.
 */
export function cutMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const total = byteLength(text);
  return total <= maxBytes ? text : joinEnds(text, text, total, maxBytes);
}

/**
 * `cutMiddle` of three parts, of which the first and the last have at least half of `maxBytes` units each; to join
 * them first would copy a megabyte.
 */
export function cutBetween(head: string, middle: string, tail: string, maxBytes: number): string {
  return joinEnds(head, tail, byteLength(head) + byteLength(middle) + byteLength(tail), maxBytes);
}

function joinEnds(start: string, end: string, total: number, maxBytes: number): string {
  const room = maxBytes - byteLength(note(total));
  if (room <= 0) return headWithin(start, Math.max(0, maxBytes)).text;
  const head = headWithin(start, Math.ceil(room / 2));
  const tail = tailWithin(end, Math.floor(room / 2));
  return head.text + note(total - head.bytes - tail.bytes) + tail.text;
}

/** ASCII, as one other character would make of most texts one that takes twice the memory. */
function note(cutBytes: number): string {
  return `...[mneme cut ${cutBytes} bytes]...`;
}

const CHUNK_BYTES = 65_536;

/** Into one small buffer again and again: most of what encoding a megabyte at once takes is fresh memory. */
function byteLength(text: string): number {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, text.length * 3));
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const { read, written } = encoder.encodeInto(text.slice(at), buffer);
    at += read;
    bytes += written;
  }
  return bytes;
}

/** An end of a text, and what it takes. */
interface End {
  readonly text: string;
  readonly bytes: number;
}

/** As much as fits, measured while it is encoded: half a character counts as the three bytes of what stands for it. */
function headWithin(text: string, bytes: number): End {
  const { read, written } = new TextEncoder().encodeInto(text.slice(0, bytes), new Uint8Array(bytes));
  return { text: text.slice(0, read).toWellFormed(), bytes: written };
}

/** A character has at least one byte per unit, so that only that many units need a look. */
function tailWithin(text: string, bytes: number): End {
  const tail = text.slice(Math.max(0, text.length - bytes));
  const size = byteLength(tail);
  if (size <= bytes) return { text: tail.toWellFormed(), bytes: size };
  const excess = size - bytes;
  const { read, written } = new TextEncoder().encodeInto(tail, new Uint8Array(excess));
  if (written === excess) return { text: tail.slice(read).toWellFormed(), bytes };
  const next = tail.codePointAt(read) ?? 0;
  const rest = tail.slice(read + (next > 0xffff ? 2 : 1));
  return { text: rest.toWellFormed(), bytes: byteLength(rest) };
}
