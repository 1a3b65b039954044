import { writeStderr, writeStdout } from "../../machine/stdio.ts";
import { asUserError } from "./attempt.ts";

/** Prints a line of data to stdout. If the reader has closed the pipe (`| head`), nothing is printed. */
export function printLine(text: string): void {
  printText(`${text}\n`);
}

/** Prints a text to stdout as it is, without a further line break. */
export function printText(text: string): void {
  try {
    writeStdout(text);
  } catch (cause) {
    throw asUserError("write what was asked for", cause, "free some space, or send it elsewhere");
  }
}

/** Prints a JSON document to stdout. C1 control characters, valid in JSON but obeyed by terminals, are escaped. */
export function printJson(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value, null, 2)));
}

/** Prints a JSON document on one line, for output of several documents. */
export function printJsonLine(value: unknown): void {
  printLine(withoutControls(JSON.stringify(value)));
}

function withoutControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** Prints a message to stderr. Never throws. */
export function warnLine(text: string): void {
  warnText(`${text}\n`);
}

/** Prints a message to stderr without a line break. Never throws. */
export function warnText(text: string): void {
  try {
    writeStderr(text);
  } catch {
    // the error could only be reported to stderr itself
  }
}

/** The time before the bar appears; shorter work needs none. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;
const BAR_UNITS = 24;
/** The codes by which a terminal goes to the start of its line and empties it. */
export const CLEAR_LINE = "\r\x1b[K";

/** Returns a bar that shows progress on one line of a terminal; it prints nothing if stderr is no terminal. */
export function progressBar(label: string, total: number) {
  const isShown = Deno.stderr.isTerminal();
  let nextDraw = performance.now() + QUIET_MS;
  return {
    update(done: number): void {
      const now = performance.now();
      if (!isShown || now < nextDraw) return;
      nextDraw = now + REDRAW_MS;
      warnText(CLEAR_LINE + progressLine(label, done, total));
    },
    [Symbol.dispose](): void {
      if (isShown) warnText(CLEAR_LINE);
    },
  };
}

/** Returns "Replaying [####      ]  40 %  120 of 300 MB". */
export function progressLine(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_UNITS);
  const bar = "#".repeat(filled).padEnd(BAR_UNITS);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${label} [${bar}] ${percent} %  ${megabytes(done)} of ${megabytes(total)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}
