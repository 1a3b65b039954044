// Divides texts into terms, as they are indexed and asked for. For the index and the rankings.
import { HIRAGANA, holds } from "../base/scripts.ts";
import { stemOf } from "../base/stem.ts";
import { pairsOf, runsOf, STOP_WORDS, withNamedSigns } from "../base/words.ts";

interface Term {
  readonly word: string;
  /** True for a whole identifier, whose parts are terms, too. */
  readonly isWhole: boolean;
}

const MAX_WORD = 64; // the most units of a term; nobody searches for longer ones

/** Matches signs between words that `runsOf` keeps in one run: stored keys are made of its runs, so these must stay. */
const SEGMENT =
  /[/:@+#\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u060c\u060d\u061b\u061d-\u061f\u066a\u066d\u06d4\u0700-\u070d\u0964\u0965\u0970\u0df4\u0f04-\u0f14\u10fb\u1360-\u1368\u1800-\u180a]/;
const PART = /[-_.]+/;
/** Matches the parts of `getUserName` and `HTTPServer`. Numbers stay with letters, as in `utf8`. */
const HUMP = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*|[^A-Za-z0-9]+/g;

/** Returns the terms of a text in order, without stop words; in scripts without blanks ("dense"), pairs of letters. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { text: run, kind } of runsOf(withNamedSigns(text))) {
    if (kind === "dense") { for (const pair of pairsOf(run)) add(terms, pair, false); }
    else if (kind === "letter") addRun(terms, withoutAccents(run));
  }
  return terms;
}

/** Matches letters with marks that many people leave out; not "й", which is another letter than "и". */
const MARKED = /[\u00c0-\u024f\u0386-\u03ce\u0401\u0451\u0622-\u0626\u064b-\u0655\u1e00-\u1eff]+/g;
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g;
/** Letters that Unicode does not decompose, each with what people type for it. */
const PLAIN = new Map(["ßss", "ẞSS", "ıi", "łl", "ŁL", "đd", "ĐD", "øo", "ØO", "æae", "ÆAE", "œoe", "ŒOE"]
  .map((pair) => [pair[0]!, pair.slice(1)]));

export function withoutAccents(run: string): string {
  const plain = (letter: string) => PLAIN.get(letter) ?? letter;
  return run.replace(MARKED, (part) => part.normalize("NFD").replace(MARKS, "").replace(/[Æ-œẞ]/g, plain));
}

function addRun(terms: Term[], run: string): void {
  if (/^[A-Za-z][a-z]*$/.test(run)) addPart(terms, run.toLowerCase()); // as most words
  else for (const segment of run.split(SEGMENT)) addSegment(terms, segment);
}

/** Adds the parts, then the whole without signs, so that `get_user` and `getUser` are one term. */
function addSegment(terms: Term[], segment: string): void {
  // `Ann's` becomes `Ann`, `don't` becomes `don`.
  const bare = segment.split("'").filter((part, i) => i === 0 || part.length > 2).join("-");
  const parts = bare.split(PART).filter((part) => part !== "")
    .flatMap((part) => /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(part) ? part.match(HUMP) ?? [] : part);
  for (const part of parts) addPart(terms, part.toLowerCase());
  if (parts.length > 1 && parts.length <= 12) add(terms, joined(parts), true); // a longer one is no identifier
}

function addPart(terms: Term[], part: string): void {
  if (part !== "" && !STOP_WORDS.has(part)) add(terms, stemOf(part), false);
}

/** Joins parts; an underscore stays between two numbers, so that 3.12 is not 312. */
function joined(parts: readonly string[]): string {
  let whole = "";
  for (const part of parts) whole += /[0-9]$/.test(whole) && /^[0-9]/.test(part) ? `_${part}` : part;
  return stemOf(whole.toLowerCase());
}

function add(terms: Term[], word: string, isWhole: boolean): void {
  terms.push({ word: word.slice(0, MAX_WORD), isWhole });
}

export const MAX_UNITS = 20_000; // the most units of a text that are indexed
const PATH_PARTS = 3; // the last parts of a file's path, which are indexed

/** Returns the terms of a text as a partition of the index has them, with blanks between. */
export function indexedText(partition: number, text: string | null): string {
  return termsOf((text ?? "").slice(0, MAX_UNITS)).map(({ word }) => wordIn(partition, word)).join(" ");
}

export const NEXT_PHRASE = " , "; // stands between two indexed phrases; no term is spelled so

export function indexedPhrases(partition: number, phrases: readonly string[]): string {
  return phrases.map((phrase) => indexedText(partition, phrase)).filter((words) => words !== "")
    .join(NEXT_PHRASE);
}

/** Returns an item's files and `names` (of tools and agents) as they are indexed: as terms, and each as a name. */
export function indexedAttributes(partition: number, files: readonly string[], names: readonly string[]) {
  const paths = files.map((file) => file.split(/[/\\]/).slice(-PATH_PARTS));
  const words = [...paths, ...names.map((name) => [name])].flatMap((parts) => [
    indexedText(partition, parts.join(" ")),
    nameIn(partition, nameOf(parts.at(-1) ?? "")),
  ]);
  return [...new Set(words.join(" ").split(" "))].filter((word) => word !== "").join(" ");
}

function nameOf(attribute: string): string {
  const terms = termsOf(attribute);
  return (terms.find(({ isWhole }) => isWhole) ?? terms[0])?.word ?? "";
}

export const wordIn = (partition: number, word: string): string => `${partition}_${word}`;

/** Returns a name as a partition spells it; two underscores distinguish it from a term. */
export const nameIn = (partition: number, name: string): string => `${partition}__${name}`;

const MAX_ASKED = 20;
/** The number of asked terms that are the rarest of the text; for the others, nearness to an end counts, too. */
const RAREST = 4;
/** A term counts as more frequent, the farther it is from an end: in a text of so many terms, e times for each term. */
const NEAR_TERMS = 500;
const HEAD = 6000; // the units read of a long text's ends, where people say what they want
const TAIL = 2000;

export interface AskedTerm extends Term {
  /** The share of all texts that hold it. */
  readonly share: number;
}

/**
 * Returns at most `MAX_ASKED` terms of a question, in order: the rarest (among equally rare ones, identifiers and long
 * terms), then rare ones near an end, where people say what they want: a pasted log alone has enough rare terms.
 */
export function askedTerms(text: string, sharesOf: (words: readonly string[]) => Shares): AskedTerm[] {
  const read = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)} ${text.slice(-TAIL)}`;
  const groups = Map.groupBy(termsOf(read), ({ word }) => word);
  if (groups.size === 0) return [];
  const shares = sharesOf([...groups.keys()]);
  const terms = [...groups.values()].map(([term], at) => {
    const [share, fromEnd] = [usualShare(term!.word, shares), Math.min(at, groups.size - 1 - at)];
    return { ...term!, share, near: Math.log(share) + fromEnd * groups.size / NEAR_TERMS };
  });
  const rarest = terms.toSorted((a, b) =>
    a.share - b.share || Number(b.isWhole) - Number(a.isWhole) || b.word.length - a.word.length
  ).slice(0, RAREST);
  const kept = [...new Set([...rarest, ...terms.toSorted((a, b) => a.near - b.near)])].slice(0, MAX_ASKED);
  return terms.filter((term) => kept.includes(term));
}

/** The highest assumed share: of a letter, a small number or a Japanese ending. */
export const MOST_SHARE = 0.06;
const SHORT_SHARE = 0.006; // the assumed share of an unknown word of two ASCII letters
export const NAME_SHARE = 0.0002; // the assumed share of any other unknown word: it is taken for a name

export type Shares = ReadonlyMap<string, number>; // by stem, the share of texts that have it

/** Returns the share of texts that have a stem, in all projects: in one small store, "page" is as rare as "webhook". */
export function usualShare(stem: string, known: Shares): number {
  const isSmall = stem.length === 1
    ? stem < "\x7f"
    : (stem.length === 2 && holds(stem, [HIRAGANA], 2)) || /^[0-9]{1,3}$/.test(stem);
  if (isSmall) return MOST_SHARE;
  return known.get(stem) ?? (stem.length === 2 && stem < "\x7f" ? SHORT_SHARE : NAME_SHARE);
}
