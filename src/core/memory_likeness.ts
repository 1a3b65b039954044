import type { Statement } from "./memory_statement.ts";
import type { TextList } from "./text_list.ts";
import { ALTERNATIVES, BANS, IRREGULAR, NEGATOR_PARTS, NEGATORS } from "./memory_vocabulary.ts";

/** What a quick look at a text sees. */
export function lookOf(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** `lookOf` each of many texts: as one long text they take a third of the time. */
export function looksOf(texts: readonly string[]): string[] {
  const looks = lookOf(texts.join(SEPARATOR)).split(SEPARATOR);
  return looks.length === texts.length ? looks : texts.map(lookOf); // one of them holds the sign itself
}

const SEPARATOR = "\0";

/**
 * A quick look at how likely each of other memories' texts (their looks) is to be the same as this statement or to
 * contradict it: 0 where it cannot be, else the more, the more they have in common. To read a text costs thirty times
 * as much, and of thousands only a few are about the same thing. When in doubt it is more than 0.
 */
export function likenessOf(own: Statement, looks: readonly string[]): number[] {
  const said = startsOf([...own.affirmed, ...own.denied]);
  if (said.length === 0) return looks.map(() => 1);
  const texts = joined(looks);
  const common = texts.countHolding(said);
  const telling = texts.countHolding([[...startsOf(own.denied).flat(), ...rivalsOf(own)]]);
  const chosen = texts.countHolding([startsOf(own.chosen).flat()]);
  const least = leastCommon(said.length);
  return looks.map((look, i) => {
    const isLike = common[i]! >= least || telling[i]! > 0 || (chosen[i]! > 0 && holds(look, DENIALS));
    return isLike ? 1 + common[i]! : 0;
  });
}

/** What is the same has more than this in common, and so has what differs in one place of up to four words. */
function leastCommon(said: number): number {
  return Math.min(Math.ceil(said / 3), Math.max(1, said - 4));
}

/** What a quick look at each of many texts sees. */
export interface Looks {
  readonly list: TextList;
  readonly ends: readonly number[];
}

/**
 * How many words each of other texts has in common with a statement; `undefined` where less than `least` is enough for
 * `likenessOf`, so that this does not tell what it tells.
 */
export function commonWords(own: Statement, { list, ends }: Looks, least: number): Uint16Array | undefined {
  const said = startsOf([...own.affirmed, ...own.denied]);
  return said.length === 0 || least < leastCommon(said.length)
    ? undefined
    : new JoinedTexts(list, ends).countHolding(said);
}

function joined(texts: readonly string[]): JoinedTexts {
  let end = 0;
  return new JoinedTexts(texts.join(SEPARATOR), texts.map((text) => end += text.length + 1));
}

/** Many short texts as a long one: to look through that for a word takes a tenth of the time. */
class JoinedTexts {
  readonly #text: string;
  /** Where the one behind each text begins. */
  readonly #ends: readonly number[];

  constructor(text: string, ends: readonly number[]) {
    this.#text = text;
    this.#ends = ends;
  }

  /** Of how many of the words each text holds a form. */
  countHolding(words: readonly Start[]): Uint16Array {
    const counts = new Uint16Array(this.#ends.length);
    const countedFor = new Uint16Array(this.#ends.length);
    for (let word = 0; word < words.length; word++) {
      for (const form of words[word] as Start) this.#count(form, word + 1, { counts, countedFor });
    }
    return counts;
  }

  #count(form: string, word: number, { counts, countedFor }: Tally): void {
    const [text, ends] = [this.#text, this.#ends];
    let i = 0;
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, ends[i])) {
      while ((ends[i] as number) <= at) i++;
      if (countedFor[i] === word) continue;
      countedFor[i] = word;
      counts[i]!++;
    }
  }
}

/** For each text how many words were found, and which one was the last. */
interface Tally {
  readonly counts: Uint16Array;
  readonly countedFor: Uint16Array;
}

/** By them a text takes something back; in the other order than a turn of words they are as good. */
const DENIALS: readonly string[] = [
  ...new Set([...NEGATORS, ...BANS, ...NEGATOR_PARTS, "instead", "rather", "over", "from", "replac", "swap"]),
];

const START_UNITS = 4;

/** How a word begins, in each of its forms; endings differ. */
type Start = readonly string[];

function startsOf(stems: Iterable<string>): Start[] {
  irregularForms ??= formsByStem();
  return [...new Set(stems)].map((stem) => [startOf(stem), ...irregularForms?.get(stem) ?? []]);
}

/** Made when it is needed: most processes compare nothing. */
let irregularForms: ReadonlyMap<string, readonly string[]> | undefined;

function formsByStem(): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  for (const [form, stem] of Object.entries(IRREGULAR)) {
    const known = forms.get(stem);
    if (known === undefined) forms.set(stem, [form]);
    else known.push(form);
  }
  return forms;
}

/** The last sign of a word may change with its ending: "try", "tries". */
function startOf(stem: string): string {
  const end = stem.endsWith("y") && stem.length > 2 ? stem.length - 1 : stem.length;
  return stem.slice(0, Math.min(START_UNITS, end));
}

/** Things that exclude one of those that are affirmed: whoever names one has changed their mind. */
function rivalsOf(own: Statement): string[] {
  const affirmed = startsOf(own.affirmed).flat();
  const groups = ALTERNATIVES.map((group) => group.split(" "));
  return groups.filter((group) => group.some((word) => holds(word, affirmed))).flat();
}

function holds(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => text.includes(form));
}
