// Shortens a text to its first whole sentences, for the summary of a session.
import { cutAtWord } from "../base/cut.ts";
import { NOT_SHOWN } from "../base/frame.ts";

const READ_UNITS = 4000;
/** Matches a sentence with its closing marks. The dot in `cart.py` or `1.5` ends none. */
const SENTENCE = /[^]*?(?:[.!?…]+["')\]*`”’]*(?=\s|$)|[。！？]+[」』）]*|$)/g;
const HEADING = /^\s*#/;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/;
/** Matches the marks of headings, lists and quotations. */
const LINE_MARKS = /^(?:[\s#>]+|[-*+•]\s+|\d{1,2}[.)]\s+)+/;

/** A shorter text, such as "Done.", does not say enough by itself. */
const LEAST_UNITS = 40;

/**
 * Returns the first whole sentences of a text, on one line of at most `maxUnits`: those of the first paragraph, and of
 * later ones while the result says little ("Done.") or ends with a colon. A first sentence that is too long is cut. Code,
 * tables, rulers and bare URLs are left out; so are headings, unless there is nothing else.
 */
export function leadSentences(text: string, maxUnits: number): string {
  const prose = text.slice(0, READ_UNITS).replace(/^ *```[^]*?(?:^ *```|$(?![^]))/gm, "");
  const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.split("\n").filter(isProse));
  const texts = paragraphs.map((lines) => sentencesOf(lines.filter((line) => !HEADING.test(line))));
  const hasText = texts.some((sentences) => sentences.length > 0);
  return leadOf(hasText ? texts : paragraphs.map(sentencesOf), maxUnits);
}

function leadOf(paragraphs: readonly (readonly string[])[], maxUnits: number): string {
  let lead = "";
  for (const sentences of paragraphs) {
    if (lead.length >= LEAST_UNITS && !COLON.test(lead)) break;
    for (const sentence of sentences) {
      const longer = lead === "" ? sentence : `${lead}${isClosed(lead) ? " " : "; "}${sentence}`;
      const reserved = isClosed(sentence) ? 0 : CUT.length;
      if (longer.length + reserved <= maxUnits) lead = longer;
      else if (lead === "") return cutAtWord(sentence, maxUnits).toWellFormed();
      else return isClosed(lead) ? lead.replace(COLON, "") : lead + CUT;
    }
  }
  return lead.replace(COLON, "");
}

/** Matches the end of a sentence that only announces the next paragraph. */
const COLON = /\s*[:：]$/;

/** Ends a lead without final punctuation if the next sentence or list item does not fit. */
const CUT = " …";

/** Joins wrapped lines, except list items and lines after a colon, and splits them into sentences. */
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

function isClosed(text: string): boolean {
  return /[.!?…:;,。！？：；，]["')\]*`”’」』）]*$/.test(text);
}

function isProse(line: string): boolean {
  return !/^\s*(?:\||(?:[-*_=━─] *){3,}$|https?:\/\/\S*\s*$)/.test(line);
}
