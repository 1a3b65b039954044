// Prints for all commands: data to stdout, messages and progress to stderr.
import { orUndefined } from "../../base/or_undefined.ts";
import { jsonThroughShell, writeStderr, writeStdout } from "../../machine/stdio.ts";
import { attempt } from "./attempt.ts";
import { sizeText } from "./plain_text.ts";

/** Prints nothing if the reader has closed the pipe, as `head` does. */
export function printLine(text: string): void {
  printText(`${text}\n`);
}

export function printText(text: string): void {
  attempt("write the output", "free some space, or send it elsewhere", () => writeStdout(text));
}

export function printJson(value: unknown): void {
  printLine(escaped(JSON.stringify(value, null, 2)));
}

export function printJsonLine(value: unknown): void {
  printLine(escaped(JSON.stringify(value)));
}

/** Escapes the control characters that JSON allows and terminals obey, and what a shell could damage in a pipe. */
function escaped(json: string): string {
  const text = Deno.stdout.isTerminal() ? json : jsonThroughShell(json);
  return text.replace(/[\u007f-\u009f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

export function warnLine(text: string): void {
  warnText(`${text}\n`);
}

export function warnText(text: string): void {
  orUndefined(() => writeStderr(text)); // else stderr itself has failed
}

const QUIET_MS = 1000; // no bar for shorter work
const REDRAW_MS = 100;
const BAR_UNITS = 24;
export const CLEAR_LINE = "\r\x1b[K";

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

export function progressLine(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const bar = "#".repeat(Math.round(share * BAR_UNITS)).padEnd(BAR_UNITS);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${label} [${bar}] ${percent} %  ${sizeText(done)} of ${sizeText(total)}`;
}
