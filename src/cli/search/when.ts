import { isDay } from "../../core/scratchpad/is_day.ts";
import { UsageError } from "../../core/user_error.ts";
import { parseDuration } from "../duration.ts";

/** Which end of a day a date stands for. */
export type DayEnd = "start" | "end";

/**
 * The moment that a person means, in ISO 8601: `2026-11-01`, `today` and `yesterday` on the local calendar, `7d`, `12h`
 * and `2w` before now, or a whole moment such as `2026-11-01T14:00Z`. A `UsageError` for anything else.
 */
export function parseWhen(text: string, end: DayEnd, now: Date): string {
  const word = text.trim().toLowerCase();
  const daysAgo = DAY_WORDS[word];
  if (daysAgo !== undefined) {
    return endOfDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo), end);
  }
  if (isDay(word)) {
    const [year = 0, month = 1, day = 1] = word.split("-").map(Number);
    const date = new Date(year, month - 1, day);
    if (date.getDate() === day) return endOfDay(date, end);
  } else if (/^\d+[mhdw]$/.test(word)) return new Date(now.getTime() - ago(word)).toISOString();
  else if (/^\d{4}-\d\d-\d\dt\d\d:\d\d/.test(word) && !Number.isNaN(Date.parse(word.toUpperCase()))) {
    return new Date(word.toUpperCase()).toISOString();
  }
  throw new UsageError(`Cannot read ${JSON.stringify(text.slice(0, 40))} as a date`, {
    hint: "write it as 2026-11-01, 7d, 12h, today or yesterday",
  });
}

const DAY_WORDS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

function ago(word: string): number {
  return word.endsWith("w") ? parseDuration(`${Number(word.slice(0, -1)) * 7}d`) : parseDuration(word);
}

/** A day of 23 or 25 hours ends right before the next one begins. */
function endOfDay(midnight: Date, end: DayEnd): string {
  if (end === "start") return midnight.toISOString();
  const next = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + 1);
  return new Date(next.getTime() - 1).toISOString();
}
