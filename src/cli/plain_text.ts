import { withoutTerminalCodes } from "../core/terminal_codes.ts";

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
