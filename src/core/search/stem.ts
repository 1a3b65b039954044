const VOWEL = /[aeiouy]/;

/**
 * Brings the forms of an English word together ("retry", "retries", "retried", "retrying"); a word with anything but
 * small Latin letters in it stays as it is. Lighter than Porter's: derived words ("configuration") keep apart.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || word.length > 40 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const stem = withoutVerbEnding(singular);
  if (stem.length > 3 && stem.endsWith("e")) return stem.slice(0, -1);
  if (stem.length > 2 && stem.endsWith("y")) return `${stem.slice(0, -1)}i`;
  return stem;
}

function withoutPlural(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ["ing", "ed", "ly"]) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < 3 || !VOWEL.test(rest)) return word;
    return ending === "ly" ? rest : withoutDouble(rest);
  }
  return word;
}

function withoutDouble(word: string): string {
  const last = word.at(-1);
  return last === word.at(-2) && !"lsz".includes(last ?? "") ? word.slice(0, -1) : word;
}
