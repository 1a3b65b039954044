import { frameContext, quoteLine } from "../frame.ts";

/** One part of what a session is told at its start. */
export interface OrientationPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** All of it together; the light context has a budget of its own. */
export const ORIENTATION_UNITS = 6000;
const LINE_UNITS = 300;
const TITLE_UNITS = 500;

/**
 * Where the project stands, as data, in at most `maxUnits`; `undefined` when there is nothing to tell. What is too
 * much is cut from the end of the longest part, so that a long scratchpad never pushes the others out.
 */
export function orientationText(
  parts: readonly OrientationPart[],
  maxUnits: number,
): string | undefined {
  const shown = parts.map(({ title, lines }) => ({
    title,
    lines: lines.map((line) => `> ${quoteLine(line, LINE_UNITS)}`.trimEnd()),
  })).filter(({ lines }) => lines.some((line) => line !== ">"));
  while (shown.length > 0) {
    const text = frameContext(
      shown.flatMap(({ title, lines }) => [`${quoteLine(title, TITLE_UNITS)}:`, ...lines]),
    );
    if (text.length <= maxUnits) return text;
    const longest = shown.reduce((a, b) => size(b.lines) > size(a.lines) ? b : a);
    longest.lines.pop();
    if (longest.lines.length === 0) shown.splice(shown.indexOf(longest), 1);
  }
  return undefined;
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
