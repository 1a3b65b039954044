import { UsageError } from "../core/user_error.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MS = 3650 * 86_400_000;

/** The milliseconds of `30m`, `1h`, `2d`; a `UsageError` for anything else. */
export function parseDuration(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const duration = Number(number) * (UNIT_MS[unit] ?? 0);
  if (duration > 0 && duration <= LONGEST_MS) return duration;
  throw new UsageError(`Cannot read ${JSON.stringify(text)} as a duration`, {
    hint: "write it as 30m, 1h or 2d",
  });
}
