import type { ScorePart } from "./search_types.ts";

const MAX_READ = 20_000;
const LINE_UNITS = 200;
const ERROR_WORD =
  /[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Aa]ssert|[Nn]ot found|[Rr]efused|[Uu]ndefined|[Cc]annot|[Ff]atal|[Dd]enied/;
/** Matches an error code: `ECONNRESET`, `ERR_INVALID_ARG_TYPE`, `TS2345`. */
const CODE = /\bE(?!RROR|XPECT)[A-Z]{4,}\b|\bERR_[A-Z]|\b[A-Z]{1,3}[0-9]{3,5}\b/;
/** Matches colours, and text that differs from run to run: times, positions in files, addresses. */
// deno-lint-ignore no-control-regex
const NOISE = /\x1b\[[0-9;]*m|\b\d{1,2}:\d\d:\d\d\S*|:\d+:\d+\b|\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)? ?m?s\b/g;
/** Matches the client's status line, and make's line for any failure. */
const STATUS = /^Exit code \d+$|^make(?:\[\d+\])?: \*\*\* \[.*\] Error \d+/;

/** Returns the last `limit` lines that name an error, those with a code first. */
export function errorLines(text: string, limit: number): string[] {
  const lines = linesOf(text, (line) => ERROR_WORD.test(line) || CODE.test(line));
  const coded = lines.filter((line) => CODE.test(line)).slice(-limit);
  const others = lines.filter((line) => !coded.includes(line)).reverse().slice(0, limit - coded.length);
  return lines.filter((line) => coded.includes(line) || others.includes(line));
}

/** Returns the last `limit` lines, whatever they say. */
export function lastLines(text: string, limit: number): string[] {
  return linesOf(text, () => true).slice(-limit);
}

function linesOf(text: string, isWanted: (line: string) => boolean): string[] {
  const lines = text.slice(-MAX_READ).split("\n").filter((line) => isWanted(line) && !STATUS.test(line))
    .map((line) => line.replace(NOISE, " ").trim().slice(0, LINE_UNITS));
  return [...new Set(lines)].filter((line) => line.length > 8);
}

/** From this score on, an item is about a failure even if they share no name. */
const CLEAR_SCORE = 0.6;
const TOKEN = /[A-Za-z0-9_.-]+/g;
/** Matches the shape of a name: `a_b`, `a-b`, `a.ts`, `aB`, `E404`, `ENOENT`. */
const NAME = /[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[A-Z]{4}/;
/** Names that failures of any kind hold, in lower case. */
const ANY_FAILURE = new Set(
  ("error errors failed fail failure failures passed assert assertion assertionerror exception traceback fatal " +
    "warning warn panic exit package.json manage.py node_modules utf-8 e.g i.e")
    .split(" "),
);

/** An item that was found for a failure. */
export interface FoundForFailure {
  readonly text: string;
  readonly score: number;
  readonly why: readonly ScorePart[];
}

/** Returns the identifiers, test names, files and error codes in texts, in lower case. */
export function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const token of texts.flatMap((text) => text.match(TOKEN) ?? [])) {
    const bare = token.replace(/^[-.]+|[-.]+$/g, "");
    if (!NAME.test(bare) || /^[0-9]/.test(bare)) continue;
    const name = bare.toLowerCase();
    if (!ANY_FAILURE.has(name)) names.add(name);
  }
  return names;
}

/** The names, commands and phrases by which a failure is recognised, in lower case. */
export interface FailureMarks {
  readonly names: ReadonlySet<string>;
  /** Commands: `make deploy`, `npm run build`. */
  readonly commands: readonly string[];
  /** Runs of `PHRASE_WORDS` words of the output: an item that quotes one is about this failure. */
  readonly phrases: readonly string[];
}

const COMMAND_UNITS = 200;
/** Matches variables and programs, such as `sudo`, in front of a command. */
const LEAD = /^(?:\w+=\S*\s+|(?:sudo|python3?)\s+(?!-))+/;
const MAX_COMMANDS = 3;
/** Matches the words that identify a command: `npm run` alone does not. */
const FIRST_WORDS = /^[A-Za-z][\w.-]* (?:(?:run|exec|compose) )?[A-Za-z][\w.:-]*/;
const PHRASE_WORDS = 4;

/** Returns the last commands of a shell line, without what only leads to them. */
export function commandsOf(line: string): string[] {
  const commands = line.slice(0, COMMAND_UNITS).split(/&&|[|;\n]/)
    .map((command) => command.trim().replace(LEAD, ""));
  return commands.filter((command) => command !== "" && !command.startsWith("cd ")).slice(-MAX_COMMANDS);
}

/** The output of a failure, and its commands. */
export interface FailedCommands {
  readonly lines: readonly string[];
  readonly commands: readonly string[];
  /** The first test that failed. */
  readonly test?: string | undefined;
}

/** Returns the marks of a failure. Test commands are left out, as all tests share them. */
export function marksOf({ lines, commands, test }: FailedCommands): FailureMarks {
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

/** Tells whether an item is about this failure: it shares its names, quotes it, or has a high score. */
export function isAboutFailure(item: FoundForFailure, { names, commands, phrases }: FailureMarks): boolean {
  const { text, score, why } = item;
  const related = why.find(({ name }) => name === "related")?.value ?? 0;
  if (score - related >= CLEAR_SCORE) return true;
  const small = text.toLowerCase();
  if (commands.some((command) => small.includes(command))) return true;
  const quoted = ` ${wordsOf(text).join(" ")} `;
  if (phrases.some((phrase) => quoted.includes(phrase))) return true;
  return [...namesIn([text])].some((name) => names.has(name));
}
