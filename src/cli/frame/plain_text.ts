// Formats what commands print, so that no stored text controls the terminal, and reads typed dates and durations.
import { cutEnd } from "../../base/cut.ts";
import { withoutTerminalCodes } from "../../base/frame.ts";
import { UsageError } from "../../base/user_error.ts";
import { localDay } from "../../base/time.ts";
import { quotedWord } from "../../machine/mneme_command.ts";

export { amount, sizeText } from "../../base/amounts.ts";

/** Escapes control characters but tabs and line ends, and changes of the writing's direction. */
export function plainText(text: string): string {
  return text.replace(
    /(?![\t\n]|\r\n)\p{Cc}|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (unit) => {
      const code = unit.charCodeAt(0).toString(16);
      return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code}`;
    },
  );
}

/** Returns one line of at most `maxUnits` UTF-16 units, escaped, without colours or cut escapes, with single blanks. */
export function plainLine(text: string, maxUnits: number): string {
  const said = text.trim();
  // The text is cut first, as it may have megabytes; it keeps four times the length, as colours and blanks drop out.
  const line = plainText(withoutTerminalCodes(said.slice(0, 4 * maxUnits)).replace(/\s+/g, " ").trim());
  if (line.length <= maxUnits && said.length <= 4 * maxUnits) return line;
  return `${line.slice(0, maxUnits - 1).replace(/[\uD800-\uDBFF]$|\\(?:x.?|u.{0,3})?$/, "").trimEnd()}…`;
}

/** Quotes a foreign value, cut, so that it controls neither a terminal nor a prompt. */
export function quoteValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value) ?? String(value);
  return plainText(cutEnd(text, 60));
}

export function indentedLines(text: string): string[] {
  return withoutTerminalCodes(text).split(/\r?\n/).map((line) => `    ${plainText(line)}`.trimEnd());
}

/** Returns "2026-03-01 14:05"; a text that is no time is returned as a plain line. */
export function localTime(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return plainLine(iso, 30);
  return `${localDay(moment)} ${moment.toTimeString().slice(0, 5)}`;
}

/** Quotes a path for a command that is shown to be copied. */
export const shellWord = (text: string) => quotedWord(plainText(text));

/** Returns a line for each row, its cells in columns; in the columns of `right`, blanks come before a cell. */
export function alignRows(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => widths[column] = Math.max(widths[column] ?? 0, widthOf(cell)));
  }
  const pad = (cell: string, column: number) => {
    const blanks = " ".repeat((widths[column] ?? 0) - widthOf(cell));
    return right.includes(column) ? blanks + cell : cell + blanks;
  };
  return rows.map((row) => row.map(pad).join("  ").trimEnd());
}

function widthOf(cell: string): number {
  return [...cell].length; // a wide letter counts as one, as terminals differ
}

/** Leaves out each line whose count is 0. */
export function countedLines(lines: readonly (readonly [count: number, line: string])[]): string[] {
  return lines.filter(([count]) => count > 0).map(([, line]) => line);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const LONGEST_MS = 3650 * 86_400_000; // ten years

/** Reads `90s`, `30m`, `1h`, `2d` or `1w`; in milliseconds. Throws a `UsageError` for another text. */
export function parseDuration(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  const duration = Number(number) * (SECONDS[unit] ?? 0) * 1000;
  if (duration > 0 && duration <= LONGEST_MS) return duration;
  throw new UsageError(`Cannot read ${JSON.stringify(text)} as a duration`, {
    hint: "write it as 30m, 1h or 2d, up to 3650d",
  });
}

/** Reads `2026-03-01`, `2026-03-01 14:05`, `7d` or `today`; returns ISO 8601. Throws a `UsageError` for others. */
export function parseWhen(text: string, now: Date): string {
  const word = text.trim().toLowerCase();
  const ago = ["today", "yesterday"].indexOf(word);
  const day = ago < 0
    ? new Date(`${word.slice(0, 10)}T00:00`)
    : new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  if (ago >= 0 || localDay(day) === word) return day.toISOString(); // `Date` takes February 30 for March 2
  if (/^\d+[mhdw]$/.test(word)) return new Date(now.getTime() - parseDuration(word)).toISOString();
  const moment = new Date(word.toUpperCase());
  const isTime = /^[t ]\d\d:\d\d[\d:.]*(?: ?(?:z|utc|gmt|[-+]\d\d:?\d\d))?$/.test(word.slice(10)) &&
    localDay(day) === word.slice(0, 10);
  if (isTime && !Number.isNaN(moment.getTime())) return moment.toISOString();
  throw new UsageError(`Cannot read ${JSON.stringify(text.slice(0, 40))} as a date`, {
    hint: "write it as 2026-11-01, 2026-11-01T14:05, 7d, 12h, today or yesterday",
  });
}
