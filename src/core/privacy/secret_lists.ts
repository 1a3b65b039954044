import { assignmentSpan } from "./secret_assignments.ts";
import { ASSIGNMENT } from "./secret_patterns.ts";
import { collect } from "./secret_span.ts";

/** Behind the colon of a key. */
const MARK = /[|>][-+\d]{0,2}\s*(?:#[^\n]{0,80})?$/;
const MAX_HEADER = 200;
/** A value of more lines is a key, which is known by its shape. */
const MAX_LINES = 40;

/** A list with each line of a secret block of YAML hidden, as patches are lists of lines; the same list when there is none. */
export function hideBlockLines(items: readonly unknown[]): readonly unknown[] {
  let hidden: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    if (!isHeader(items[i])) continue;
    const lines = linesFrom(items, i);
    hiddenLines(lines).forEach((line, n) => {
      if (line === lines[n]) return;
      hidden ??= [...items];
      hidden[i + n] = line;
    });
  }
  return hidden ?? items;
}

function isHeader(item: unknown): boolean {
  return typeof item === "string" && item.length <= MAX_HEADER && item.includes(":") && MARK.test(item);
}

function linesFrom(items: readonly unknown[], from: number): readonly string[] {
  const lines = items.slice(from, from + MAX_LINES);
  const end = lines.findIndex((line) => typeof line !== "string" || line.includes("\n"));
  return (end < 0 ? lines : lines.slice(0, end)) as readonly string[];
}

/** The lines as they are kept, as many as before. */
function hiddenLines(lines: readonly string[]): readonly string[] {
  const header = lines[0]?.length ?? 0;
  const span = collect(lines.join("\n"), ASSIGNMENT, assignmentSpan)[0];
  if (span === undefined || span.start <= header) return lines;
  const marker = `[redacted:${span.kind}]`;
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    if (at <= span.start || start >= span.end) return line;
    return line.slice(0, Math.max(0, span.start - start)) + marker + line.slice(span.end - start);
  });
}
