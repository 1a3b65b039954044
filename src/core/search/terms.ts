import { stemOf } from "./stem.ts";
import { STOP_WORDS } from "./stop_words.ts";

/** A word as it is indexed and asked for. */
export interface Term {
  readonly word: string;
  /** Whether it is an identifier as a whole, whose parts are terms of their own. */
  readonly isWhole: boolean;
}

/** Longer runs are no words that anybody asks for. */
const MAX_WORD = 64;

// By ranges, as a pattern with Unicode classes costs a hook three times its own start. Scripts without blanks between
// words (Han, kana, Hangul, Thai, Lao, Burmese, Khmer) and what lies beyond the basic plane are read in pairs.
const DENSE =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2e80-\\u2fff\\u3005-\\u3007\\u3021-\\ua4cf\\uac00-\\udfff\\uf900-\\ufaff\\uff66-\\uff9f";
const LETTER =
  "A-Za-z0-9\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0dff\\u0f00-\\u0fff\\u10a0-\\u177f\\u1800-\\u1fff\\u2c00-\\u2dff\\ua4d0-\\uabff";
/** A run of letters whose words are held together by one or two signs, as in `src/a_b.ts`. */
const PLAIN_RUN = /[A-Za-z0-9]+(?:[-_.'/\\:@+#]{1,2}[A-Za-z0-9]+)*/g;
/** The same in any script, or a dense run; made only for a text that needs it. */
function anyRun(): RegExp {
  return new RegExp(`[${LETTER}]+(?:[-_.'/\\\\:@+#]{1,2}[${LETTER}]+)*|[${DENSE}]+`, "g");
}
const SEGMENT = /[/\\:@+#]+/;
const PART = /[-_.]+/;
/** Where a capital begins a new word: `getUserName`, `HTTPServer`. A number stays with its letters: `utf8`, `TS2345`. */
const HUMP = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*|[^A-Za-z0-9]+/g;

/** The terms of a text in their order, without stop words. Takes time in proportion to its length. */
export function termsOf(given: string): Term[] {
  const text = withNamedSigns(given);
  const terms: Term[] = [];
  if (!/[\u0080-\uffff]/.test(text)) {
    for (const run of text.match(PLAIN_RUN) ?? []) addRun(terms, run);
    return terms;
  }
  const isDense = new RegExp(`^[${DENSE}]`);
  for (const run of plain(text).match(anyRun()) ?? []) {
    if (isDense.test(run)) addPairs(terms, run);
    else addRun(terms, run);
  }
  return terms;
}

/** Languages whose signs tell them from "C". */
function withNamedSigns(text: string): string {
  const named = text.includes("++") ? text.replace(/\b[Cc]\+\+/g, "cpp") : text;
  return named.includes("#") ? named.replace(/\b([CFcf])#/g, "$1sharp") : named;
}

/** Full-width letters become ordinary ones and accents go. */
function plain(text: string): string {
  return withoutAccents(text.normalize("NFKC").replaceAll("\u2019", "'"));
}

function withoutAccents(text: string): string {
  return text.replace(
    /[\u00c0-\u024f\u1e00-\u1eff]+/g,
    (run) => run.normalize("NFD").replace(/[\u0300-\u036f]/g, ""),
  );
}

function addPairs(terms: Term[], run: string): void {
  const signs = [...run];
  if (signs.length === 1) add(terms, run, false);
  for (let i = 1; i < signs.length; i++) add(terms, `${signs[i - 1]}${signs[i]}`, false);
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
  const parts = bare.split(PART).flatMap((part) => humpsOf(part));
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
