import { isMarkedOnce } from "../core/long_document/gap.ts";
import { shorten, type Shortened } from "../core/long_document/shorten.ts";
import type { ShortenedDocument } from "../wire/payload.ts";

/** The document with a mark for the middle of its one long text; `undefined` where that has to be seen, or told apart. */
export function readShortened(
  document: Uint8Array,
  parse: (bytes: Uint8Array) => unknown,
): ShortenedDocument | undefined {
  const shortened = tryToShorten(document);
  const value = shortened && parse(shortened.bytes);
  if (shortened === undefined || !isMarkedOnce(value)) return undefined;
  return { kind: "shortened", value, leftOut: shortened.leftOut, whole: () => parse(document) };
}

/** A processor may lack the instructions that it needs, and a container the address space. */
function tryToShorten(document: Uint8Array): Shortened | undefined {
  try {
    return shorten(document);
  } catch {
    return undefined;
  }
}
