import type { Span } from "./secret_span.ts";

/** Of a file that is read from its middle on, only the end shows. */
export const PEM_EDGE = /-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const PEM_HEAD = /-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const PEM_TAIL = /-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const PEM_BODY = /[A-Za-z0-9+/]{20}|Proc-Type|Version:/;
/** A line of base64, also as viewers and patches print it; the last two are shorter, of which one is a checksum. */
const KEY_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}[A-Za-z0-9+/]{40,76}\r?$/;
const LAST_LINE = /^(?: *\d+[\t→:])?[ +-]{0,9}[A-Za-z0-9+/=]{1,76}\r?$/;
const MARKER = "[redacted:private-key]";

/** The header alone, as programs name it, is no key: base64 must follow. A key cut off hides what follows. */
export function pemSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const from = hit.index + hit[0].length;
  if (hit[0].includes("END ")) return cutSpan(text, hit.index, from);
  if (!PEM_BODY.test(text.slice(from, from + 160))) return undefined;
  PEM_TAIL.lastIndex = from;
  const end = PEM_TAIL.test(text) ? PEM_TAIL.lastIndex : text.length;
  return { start: hit.index, end, kind: "private-key" };
}

/** What is left of a key whose head was cut off. */
function cutSpan(text: string, tail: number, end: number): Span | undefined {
  let start = tail - (/[ \d\t→:+-]*$/.exec(text.slice(Math.max(0, tail - 20), tail))?.[0].length ?? 0);
  let isKey = false;
  for (let lines = 0; text[start - 1] === "\n"; lines++) {
    const lineStart = text.lastIndexOf("\n", start - 2) + 1;
    const line = text.slice(Math.max(lineStart, start - 101), start - 1);
    const isLong = KEY_LINE.test(line);
    if (!isLong && (lines > 1 || !LAST_LINE.test(line))) break;
    isKey ||= isLong;
    start = lineStart;
  }
  return isKey ? { start, end, kind: "private-key" } : undefined;
}

/** A list with each line of a private key hidden, as patches are lists of lines; the same list when there is none. */
export function hideKeyLines(items: readonly unknown[]): readonly unknown[] {
  let hidden: unknown[] | undefined;
  let isInKey = false;
  for (let i = 0; i < items.length; i++) {
    const line = items[i];
    if (typeof line !== "string") {
      isInKey = false;
    } else if (isInKey) {
      isInKey = line.search(PEM_TAIL) < 0;
      hidden ??= [...items];
      hidden[i] = MARKER;
    } else if (line.includes("PRIVATE KEY")) {
      const head = line.search(PEM_HEAD);
      isInKey = head >= 0 && line.search(PEM_TAIL) < 0 && isKeyBehind(items[i + 1]);
      if (!isInKey) continue;
      hidden ??= [...items];
      hidden[i] = line.slice(0, head) + MARKER;
    }
  }
  return hidden ?? items;
}

function isKeyBehind(line: unknown): boolean {
  return typeof line === "string" && PEM_BODY.test(line.slice(0, 160));
}
