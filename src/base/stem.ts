// Stems English words by Porter's algorithm (1980, with his later rules "logi" and "bli"), so that a search
// for "retry" finds "retries". docs/decisions/search.md says how much more it finds.

/** Endings by their last two letters, so that a word needs one lookup; each list names the longest of them first. */
type Endings = ReadonlyMap<string, readonly (readonly [ending: string, replacement: string])[]>;

function endingsOf(list: string): Endings {
  const pairs = list.split(" ").map((pair) => pair.split(":") as [string, string]);
  return Map.groupBy(pairs, ([ending]) => ending.slice(-2));
}

const STEP_2 = endingsOf(
  "ational:ate ization:ize fulness:ful ousness:ous iveness:ive tional:tion biliti:ble ation:ate alism:al aliti:al " +
    "iviti:ive ousli:ous entli:ent enci:ence anci:ance izer:ize alli:al ator:ate logi:log eli:e bli:ble",
);
const STEP_3 = endingsOf("icate:ic ative: alize:al iciti:ic ical:ic ness: ful:");
const STEP_4 = endingsOf(
  "ement: ance: ence: able: ible: ment: sion:s tion:t ant: ent: ism: ate: iti: ous: ive: ize: al: er: ic: ou:",
);

/** Returns the stem of an English word of 3 to 40 letters from a to z; other texts as they are. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,40}$/.test(word)) return word;
  let stem = withoutVerbEnding(withoutPlural(word));
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = withEndingReplaced(stem, STEP_2, 1);
  stem = withEndingReplaced(stem, STEP_3, 1);
  return withoutLastLetter(withEndingReplaced(stem, STEP_4, 2));
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at];
  if (letter === "y") return at > 0 && !isVowel(word, at - 1); // a vowel after a consonant
  return letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u";
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isVowel(word, i)) return true;
  return false;
}

/** Returns Porter's measure m: how often a consonant follows a vowel. */
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

/** Porter's *o: the word ends with a consonant, a vowel, and a consonant other than w, x or y, as "hop" does. */
function endsShort(word: string): boolean {
  const end = word.length - 1;
  return end >= 2 && !isVowel(word, end) && isVowel(word, end - 1) && !isVowel(word, end - 2) &&
    !"wxy".includes(word[end] ?? "");
}

/** Porter's step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** Step 1b: "hopping" gives "hop", "hoping" "hope". */
function withoutVerbEnding(word: string): string {
  if (word.endsWith("eed")) return measureOf(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const rest = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : "";
  if (!hasVowel(rest)) return word;
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  const end = rest.length - 1;
  if (rest[end] === rest[end - 1] && !isVowel(rest, end)) {
    return "lsz".includes(rest[end] ?? "") ? rest : rest.slice(0, -1);
  }
  return measureOf(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

/** Replaces the longest ending if enough is left: at least the measure `least`. */
function withEndingReplaced(word: string, endings: Endings, least: number): string {
  const found = endings.get(word.slice(-2))?.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const [ending, replacement] = found;
  const rest = word.slice(0, -ending.length);
  // The s or t of "sion" and "tion" belongs to the rest, so it is measured, too.
  const measured = endings === STEP_4 ? rest + replacement : rest;
  return measureOf(measured) >= least ? rest + replacement : word;
}

/** Step 5: removes a final e, and one l of a final ll. */
function withoutLastLetter(word: string): string {
  const rest = word.slice(0, -1);
  const measure = measureOf(rest);
  const stem = word.endsWith("e") && (measure > 1 || measure === 1 && !endsShort(rest)) ? rest : word;
  return stem.endsWith("ll") && measureOf(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}
