// The prefilter: it finds all texts that a privacy rule may change, so that most runs of a hook need not load the
// rules, and reads texts as they do. `deno task keywords` makes `keywords.json` from the rules.
import keywords from "./keywords.json" with { type: "json" };

export const TAG_NAMES = ["private", "mneme-context", "claude-mem-context", "system-reminder"];

/** Matches in every text with a private tag: its name after the last character of `<`, `\u003c` or `&lt;`. */
export const TAG_BEGINNING = new RegExp(`[<c;][\\s/\\\\]*(?:${TAG_NAMES.join("|")})`, "i");

/** Returns a prompt's cleaned text; `""` if it has no words but a private part, pictures and the name of a command. */
export function publicPart(prompt: string, cleaned: string): string {
  const wordsOf = (text: string) => text.replace(/^\s*[$/][\w:-]+(?=\s|$)|\[image[^[\]\n]*\]/gi, ""); // "[Image #1]"
  return !/[\p{L}\p{N}]/u.test(wordsOf(cleaned)) && /private/i.test(wordsOf(prompt)) ? "" : cleaned.trim();
}

/** The depth to which parsed JSON is read. Cleaning removes what is deeper; real payloads are not so deep. */
export const MAX_DEPTH = 200;

/** The keys of texts in objects: `{ "type": "text", "text": "…" }`, or the lines of a search result. */
const TEXT_KEYS = ["text", "content", "line"];

export function textKey(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  return TEXT_KEYS.find((key) => typeof (item as Record<string, unknown>)[key] === "string");
}

/** Returns a string as it is, and of an object its text; undefined for any other value. */
export function textOf(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  const key = textKey(item);
  return key === undefined ? undefined : (item as Record<string, string>)[key];
}

/**
 * Returns false if a string or parsed JSON has nothing private: no tag, and no keyword with the proof that its rule
 * demands. Searches only the ends of a long string (`searchedEnds`) for keywords, if the caller cuts it to `maxBytes`.
 */
export function mayNeedCleaning(value: unknown, maxBytes = Infinity): boolean {
  const texts: string[] = [];
  if (!collect(value, texts, 0)) return true;
  const whole = texts.join("");
  const shown = withoutColours(whole);
  if (TAG_BEGINNING.test(shown) || (shown !== whole && TAG_BEGINNING.test(whole))) return true;
  const searched = texts.map((text) => {
    const ends = searchedEnds(text, maxBytes);
    return ends === undefined ? text : `${text.slice(0, ends.head)}\n${text.slice(ends.tail)}`;
  }).join("");
  return mayHoldSecret(searched) || (shown !== whole && mayHoldSecret(withoutColours(searched)));
}

function mayHoldSecret(given: string): boolean {
  const text = withAsciiSigns(given);
  const lower = text.toLowerCase();
  const found = patternPays(lower) ? foundByPattern(lower) : undefined;
  const isIn = (word: string) => found === undefined ? lower.includes(word) : found.has(word);
  return keywordTables().some(({ words, isProved }) => words.some(isIn) && isProved(text, lower));
}

/**
 * Collects the strings of parsed JSON as the rules match them: after their keys, without escapes, and those
 * of a list as lines. Returns false if the value is nested too deep.
 */
function collect(value: unknown, texts: string[], depth: number): boolean {
  if (typeof value === "string") texts.push(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    texts.push("[\n", linesOf(value));
    return value.every((item) => {
      texts.push("\n");
      return collect(item, texts, depth + 1);
    });
  }
  texts.push("{");
  return Object.entries(value).every(([key, item]) => {
    texts.push("\n", key, typeof item === "string" ? '": "' : '": ');
    return collect(item, texts, depth + 1);
  });
}

/** Returns the texts of a list as lines, because one line may show that the next is a secret. */
function linesOf(list: readonly unknown[]): string {
  const lines = list.flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) return [];
    return [typeof item === "string" ? text.replace(/^[ +-]/, "") : text]; // without the mark of a patch line
  });
  return lines.length < 2 ? "" : lines.join("\n");
}

let tables: ReturnType<typeof splitTables> | undefined;

/** Returns all keywords, those with the same proof together. Splits them on first use, as hooks often need none. */
const keywordTables = () => tables ??= splitTables();

/** Makes no sets or patterns yet: they delay a hook that searches one short text. `lower` has proofs for lower case. */
function splitTables() {
  const common = (["common", "lower"] as const).flatMap((table) =>
    Object.entries(keywords[table]).map(([source, words]) => {
      let proof: RegExp | undefined;
      const isProved = (text: string, lower: string) =>
        (proof ??= new RegExp(source)).test(table === "lower" ? lower : text);
      return { words: words.split("\n"), isProved };
    })
  );
  return [{ words: keywords.distinctive.split("\n"), isProved: () => true }, ...common];
}

/** From so many searched characters on, the pattern saves more time than its compilation takes. */
const PATTERN_PAYS_FROM = 16_384;
let searchedCharacters = 0;

function patternPays(text: string): boolean {
  searchedCharacters += text.length;
  return searchedCharacters >= PATTERN_PAYS_FROM;
}

let known: readonly string[] | undefined;
const allKeywords = () => known ??= [...new Set(keywordTables().flatMap(({ words }) => words))];

export function keywordsIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  if (patternPays(lower)) return foundByPattern(lower);
  return new Set(allKeywords().filter((word) => lower.includes(word)));
}

let rootPattern: RegExp | undefined;
/** For each root, the longer keywords with it, and the place in them at which it stands first. */
const keywordsByRoot = new Map<string, readonly { readonly word: string; readonly at: number }[]>();

/**
 * Finds the roots of keywords by a pattern: the keywords that contain no other keyword. Longer keywords are looked for
 * only where their root stands. This is some five times as fast as a search for each keyword.
 */
function foundByPattern(lower: string): ReadonlySet<string> {
  // The pattern leaves these out, because they occur in too many places.
  const found = new Set(allKeywords().filter((word) => word.length < 3 && lower.includes(word)));
  rootPattern ??= new RegExp(keywords.pattern, "g");
  rootPattern.lastIndex = 0;
  for (let hit = rootPattern.exec(lower); hit !== null; hit = rootPattern.exec(lower)) {
    const { index, 0: root } = hit;
    rootPattern.lastIndex = index + 1; // roots may overlap
    found.add(root);
    for (const { word, at } of keywordsByRoot.getOrInsertComputed(root, longerKeywords)) {
      if (!found.has(word) && lower.startsWith(word, index - at)) found.add(word);
    }
  }
  return found;
}

function longerKeywords(root: string) {
  return allKeywords().filter((word) => word !== root && word.includes(root))
    .map((word) => ({ word, at: word.indexOf(root) }));
}

/** Returns a text of the same length with ASCII for wide operators, and for "İ", which is two units in lower case. */
export function withAsciiSigns(text: string): string {
  return text.replaceAll("：", ":").replaceAll("＝", "=").replaceAll("İ", "I");
}

/** Matches a terminal's codes, also escaped (`\u001b[32m`), but never "<" or "&", which may begin a private tag. */
const COLOUR =
  // deno-lint-ignore no-control-regex
  /(?:\x1b|(?<![^\x1b]\\)\\+(?:u001[bB]|x1[bB]|033))(?:\[[\d;:]*[mK]|\(B)|\x1b\][^<&\\\x07\x1b]*(?:\x07|\x1b\\)/g;
const ESCAPED = ["1b[", "1b(", "1B[", "1B(", "\\033"];

export function withoutColours(text: string): string {
  const mayHave = text.includes("\x1b") ||
    (text.includes("\\") && ESCAPED.some((sign) => text.includes(sign)));
  return mayHave ? text.replace(COLOUR, "") : text;
}

/** The units searched beyond a cut, over twice the length of a 16384-bit private key. */
export const MARGIN = 32_768;
/** Matches what makes far lines secrets: a file of passwords, a Secret, a table's head, SQL. */
const FAR_CONTEXT =
  /pgpass|netrc|HTTP Cookie|kind\W{1,20}Secret|\|[ \t]*(?:\n|\\n)[^\n]{0,40}\||-\+-|INSERT |insert |REPLACE INTO /;

/** Returns what to search of a text whose middle will be cut: up to `head`, from `tail` on; undefined: all of it. */
export function searchedEnds(text: string, maxBytes: number): { head: number; tail: number } | undefined {
  const size = Math.ceil(Math.max(0, maxBytes) / 2) + MARGIN;
  if (text.length <= 2 * size || FAR_CONTEXT.test(text)) return undefined;
  return { head: betweenCharacters(text, size), tail: betweenCharacters(text, text.length - size) };
}

/** Moves an index out of a surrogate pair: half a pair would count three bytes. */
function betweenCharacters(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
