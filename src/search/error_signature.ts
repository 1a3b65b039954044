import { hashText } from "../base/hash.ts";
import { withoutTerminalCodes } from "../base/frame.ts";
import { errorLines, lastLines } from "./failure_marks.ts";

/** A line of an error, in forms by which it is recognised in another run. */
export interface ErrorLine {
  readonly text: string;
  /** The line without what varies from run to run; names stay. */
  readonly exact: string;
  /** The line also without quoted names and files: errors of the same kind share it. */
  readonly alike: string;
}

const MAX_LINES = 8;
const LAST_LINES = 2;

/** Returns the lines that tell what went wrong, each once, without lines that any failure prints. */
export function signatureOf(output: string, test?: string): ErrorLine[] {
  const own = test === undefined ? [] : [test];
  const named = readLines([...own, ...errorLines(output, MAX_LINES)]);
  if (named.length > 0) return named;
  const placed = readLines(output.split("\n").filter((line) => AT_PLACE.test(line)).slice(0, MAX_LINES));
  return placed.length > 0 ? placed : readLines(lastLines(output, LAST_LINES));
}

/** Matches a compiler's complaint without a word for an error: `src/hooks.go:7:2: "io" imported and not used`. */
const AT_PLACE = /^\s*[\w./@-]+\.\w+[:(]\d+(?:[:,]\d+)?\)?:? \S/;

/** Does the same with lines that were chosen already. */
export function readLines(texts: readonly string[]): ErrorLine[] {
  const lines = texts.filter((text) => !GENERIC.test(text)).map((text) => ({
    text: withoutTerminalCodes(text).trim(),
    exact: withoutVarying(text, "exact"),
    alike: withoutVarying(text, "alike"),
  })).filter(({ exact }) => isTelling(exact));
  return [...new Map(lines.map((line) => [line.exact, line])).values()];
}

/** Matches ends of runs, names of packages, and what runners say of a whole file whatever fails in it. */
const GENERIC =
  /^[\w.-]+(?:\/[\w.-]+)+$|^\s*(?:FAIL\b|Error Trace:|For more information|make(?:\[\d+\])?: \*\*\*|npm (?:ERR!|error) (?:A complete log|path|command|workspace|location))|could not compile|previous errors?\b|aborting due to|exit(?:ed)? (?:with )?(?:code|status)|Command failed|Process completed|\b(?:build|setup|task) failed\b|\d+ (?:failed|passing|failing)\b/i;

/** Returns the hash by which a line is looked up, which reveals no words. */
export function exactMark({ exact }: ErrorLine): string {
  return `e${hashText(exact)}`;
}

/** Returns the hash for errors of the same kind; `undefined` for a line that says nothing without its names. */
export function alikeMark({ alike }: ErrorLine): string | undefined {
  return isTelling(alike) ? `a${hashText(alike)}` : undefined;
}

/** Matches the modules in `sqlite3.OperationalError`, which differ between programs. */
const MODULE = /\b(?:\w+\.)+(?=\w+(?:Error|Exception)\b)/g;
const QUOTED = /'[^'\n]{1,120}'|"[^"\n]{1,120}"|`[^`\n]{1,120}`|‘[^’\n]{1,120}’|“[^”\n]{1,120}”/g;
const URL = /\b[a-z][a-z+]{1,9}:\/\/[^\s'"`)>\]]+/gi;
/** Matches a port, which identifies a service; the system assigns ports from 32768 on. */
const PORT = /(?:\d+\.\d+\.\d+\.\d+|localhost|\]|::1?):(\d{2,5})\b/g;
/** Matches a path with a folder in it. */
const PATH =
  /(?:[A-Za-z]:[\\/]|\.{0,2}\/|~\/|@?[\w.-]+[\\/])(?:[\w.@+$-]+[\\/])*[\w.@+$-]*(?:[:(]\d+(?:[:,]\d+)*\)?)?/g;
const TIME = /\b\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b/g;
const HEX =
  /\b0x[0-9a-f]+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi;
/** Matches a number, but not that of a code such as `FS-17`. */
const NUMBER =
  /(?<![A-Za-z_\d])(?<!\b[A-Z]{2,5}(?=-\d{1,3}\b)|\b[A-Z]{2,5}-(?=\d{1,3}\b))[-+]?\d+(?:[.,]\d+)*(?:ms|s|m|h|kb|mb|gb|%|k)?(?![A-Za-z_\d])/gi;

function withoutVarying(line: string, how: "exact" | "alike"): string {
  const name = (path: string) => how === "alike" ? " " : ` ${lastPart(path)} `;
  const port = (_: string, number: string) =>
    how === "alike" || Number(number) > 32_767 ? " " : ` p_${number} `;
  const text = withoutTerminalCodes(line).slice(0, 400).replace(PORT, port)
    .replace(QUOTED, (quoted) => how === "alike" ? " " : ` ${quoted.slice(1, -1)} `)
    .replace(MODULE, "").replace(URL, " url ").replace(TIME, " ").replace(PATH, name).replace(HEX, " ")
    .replace(NUMBER, " ");
  return text.toLowerCase().split(/[^a-z0-9_.$@\u0080-\uffff-]+/).map(trimmed).filter((word) => word !== "")
    .join(" ");
}

function trimmed(word: string): string {
  return word.replace(/^[.$-]+|[.$:-]+$/g, "");
}

/** Returns the last part of a path, or "" for a name that a run has made up. */
function lastPart(path: string): string {
  const name = path.replace(/[:(]\d+(?:[:,]\d+)*\)?$/, "").replace(/[\\/]+$/, "").split(/[\\/]/).at(-1) ?? "";
  return /\d{3}/.test(name) ? "" : name;
}

/** Words that failures of any kind hold. */
const ANY_FAILURE = new Set(
  ("error errors err fail failed fails failing failure failures fatal panic exception exit exited exits code codes status " +
    "command commands test tests testing task tasks run runs running ran script scripts process processes lifecycle elifecycle " +
    "npm pnpm yarn make npx error_code assertion assertionerror assert expected expect received actual traceback most " +
    "recent call last at line in on of the a an to with and or is was were be been not no due see above below log logs " +
    "found for from by this that these those it its one more than times time total suite suites file files passed ok " +
    "compile compilation build building could cannot can did does do done output stdout stderr previous aborting abort " +
    "complete warning warnings warn problem problems short summary info undefined null true false equal equals none got " +
    "want wanted have has value values result results " +
    "caused cause thrown throw raised raise stopping stopped completed").split(" "),
);
const LEAST_WORDS = 2;

/** Tells whether a line says what went wrong: it has two words of its own, or a name. */
function isTelling(line: string): boolean {
  const own = line.split(" ").filter((word) => !ANY_FAILURE.has(word) && word.length > 1);
  return own.length >= LEAST_WORDS || own.some((word) => word.length >= 8 || /[_.\d]/.test(word));
}

/** Returns the words of a text, by which an error is found that is given in part. */
export function wordsOfError(text: string): ReadonlySet<string> {
  const words = text.split("\n").flatMap((line) => withoutVarying(line, "exact").split(" "));
  return new Set(words.filter((word) => word.length > 1 && !ANY_FAILURE.has(word)));
}
