import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf, STOP_WORDS } from "../base/words.ts";

/** A word as it is indexed and asked for. */
export interface Term {
  readonly word: string;
  /** True for an identifier as a whole, whose parts are terms of their own. */
  readonly isWhole: boolean;
}

/** Longer runs are no words that anybody asks for. */
const MAX_WORD = 64;

const SEGMENT = /[/:@+#]/;
const PART = /[-_.]+/;
/**
 * The parts of an identifier; a capital begins a new word: `getUserName`, `HTTPServer`. A number stays with its
 * letters: `utf8`, `TS2345`.
 */
const HUMP = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*|[^A-Za-z0-9]+/g;

/** The terms of a text in their order, without stop words. Takes time in proportion to its length. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { text: run, kind } of runsOf(withNamedSigns(text))) {
    if (kind === "dense") { for (const pair of pairsOf(run)) add(terms, pair, false); }
    else if (kind === "letter") addRun(terms, withoutAccents(run));
  }
  return terms;
}

/** Languages whose signs tell them from "C". */
function withNamedSigns(text: string): string {
  const named = text.includes("++") ? text.replace(/\b[Cc]\+\+/g, "cpp") : text;
  return named.includes("#") ? named.replace(/\b([CFcf])#/g, "$1sharp") : named;
}

/** The letters of a run without what stands above and below them. */
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

/** Small letters after at most one capital, as most words are. */
function isPlainWord(run: string): boolean {
  for (let i = 0; i < run.length; i++) {
    const unit = run.charCodeAt(i);
    const isSmall = unit >= 97 && unit <= 122;
    if (!isSmall && (i > 0 || unit < 65 || unit > 90)) return false;
  }
  return true;
}

/** The parts of an identifier, then the whole of it without what holds it together: `get_user` and `getUser` alike. */
function addSegment(terms: Term[], segment: string): void {
  const bare = segment.includes("'") ? withoutApostrophe(segment) : segment;
  const parts = bare.split(PART).filter((part) => part !== "").flatMap(humpsOf);
  for (const part of parts) addPart(terms, part.toLowerCase());
  if (parts.length > 1 && parts.length <= 12) add(terms, joined(parts), true);
}

/** `don't` is left to the stop words, `Ann's` is `Ann`. */
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

/** Numbers beside each other stay apart: 3.12 is not 312. */
function joined(parts: readonly string[]): string {
  let whole = "";
  for (const part of parts) whole += /[0-9]$/.test(whole) && /^[0-9]/.test(part) ? `_${part}` : part;
  return stemOf(whole.toLowerCase());
}

function add(terms: Term[], word: string, isWhole: boolean): void {
  terms.push({ word: word.slice(0, MAX_WORD), isWhole });
}

/** The length of one text that is indexed. */
const MAX_UNITS = 20_000;
/** The parts of a path that tell something: its end. */
const PATH_PARTS = 3;

/** A text as it is indexed in a partition: its terms in their order, divided by blanks. */
export function indexedText(partition: number, text: string | null): string {
  return termsOf((text ?? "").slice(0, MAX_UNITS)).map(({ word }) => wordIn(partition, word)).join(" ");
}

/** Stands between two phrases of an item; no word itself. */
export const NEXT_PHRASE = " , ";

/** The phrases in which somebody would ask for an item, as they are indexed: each can be told from the next. */
export function indexedPhrases(partition: number, phrases: readonly string[]): string {
  return phrases.map((phrase) => indexedText(partition, phrase)).filter((words) => words !== "")
    .join(NEXT_PHRASE);
}

/** Returns the attributes of an item as they are indexed: the words of each, and each as a name of its own. */
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

/** A file, tool or agent as one word, whatever holds its parts together. */
function nameOf(attribute: string): string {
  const terms = termsOf(attribute);
  return (terms.find(({ isWhole }) => isWhole) ?? terms[0])?.word ?? "";
}

/** A word as it stands in the index. */
export function wordIn(partition: number, word: string): string {
  return `${partition}_${word}`;
}

/** A name as it stands in the index. */
export function nameIn(partition: number, name: string): string {
  return `${partition}__${name}`;
}
