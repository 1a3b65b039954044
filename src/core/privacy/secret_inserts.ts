import { secretNameKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

/** The columns that a statement names, up to where the rows begin. */
const COLUMNS =
  /[Ii](?:NSERT|nsert) (?:\w+ ){0,2}(?:INTO|into) [\w."`[\]\\]{1,120}(?:\s|\\n){0,20}\(([^()]{1,2000})\)(?:\s|\\n){0,20}(?:VALUES|values)/g;
const ROW = /(?:\s|\\n|,){0,40}\(/y;
/** A string, or else a number, a name, a call; and what ends it. */
const VALUE =
  /(?:\s|\\n){0,20}(?:[A-Za-z_]{0,2}'((?:[^'\\]|''|\\[^]){0,4000})'|[^,()']{0,400}(?:\([^()]{0,400}\))?)[^,()']{0,40}([,)])/y;

/** What a statement puts into the columns with telling names. */
export function insertedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: head, 1: columns = "", index } of text.matchAll(COLUMNS)) {
    const kinds = columns.split(",").map((name) => secretNameKind(name.replace(/\\n|[^\w.-]/g, "")));
    if (!kinds.some((kind) => kind !== undefined)) continue;
    let at = index + head.length;
    for (let row = matchAt(ROW, text, at); row !== null; row = matchAt(ROW, text, at)) {
      at += row[0].length;
      let value = matchAt(VALUE, text, at);
      for (let column = 0; value !== null; column++) {
        const kind = kinds[column];
        const given = value[1] ?? "";
        if (kind !== undefined && isSecretValue(given, kind, "quoted")) {
          const start = at + value[0].indexOf("'") + 1;
          spans.push({ start, end: start + given.length, kind });
        }
        at += value[0].length;
        value = value[2] === "," ? matchAt(VALUE, text, at) : null;
      }
    }
  }
  return spans;
}
