import { UsageError } from "../../core/user_error.ts";

const UNIT_BYTES: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/** The bytes of `500MB`, `2g`, `750k`; a `UsageError` for anything else. */
export function parseSize(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg]?)b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNIT_BYTES[unit.toLowerCase()] ?? 0));
  if (number !== "" && bytes > 0) return bytes;
  throw new UsageError(`Cannot read ${JSON.stringify(text)} as a size`, { hint: "write it as 500MB or 2GB" });
}
