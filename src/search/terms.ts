import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf, STOP_WORDS } from "../base/words.ts";

/** A word as it is indexed and asked for. */
export interface Term {
  readonly word: string;
  /** True for an identifier as a whole, whose parts are terms of their own. */
  readonly isWhole: boolean;
}

/** The most UTF-16 units of an indexed word; a longer one is cut, as nobody searches for it. */
const MAX_WORD = 64;

const SEGMENT = /[/:@+#]/;
const PART = /[-_.]+/;
/**
 * Matches the parts of an identifier. A capital begins a new part, as in `getUserName` and `HTTPServer`; a number stays
 * with the letters before it, as in `utf8` and `TS2345`.
 */
const HUMP = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*|[^A-Za-z0-9]+/g;

/** Returns the terms of a text in order, without stop words. Takes time in proportion to the length of the text. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { text: run, kind } of runsOf(withNamedSigns(text))) {
    if (kind === "dense") { for (const pair of pairsOf(run)) add(terms, pair, false); }
    else if (kind === "letter") addRun(terms, withoutAccents(run));
  }
  return terms;
}

/** Replaces the names C++, C# and F# by words, as their signs would be lost. */
function withNamedSigns(text: string): string {
  const named = text.includes("++") ? text.replace(/\b[Cc]\+\+/g, "cpp") : text;
  return named.includes("#") ? named.replace(/\b([CFcf])#/g, "$1sharp") : named;
}

/** Removes accents and other marks from Latin letters. */
export function withoutAccents(run: string): string {
  return run.replace(
    /[\u00c0-\u024f\u1e00-\u1eff]+/g,
    (letters) => letters.normalize("NFD").replace(/[\u0300-\u036f]/g, ""),
  );
}

function addRun(terms: Term[], run: string): void {
  if (isPlainWord(run)) addPart(terms, run.toLowerCase());
  else for (const segment of run.split(SEGMENT)) addSegment(terms, segment);
}

/** Returns true for small letters after at most one capital, which most words are. */
function isPlainWord(run: string): boolean {
  for (let i = 0; i < run.length; i++) {
    const unit = run.charCodeAt(i);
    const isSmall = unit >= 97 && unit <= 122;
    if (!isSmall && (i > 0 || unit < 65 || unit > 90)) return false;
  }
  return true;
}

/** Adds the parts of an identifier, then the whole without signs, so that `get_user` and `getUser` are the same term. */
function addSegment(terms: Term[], segment: string): void {
  const bare = segment.includes("'") ? withoutApostrophe(segment) : segment;
  const parts = bare.split(PART).filter((part) => part !== "").flatMap(humpsOf);
  for (const part of parts) addPart(terms, part.toLowerCase());
  if (parts.length > 1 && parts.length <= 12) add(terms, joined(parts), true);
}

/** Removes an ending of at most two letters behind an apostrophe: `Ann's` becomes `Ann`, `don't` becomes `don`. */
function withoutApostrophe(segment: string): string {
  return segment.split("'").filter((part, i) => i === 0 || part.length > 2).join("-");
}

function humpsOf(part: string): readonly string[] {
  const isPlain = !/[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(part);
  return isPlain ? [part] : part.match(HUMP) ?? [];
}

function addPart(terms: Term[], part: string): void {
  if (part !== "" && !STOP_WORDS.has(part)) add(terms, stemOf(part), false);
}

/** Joins the parts of an identifier; an underscore stays between two numbers, so that 3.12 is not 312. */
function joined(parts: readonly string[]): string {
  let whole = "";
  for (const part of parts) whole += /[0-9]$/.test(whole) && /^[0-9]/.test(part) ? `_${part}` : part;
  return stemOf(whole.toLowerCase());
}

function add(terms: Term[], word: string, isWhole: boolean): void {
  terms.push({ word: word.slice(0, MAX_WORD), isWhole });
}

/** The UTF-16 units at the start of a text that are indexed. */
const MAX_UNITS = 20_000;
/** The number of parts at the end of a path that are indexed. */
const PATH_PARTS = 3;

/** Returns the terms of a text as a partition indexes them, in order and with blanks between them. */
export function indexedText(partition: number, text: string | null): string {
  return termsOf((text ?? "").slice(0, MAX_UNITS)).map(({ word }) => wordIn(partition, word)).join(" ");
}

/** Stands between two indexed phrases of an item; no term is spelled like it. */
export const NEXT_PHRASE = " , ";

/** Returns the phrases in which somebody would ask for an item as they are indexed, with `NEXT_PHRASE` between them. */
export function indexedPhrases(partition: number, phrases: readonly string[]): string {
  return phrases.map((phrase) => indexedText(partition, phrase)).filter((words) => words !== "")
    .join(NEXT_PHRASE);
}

/** Returns the attributes of an item as they are indexed: the terms of each, and each as one name. */
export function indexedAttributes(
  partition: number,
  files: readonly string[],
  names: readonly string[],
): string {
  const words: string[] = [];
  for (const file of files) {
    const parts = file.split(/[/\\]/).slice(-PATH_PARTS);
    words.push(indexedText(partition, parts.join(" ")), nameIn(partition, nameOf(parts.at(-1) ?? "")));
  }
  for (const name of names) words.push(indexedText(partition, name), nameIn(partition, nameOf(name)));
  return [...new Set(words.join(" ").split(" "))].filter((word) => word !== "").join(" ");
}

/** Returns the name of a file, tool or agent as one term, whatever signs stand between its parts. */
function nameOf(attribute: string): string {
  const terms = termsOf(attribute);
  return (terms.find(({ isWhole }) => isWhole) ?? terms[0])?.word ?? "";
}

/** Returns a term as the index of a partition spells it. */
export function wordIn(partition: number, word: string): string {
  return `${partition}_${word}`;
}

/** Returns a name as the index of a partition spells it; the second underscore tells it from a term. */
export function nameIn(partition: number, name: string): string {
  return `${partition}__${name}`;
}
