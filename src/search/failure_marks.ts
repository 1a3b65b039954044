import type { ScorePart } from "./search_types.ts";

const MAX_READ = 20_000;
const LINE_UNITS = 200;
const TELLS =
  /[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Aa]ssert|[Nn]ot found|[Rr]efused|[Uu]ndefined|[Cc]annot|[Ff]atal|[Dd]enied/;
/** An error by its code, as in `ECONNRESET`, `ERR_INVALID_ARG_TYPE`, `TS2345`: it tells more than the word "error". */
const CODE = /\bE(?!RROR|XPECT)[A-Z]{4,}\b|\bERR_[A-Z]|\b[A-Z]{1,3}[0-9]{3,5}\b/;
/** Colours, and what differs from run to run: times, places in files, addresses. */
// deno-lint-ignore no-control-regex
const NOISE = /\x1b\[[0-9;]*m|\b\d{1,2}:\d\d:\d\d\S*|:\d+:\d+\b|\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)? ?m?s\b/g;
/** The line that the client puts in front, and the line that make prints for any failure. */
const STATUS = /^Exit code \d+$|^make(?:\[\d+\])?: \*\*\* \[.*\] Error \d+/;

/** The last lines, at most so many, that name what went wrong, those with a code first: runners say it at the end. */
export function errorLines(text: string, limit: number): string[] {
  const lines = linesOf(text, (line) => TELLS.test(line) || CODE.test(line));
  const coded = lines.filter((line) => CODE.test(line)).slice(-limit);
  const others = lines.filter((line) => !coded.includes(line)).reverse().slice(0, limit - coded.length);
  return lines.filter((line) => coded.includes(line) || others.includes(line));
}

/** The last lines, at most so many, whatever they say. */
export function lastLines(text: string, limit: number): string[] {
  return linesOf(text, () => true).slice(-limit);
}

function linesOf(text: string, isWanted: (line: string) => boolean): string[] {
  const lines = text.slice(-MAX_READ).split("\n").filter((line) => isWanted(line) && !STATUS.test(line))
    .map((line) => line.replace(NOISE, " ").trim().slice(0, LINE_UNITS));
  return [...new Set(lines)].filter((line) => line.length > 8);
}

/** Scores of what is about a failure though no name is in common: well above what a prompt asks for. */
const CLEAR_SCORE = 0.6;
const TOKEN = /[A-Za-z0-9_.-]+/g;
/** `a_b`, `a-b`, `a.ts`, `aB`, `E404`, `ENOENT`: how names are told from words. */
const NAME = /[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[A-Z]{4}/;
/** Names that stand in failures of any kind; small, as they are compared. */
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

/** The identifiers, test names, files and error codes that texts name, in small letters. */
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

/** The marks by which a failure can be known; all in small letters. */
export interface FailureMarks {
  readonly names: ReadonlySet<string>;
  /** `make deploy`, `npm run build`. */
  readonly commands: readonly string[];
  /** Words of its output that stand together: who quotes so many means it. */
  readonly phrases: readonly string[];
}

const COMMAND_UNITS = 200;
/** Variables, and programs that run others. */
const LEAD = /^(?:\w+=\S*\s+|(?:sudo|python3?)\s+(?!-))+/;
const MAX_COMMANDS = 3;
/** The words that tell a command: `npm run` alone does not. */
const FIRST_WORDS = /^[A-Za-z][\w.-]* (?:(?:run|exec|compose) )?[A-Za-z][\w.:-]*/;
const PHRASE_WORDS = 4;

/** The last commands of a shell line, as far as words tell them, without what only leads to them. */
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

/** The marks of a failure; commands that ran tests are none, as all tests have them in common. */
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

/** Tells whether an item is about this failure: it shares its names, quotes it, or says clearly the same. */
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
