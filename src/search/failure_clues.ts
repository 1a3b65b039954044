// Recognises memories and lessons about a failure: they fit or quote its error, or name its code, test or command.
import { readLines, withoutFolders, wordsOfError } from "./error_signature.ts";
import common from "./error_words.json" with { type: "json" };
import type { SearchHit } from "./search_types.ts";

const CLEAR_SCORE = 0.6; // from this score on, an item found by a failure's words is about the failure
const TOKEN = /[A-Za-z0-9_.-]+/g;
/** Matches the shape of a name: `a_b`, `a.ts`, `aB`, `E404`, `ENOENT`. */
const NAME = /[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[A-Z]{4}/;
const COMMON_NAMES = new Set(common.names.join(" ").split(" "));

/** Returns identifiers, files and error codes in texts, in lower case. */
export function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const token of texts.flatMap((text) => text.match(TOKEN) ?? [])) {
    const bare = token.replace(/^[-.]+|[-.]+$/g, "");
    if (!NAME.test(bare) || /^[0-9]/.test(bare)) continue;
    const name = bare.toLowerCase();
    if (!COMMON_NAMES.has(name)) names.add(name);
  }
  return names;
}

/** Matches codes, such as `ECONNRESET` or `TS2345`, names in capitals, such as `NODE_ENV`, and classes of errors. */
const CODES =
  /\b(?:E(?!RROR|XPECT)[A-Z]{4,}|[A-Z]+_[A-Z_]+|[A-Z]{1,3}[0-9]{3,5}|[A-Z]\w+(?:Error|Exception))\b/g;

/** The texts that identify a failure. `command` is "" if an error or a test does, or if it is unclear which failed. */
type FailureTexts = Readonly<{ lines: readonly string[]; test: string; command: string }>;

/** Tells whether an item clearly fits the error, quotes it, has its code or its test's name, or says its command in full. */
export function isAboutFailure(
  { text, score }: Pick<SearchHit, "score"> & { readonly text: string },
  { lines, test, command }: FailureTexts,
): boolean {
  const codes = lines.flatMap((line) => line.match(CODES) ?? []);
  const names = namesIn(/\s/.test(test) ? codes : [...codes, withoutFolders(test)]);
  const words = wordsOf(command);
  const quotes = text.match(/"[^"\n]+"|“[^”\n]+”/g)?.filter((one) => wordsOfError(one).size >= LEAST_QUOTED);
  return score >= CLEAR_SCORE ||
    lines.some((line) => quotesError(text, line) || quotes?.some((one) => quotesError(line, one))) ||
    !namesIn([text, ...text.match(CODES) ?? []]).isDisjointFrom(names) ||
    (words.length > 1 && ` ${wordsOf(text).join(" ")} `.includes(` ${words.join(" ")} `));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9\u0080-\uffff]+/g) ?? [];

/**
 * Tells whether a text quotes what a line of an error says between two colons, at least up to the last name there. A part
 * without a name, such as "Permission denied on open", counts only if the text has all names of the line.
 */
export function quotesError(text: string, line: string): boolean {
  const said = readLines(text.split(/: (?!["'`])|(?<=[.;])\s|\n/)).map(({ exact }) => ` ${exact} `);
  const has = (words: string) => said.some((part) => part.includes(` ${words} `));
  const parts = readLines(line.split(/: (?!["'])|`|\s(?=E[A-Z]{4,}\b)|\sat (?=\w+\.\w)/)).map((part) => {
    const [words, plain] = [part.exact.split(" "), part.alike.split(" ")];
    return { words, names: words.filter((word) => /[_.\d]/.test(word) || !plain.includes(word)) };
  });
  const names = parts.flatMap((part) => part.names);
  return parts.some(({ words, names: [...own] }) => {
    const least = own.length > 0 ? words.lastIndexOf(own.at(-1)!) : Math.max(words.length, LEAST_QUOTED) - 1;
    const beginnings = words.map((_, i) => words.slice(0, i + 1).join(" ")).slice(least);
    const quoted = beginnings.find((one) =>
      wordsOfError(one).size >= (/[_.\d]/.test(one) ? 2 : LEAST_QUOTED)
    );
    return quoted !== undefined && has(quoted) && (own.length > 0 || names.every(has));
  });
}

const LEAST_QUOTED = 3; // the fewest words of a quotation; two suffice with a name such as `shop_pb2`

/** Matches a program and its subcommand or script, but none of git, with whose commands too many texts begin. */
export const SUBJECT =
  /^(?!git )[A-Za-z][\w.-]* (?:(?:run|exec|compose) )?(?!(?:run|exec|compose) -)[A-Za-z][\w:-]*(?=\s|$)/;

/** Tells whether a text (or its title, which stands first) begins with the subject of a command, in quotes or not. */
export const isOnSubject = (text: string, subject: string) =>
  new RegExp(`^\\W*${RegExp.escape(subject)}(?![\\w-]|:\\w)`, "i").test(text);
