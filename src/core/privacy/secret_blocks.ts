import { matchAt } from "./secret_span.ts";

/** Behind the colon: `|` or `>` and nothing else in the line. */
const HEADER = /[ \t]+(?:!!(?:str|binary) )?[|>][-+\d]{0,2}[ \t]*(?:#[^\n\\]{0,80})?\r?(?:\n|(?:\\r)?(\\n))/y;
const LINE_BREAK = /\r?\n|\\n/;
/** A key, behind the number of its line, the sign of a patch, the dash of a list, or where a string of JSON begins. */
const KEY = /^(?:.{0,100}[:,[(] ?\\*["'])?( *\d{1,7}(?:\t|\\t|→|:))?([ +-]*)["']?[\w.$-]{1,64}["']?[ \t]*$/;
const NUMBER = / *\d{1,7}(?:\t|\\t|→|:)/y;
const INDENT = /[+-]? */y;
const LOOK_BACK = 200;
/** So much of it tells whether it is a secret. */
const SAMPLE_LINES = 8;

/** A line of a block scalar, without its indentation. */
export interface BlockLine {
  readonly start: number;
  readonly end: number;
}

/** How the lines of a block are read. */
interface Layout {
  readonly from: number;
  readonly lineBreak: "\n" | "\\n";
  readonly isNumbered: boolean;
  /** How far the key is indented; its value stands further in. */
  readonly keyIndent: number;
}

/** The first lines of the block scalar of YAML that begins behind this colon; undefined where there is none. */
export function blockSample(text: string, colon: number): readonly BlockLine[] | undefined {
  const layout = layoutAt(text, colon);
  return layout && linesOf(text, layout, SAMPLE_LINES);
}

/** Where the block ends of which `sample` is the beginning. */
export function blockEnd(text: string, colon: number, sample: readonly BlockLine[]): number {
  const layout = sample.length < SAMPLE_LINES ? undefined : layoutAt(text, colon);
  return (layout ? linesOf(text, layout, Infinity) : sample).at(-1)?.end ?? colon;
}

function layoutAt(text: string, colon: number): Layout | undefined {
  const header = matchAt(HEADER, text, colon + 1);
  if (header === null) return undefined;
  const line = text.slice(Math.max(0, colon - LOOK_BACK), colon).split(LINE_BREAK).at(-1) ?? "";
  const key = KEY.exec(line);
  return key === null ? undefined : {
    from: colon + 1 + header[0].length,
    lineBreak: header[1] === undefined ? "\n" : "\\n",
    isNumbered: key[1] !== undefined,
    keyIndent: (key[2] ?? "").length,
  };
}

/** The block ends before the first line that is indented less than its first one, as YAML has it. */
function linesOf(text: string, { from, lineBreak, isNumbered, keyIndent }: Layout, max: number): BlockLine[] {
  const lines: BlockLine[] = [];
  let indent = keyIndent + 1;
  for (let at = from; at < text.length && lines.length < max;) {
    const next = text.indexOf(lineBreak, at);
    const lineEnd = next < 0 ? text.length : next;
    const outer = at + (isNumbered ? matchAt(NUMBER, text, at)?.[0].length ?? 0 : 0);
    const start = outer + (matchAt(INDENT, text, outer)?.[0].length ?? 0);
    const content = contentOf(text.slice(start, lineEnd), lineBreak);
    if (content !== "") {
      if (start - outer < indent) break;
      if (lines.length === 0) indent = start - outer;
      lines.push({ start, end: start + content.length });
    }
    if (next < 0 || (lineBreak === "\\n" && start + content.length < lineEnd)) break;
    at = next + lineBreak.length;
  }
  return lines;
}

/** In a string of JSON, the value ends where the string does. */
function contentOf(line: string, lineBreak: string): string {
  if (lineBreak === "\n") return line.trimEnd();
  const quote = line.indexOf('"');
  return line.slice(0, quote < 0 ? line.length : quote).replace(/\\r?$/, "").trimEnd();
}
