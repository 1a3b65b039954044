// Recognises memories and lessons about a failure: by names, commands and phrases, or as they quote its error.
import { readLines, wordsOfError } from "./error_signature.ts";
import common from "./error_words.json" with { type: "json" };
import type { SearchHit } from "./search_types.ts";

const CLEAR_SCORE = 0.6; // from this score (without related words) on, an item needs no name of the failure
const TOKEN = /[A-Za-z0-9_.-]+/g;
/** Matches the shape of a name: `a_b`, `a.ts`, `aB`, `E404`, `ENOENT`. */
const NAME = /[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[A-Z]{4}/;
const COMMON_NAMES = new Set(common.names.join(" ").split(" "));

export type FoundForFailure = Pick<SearchHit, "score" | "why"> & { readonly text: string };

type FailureTexts = Readonly<Record<"lines" | "commands", readonly string[]> & { test?: string | undefined }>;

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

const COMMAND_UNITS = 200;
const LEAD = /^(?:\w+=\S*\s+|(?:sudo|python3?)\s+(?!-))+/;
const MAX_COMMANDS = 3;
/** Matches the words that identify a command: not `npm run` alone. */
const FIRST_WORDS = /^(?:-m|[A-Za-z][\w.-]*) (?:(?:run|exec|compose) )?[A-Za-z][\w.:-]*/;
/** An item that has so many consecutive words of a failure's output is about this failure. */
const PHRASE_WORDS = 4;

/** Returns the last commands in a line's first 200 units, without `cd`, or assignments, `sudo` or `python` in front. */
export function commandsOf(line: string): string[] {
  const commands = line.slice(0, COMMAND_UNITS).split(/&&|[|;\n]/)
    .map((command) => command.trim().replace(LEAD, ""));
  return commands.filter((command) => command !== "" && !command.startsWith("cd ")).slice(-MAX_COMMANDS);
}

/**
 * Returns the clues by which a failure is recognised, in lower case. All tests share their commands, so `commands` is
 * empty for a failed `test`, but names in its commands count.
 */
export function cluesOf({ lines, commands, test }: FailureTexts) {
  const firstWords = commands.flatMap((command) => FIRST_WORDS.exec(command)?.[0].toLowerCase() ?? []);
  return {
    names: namesIn([test ?? "", ...lines, ...commands]),
    commands: test === undefined ? firstWords : [],
    phrases: lines.flatMap(phrasesIn),
  };
}

function phrasesIn(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(PHRASE_WORDS - 1).map((_, i) => ` ${words.slice(i, i + PHRASE_WORDS).join(" ")} `);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^a-z0-9\u0080-\uffff]+/).filter((word) => word !== "");
}

/** Tells whether an item is about this failure: it shares a name or command, quotes it, or scores high. */
export function isAboutFailure(
  { text, score, why }: FoundForFailure,
  { names, commands, phrases }: ReturnType<typeof cluesOf>,
): boolean {
  const related = why.find(({ name }) => name === "related")?.value ?? 0;
  if (score - related >= CLEAR_SCORE) return true;
  const lower = text.toLowerCase();
  if (commands.some((command) => lower.includes(command))) return true;
  const quoted = ` ${wordsOf(text).join(" ")} `;
  if (phrases.some((phrase) => quoted.includes(phrase))) return true;
  return [...namesIn([text])].some((name) => names.has(name));
}

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
