import { UsageError } from "../../core/user_error.ts";

const UNIT_BYTES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };
const HINT = "write it with its unit, as 500MB or 2GB";
/** An empty database is nearly as large: who asks for less has left out a letter. */
const LEAST_BYTES = 1e6;

/** The bytes of `500MB`, `2g`, `1500k`; a `UsageError` for anything else, without a unit or below a megabyte. */
export function parseSize(text: string): number {
  const shown = JSON.stringify(text);
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg]?)b?$/i.exec(text.trim()) ?? [];
  if (number === "") throw new UsageError(`Cannot read ${shown} as a size`, { hint: HINT });
  const factor = UNIT_BYTES[unit.toLowerCase()];
  if (factor === undefined) {
    throw new UsageError(`Cannot take ${shown} as a size: it has no unit`, { hint: HINT });
  }
  const bytes = Math.round(Number(number) * factor);
  if (bytes >= LEAST_BYTES) return bytes;
  throw new UsageError(`Cannot take ${shown} as a size: 1MB is the least`, { hint: HINT });
}
