import { cutAtWord } from "../base/cut.ts";
import { NOT_SHOWN } from "../base/frame.ts";

/** Only the beginning of a text is read: it says what the text is about. */
const READ_UNITS = 4000;
/** Matches a sentence up to its closing mark; a dot within `cart.py` or `1.5` closes none. */
const SENTENCE = /[^]*?(?:[.!?…]+["')\]*`”’]*(?=\s|$)|[。！？]+[」』）]*|$)/g;
const HEADING = /^\s*#/;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/;
/** Matches the marks of a heading, a list item or a quotation. */
const LINE_MARKS = /^(?:[\s#>]+|[-*+•]\s+|\d{1,2}[.)]\s+)+/;

/** Shorter paragraphs ("Done.") cannot stand alone. */
const LEAST_UNITS = 40;

/**
 * Returns the first sentences of a text on one line: as many whole ones of the first paragraph as fit, and of the
 * next if the first says little ("Done."). A first sentence that is too long is cut. Code blocks, table rows and
 * addresses are skipped; a heading counts only if there is nothing else.
 */
export function leadSentences(text: string, maxUnits: number): string {
  const prose = text.slice(0, READ_UNITS).replace(/^ *```[^]*?(?:^ *```|$(?![^]))/gm, "");
  const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.split("\n").filter(isProse));
  const said = paragraphs.map((lines) => sentencesOf(lines.filter((line) => !HEADING.test(line))));
  const hasSaid = said.some((sentences) => sentences.length > 0);
  return leadOf(hasSaid ? said : paragraphs.map(sentencesOf), maxUnits);
}

function leadOf(paragraphs: readonly (readonly string[])[], maxUnits: number): string {
  let lead = "";
  for (const sentences of paragraphs) {
    if (lead.length >= LEAST_UNITS) break;
    for (const sentence of sentences) {
      const longer = lead === "" ? sentence : `${lead}${isClosed(lead) ? " " : "; "}${sentence}`;
      const reserved = isClosed(sentence) ? 0 : CUT.length;
      if (longer.length + reserved <= maxUnits) lead = longer;
      else if (lead === "") return cutAtWord(sentence, maxUnits).toWellFormed();
      else return isClosed(lead) ? withoutColon(lead) : lead + CUT;
    }
  }
  return withoutColon(lead);
}

/** Marks a list that goes on. */
const CUT = " …";

function withoutColon(lead: string): string {
  return lead.replace(/\s*[:：]$/, "");
}

/** Joins lines into sentences; a list item begins a new one. */
function sentencesOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const plain = line.replace(NOT_SHOWN, " ").replace(LINE_MARKS, "").replaceAll("**", "").trim();
    const last = items.at(-1);
    if (last === undefined || /[:：]$/.test(last) || LIST_MARK.test(line)) items.push(plain);
    else items[items.length - 1] = `${last} ${plain}`;
  }
  return items.flatMap((item) => item.match(SENTENCE) ?? []).map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Tells whether a line ends as a sentence does, which a list item need not. */
function isClosed(text: string): boolean {
  return /[.!?…:;,。！？：；，]["')\]*`”’」』）]*$/.test(text);
}

function isProse(line: string): boolean {
  return !/^\s*\||^\s*https?:\/\/\S*\s*$/.test(line);
}
