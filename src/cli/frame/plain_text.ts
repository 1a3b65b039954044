import { withoutTerminalCodes } from "../../base/terminal_codes.ts";
import { UsageError } from "../../base/user_error.ts";
import { isDay } from "../../base/time.ts";

/**
 * Stored text as it may go to a terminal: control characters (C0 but for tab and line feed, DEL, C1) and those
 * that turn the direction of writing are escaped, so that what a session once printed cannot act again.
 */
export function plainText(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}|[\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (unit) => {
    const code = unit.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code}`;
  });
}

/** The same as one line of at most `maxUnits`, without colours; white space of any kind becomes one blank. */
export function plainLine(text: string, maxUnits: number): string {
  // Cut before the whole is looked through: a stored text may have megabytes.
  const start = withoutTerminalCodes(text.slice(0, 4 * maxUnits)).replace(/[ \t\r\n]+/g, " ").trim();
  const line = plainText(start);
  if (line.length <= maxUnits && text.length <= 4 * maxUnits) return line;
  return `${line.slice(0, maxUnits - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** A foreign value as one short printable line: a file from a repository must not write into a terminal or a prompt. */
export function quoteValue(value: unknown): string {
  let text: string;
  try {
    text = typeof value === "number" ? String(value) : JSON.stringify(value) ?? String(value);
  } catch {
    text = "something that refers to itself";
  }
  return plainText(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** The lines of a stored text, without colours, as they stand below a head of their own. */
export function indentedLines(text: string): string[] {
  return withoutTerminalCodes(text).split(/\r?\n/).map((line) => `    ${plainText(line)}`.trimEnd());
}

/** A stored moment on the local clock, "2026-03-01 14:05"; what is no moment comes back as it is. */
export function localTime(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return plainLine(iso, 30);
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  const time = [moment.getHours(), moment.getMinutes()];
  return `${date.map(twoDigits).join("-")} ${time.map(twoDigits).join(":")}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A word as it is typed into a shell, to be copied from a hint. */
export function shellWord(text: string): string {
  return /^[\w./@%+,:-]+$/.test(text) ? text : `'${plainText(text).replaceAll("'", `'\\''`)}'`;
}

/** Rows as lines with aligned columns; those in `right` are aligned right. The last column is not padded. */
export function alignRows(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => widths[column] = Math.max(widths[column] ?? 0, widthOf(cell)));
  }
  return rows.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, right.includes(column) ? "right" : "left"))
      .join("  ").trimEnd()
  );
}

function pad(cell: string, width: number, side: "left" | "right"): string {
  const blanks = " ".repeat(width - widthOf(cell));
  return side === "right" ? blanks + cell : cell + blanks;
}

function widthOf(cell: string): number {
  return [...cell].length;
}

/** A size for people: "940 B", "12 KB", "3.4 MB". */
export function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** "1 prompt", "3 prompts". */
export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MS = 3650 * 86_400_000;

/** The milliseconds of `90s`, `30m`, `1h`, `2d`; a `UsageError` for anything else. */
export function parseDuration(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const duration = Number(number) * (UNIT_MS[unit] ?? 0);
  if (duration > 0 && duration <= LONGEST_MS) return duration;
  throw new UsageError(`Cannot read ${JSON.stringify(text)} as a duration`, {
    hint: "write it as 30m, 1h or 2d",
  });
}

export function amountOf(count: number): string {
  return `${count} ${count === 1 ? "memory" : "memories"}`;
}

type DayEnd = "start" | "end";

/**
 * The moment that a person means, in ISO 8601: `2026-11-01`, `today` and `yesterday` on the local calendar, `7d`, `12h`
 * and `2w` before now, or a whole moment such as `2026-11-01T14:00Z`. A `UsageError` for anything else.
 */
export function parseWhen(text: string, end: DayEnd, now: Date): string {
  const word = text.trim().toLowerCase();
  if (word === "today" || word === "yesterday") {
    const day = now.getDate() - (word === "today" ? 0 : 1);
    return endOfDay(new Date(now.getFullYear(), now.getMonth(), day), end);
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

function ago(word: string): number {
  return word.endsWith("w") ? parseDuration(`${Number(word.slice(0, -1)) * 7}d`) : parseDuration(word);
}

/** A day of 23 or 25 hours ends right before the next one begins. */
function endOfDay(midnight: Date, end: DayEnd): string {
  if (end === "start") return midnight.toISOString();
  const next = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + 1);
  return new Date(next.getTime() - 1).toISOString();
}
