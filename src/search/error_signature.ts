// Finds the lines of an output that tell its error, and recognises the error in another run. Used by repairs and recall.
import { hashText } from "../base/hash.ts";
import { withoutTerminalCodes } from "../base/frame.ts";
import common from "./error_words.json" with { type: "json" };

const READ_UNITS = 20_000; // of an output's end, where most programs tell their errors
const LINE_UNITS = 200; // the units of a line that are compared
/** Matches words of lines that name an error. `CODE` matches the codes in such lines, but not `ERROR` or `EXPECTED`. */
const ERROR_WORD =
  /[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Aa]ssert|[Nn]ot (?:found|recognized)|(?<=: )[Mm]issing|[Rr]efused|[Uu]ndefined|[Cc]annot|[Ff]atal|[Dd]enied/;
const CODE = /\bE(?!RROR|XPECT)[A-Z]{4,}\b|\bERR_[A-Z]|\b[A-Z]{1,3}[0-9]{3,5}\b/; // `ECONNRESET`, `TS2345`
/** Matches what differs from run to run: times, positions in files, addresses. */
const NOISE = /\b\d{1,2}:\d\d:\d\d\S*|:\d+:\d+\b|\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)? ?m?s\b/g;
/** Matches lines that name no error, such as source (`> 1 | x`), PowerShell's `+ …`, exit codes and passed tests. */
const NO_ERROR =
  /^\s*\+ (?!FullyQualifiedErrorId : \S+ \S)|^\s*(?:> *)?(?:\d+ +)?\d+ *[│|](?=\s|$)(?! *[A-Z]+ +\|)|^(?:Error: )?[Ee]xit code -?\d+$|^make(?:\[\d+\])?: \*\*\* \[.*\] Error \d+|^npm (?:error|ERR!)\s*$|^(?:During handling of t|T)he above exception\b.*:$|^\s*(?:[✓✔√]|ok \d|\(pass\))|(?:^\W*PASS(?:ED)?|^\[gw\d+\]\s+\[ *\d+%\] PASSED)\b(?!.*(?<!\b0 )\bFAIL(?:ED|URES?)?\b(?!\W{0,3}0\b))|^(?=\S*(?:::|\/\/)\S|.* > ).* PASSED(?: +\[ *\d+%\]| in [\d.]+s| \([\d.]+ ?m?s\))?$|\.\.\. ok$/;

export const namesNoError = (line: string) => NO_ERROR.test(line);

/** Returns up to `limit` lines that name an error or a code, in order: the highest ranks, of equal ones the last. */
export function errorLines(text: string, limit: number): string[] {
  const lines = linesOf(text, (line) => ERROR_WORD.test(line) || CODE.test(line));
  const best = lines.toReversed().sort((a, b) => b.rank - a.rank).slice(0, limit);
  return lines.filter((line) => best.includes(line)).map(({ said }) => said);
}

export function lastLines(text: string, limit: number): string[] {
  const lines = linesOf(text, () => true);
  const own = lines.filter(({ rank }) => rank >= 0);
  return (own.length > 0 ? own : lines).slice(-limit).map(({ said }) => said);
}

/** Matches the headings of pytest, and its lines that name nothing but a file: the error itself stands elsewhere. */
const HEADING =
  /^_{3,} .* _{3,}$|^([=!-])\1{2,} (?:ERRORS|FAILURES|Interrupted|stopping|short test|warnings|Captured)\b.* \1{3,}$|^ERROR \S+\.py$/;

/** Matches lines of `git status`, `git diff` and `grep -n`, which report no error. */
const LISTED =
  /^[MADRCU?! ]{1,2} [\w./@-]+$|^(?:diff --git|@@) |^\s*(?:modified|new file|deleted|renamed):\s|^\S+?:\d+[:-]\s{2,}/;

/** Matches the lines by which npm and pnpm announce a script: `> shop@1.0.0 build`, then `> vite build`. */
const BANNER = /^> (?:@[\w.-]+\/)?[\w.-]+@\d[^\s@]* .*\n> .*$/gm;
/** Matches a printed line of source, below which a caret stands, and PowerShell's places: `At line:1 char:11`. */
const SOURCE = /^(?!\S+:\d+:|[Ee]rror\b).*\n(?=[ \t]*\^[ \t~^]*$)|^.*: ?\d+ \S* ?: ?\d+\s*\n(?=\+ )/gm;
const RUSTFMT = /^(?:[-+]| (?! *error[:[]))/; // matches lines of rustfmt's diff; cargo may tell an error below them

export const withoutSource = (text: string) => text.replace(SOURCE, "");

/** Returns the wanted lines, ranked by what they name. Headings and lines printed with any failure have rank -1. */
function linesOf(text: string, isWanted: (line: string) => boolean) {
  const end = withoutSource(plainText(text.slice(-READ_UNITS)).replace(BANNER, ""));
  const diff = /^Diff in \S+:\d/m.test(end) ? RUSTFMT : /^@@ -\d/m.test(end) ? /^[-+]/ : /(?!)/;
  const says = (line: string) => !(namesNoError(line) || LISTED.test(line) || diff.test(line));
  const rank = (line: string) =>
    GENERIC.test(line) || HEADING.test(line)
      ? -1
      : 2 * Number(ERROR_WORD.test(line)) + Number(CODE.test(line));
  const lines = end.split("\n").filter((line) => isWanted(line) && says(line))
    .map((line) => ({ said: line.replace(NOISE, " ").trim().slice(0, LINE_UNITS), rank: rank(line) }));
  // A repeated line is as late as its last place.
  const late = [...new Map(lines.toReversed().map((line) => [line.said, line])).values()].reverse();
  return late.filter(({ said }) => said.length > 8); // shorter ones identify no error
}

const plainText = (text: string) => withoutTerminalCodes(text).replaceAll("\r\n", "\n");

/** A line of an error, in forms that recognise it in another run. */
export interface ErrorLine {
  readonly text: string;
  /** The line without what varies from run to run; names stay. */
  readonly exact: string;
  /** The line also without quoted names and files, which differ between errors of a kind. */
  readonly alike: string;
  readonly isTest: boolean; // true if `text` is the name of the failed test
}

/** The most lines of a signature, beside the failed test; `LAST_LINES` if no line names an error or a place. */
const MAX_LINES = 8;
const LAST_LINES = 2;

/** Returns the lines that say what went wrong, not just that something did. `test` names the failed test. */
export function signatureOf(output: string, test?: string): ErrorLine[] {
  const lines = plainText(output).split("\n");
  const complaints = [AT_PLACE, COMPLAINT, output.includes(POWERSHELL) ? OF_POWERSHELL : /(?!)/];
  const kinds = [
    [test ?? "", ...errorLines(output, MAX_LINES)],
    lines.filter((line) => complaints.some((one) => one.test(line))).slice(0, MAX_LINES),
    lastLines(output, LAST_LINES),
    lines.filter((line) => line.includes(POWERSHELL)),
  ];
  return kinds.map((texts) => readLines(texts, test)).find((found) => found.length > 0) ?? [];
}

const COMPLAINT = /^\s*× |^\S+ .*━━━|^Diff in \S/; // of Biome and rustfmt
const [POWERSHELL, OF_POWERSHELL] = ["+ FullyQualifiedErrorId : ", /^[\w.-]+ : \S/];
/** Matches a place before a complaint: `src/hooks.go:7:2: `, or what `NOISE` leaves of it: `src/hooks.go : `. */
const AT_PLACE = /^\s*(?:[A-Za-z]:)?[\w./\\@-]+\.\w+(?:[:(]\d+(?:[:,]\d+)?\)?:?| :) (?=\S)/;

/** Makes an `ErrorLine` of each text, but not of one that is printed with any failure or has only common words. */
export function readLines(texts: readonly string[], test?: string): ErrorLine[] {
  const lines = texts.filter((text) => !GENERIC.test(text)).map((text) => ({
    text: withoutTerminalCodes(text).trim().replace(JEST_FILE, ""),
    exact: withoutVarying(text, "exact"),
    alike: withoutVarying(text, "alike"),
    isTest: text === test,
  })).filter(({ exact }) => isTelling(exact));
  return [...new Map(lines.map((line) => [line.exact, line])).values()];
}

/** Matches lines that are printed with any failure. */
const GENERIC =
  /^[\w.-]+(?:\/[\w.-]+)+$|^\s*(?:\[ERROR\] +)?(?:FAIL\b(?! to |: )|(?:-> )?\[Help \d+\]|To see the full stack trace|Re-run Maven|== Compilation error in file|\[(?:STARTED|COMPLETED|SKIPPED|FAILED)\]|Error Trace:|For more information|make(?:\[\d+\])?: \*\*\* \[|\$ \S|\* What went wrong|Execution failed for task|npm notice|npm (?:ERR!|error) +(?:A complete log|path|command|(?:in )?workspace|(?:at )?location|code \d|Lifecycle script)|yarn run v|info Visit|(?:Tasks|Cached): +\d|Time: +[\d.]+m?s|Failed: +\S+#\S+$|(?:check|ci|format|lint) ━|Checked \d+ files?\b|× Formatter would have printed|throw er; |Emitted 'error' event|at \S.*\(|syscall: ')|could not compile|\(errors have been logged\)|Some errors were emitted|previous errors?\b|aborting due to|exit(?:ed)? (?:with )?(?:code|status)|command .{1,200}exited \(\d|Command failed|Process completed|\b(?:build|setup|task) failed\b|(?<![a-z] )\b\d+ (?:failed|passing|failing)\b(?!:)|\d errors? in [\d.]+s\b/i;

/** Matches the words before an error in `exact`, as of pytest's `E`, `Error:`, `Uncaught Error:`. */
const ERROR_PREFIX = /^(?:(?:e|error|uncaught) )+(?=\S+ )/;

/** Returns hashes, which reveal no words, of a line with and without the words of `ERROR_PREFIX`. */
export function exactMarks({ exact }: Pick<ErrorLine, "exact">): string[] {
  return [exact, exact.replace(ERROR_PREFIX, "")].filter(isTelling).map((text) => `e${hashText(text)}`);
}

/** Returns the hashes of a line without its place: the same complaint may come at another place. */
export function movedMarks({ text }: ErrorLine): string[] {
  return exactMarks({ exact: withoutVarying(text.replace(AT_PLACE, ""), "exact") });
}

/** Returns the hash that all errors of this kind have; `undefined` if nothing telling is left. */
export function alikeMark({ alike }: ErrorLine): string | undefined {
  return isTelling(alike) ? `a${hashText(alike)}` : undefined;
}

/** Matches the module in `sqlite3.OperationalError`. */
const MODULE = /\b(?:\w+\.)+(?=\w+(?:Error|Exception)\b)/g;
const QUOTED = /(?<!\w)'[^'\n]{1,120}'|"[^"\n]{1,120}"|`[^`\n]{1,120}`|‘[^’\n]{1,120}’|“[^”\n]{1,120}”/g;
/** Matches the file before the name of Jest's test: the end of an output mostly has the name without the file. */
const JEST_FILE = /^\S+\.[cm]?[jt]sx? › /;
const URL = /\b[a-z][a-z+]{1,9}:\/\/[^\s'"`)>\]]+/gi;
/** Matches a port. A port below 32768 names a service; the system assigns higher ones, which vary. */
const PORT = /(?:\d+\.\d+\.\d+\.\d+|localhost|\]|::1?):(\d{2,5})\b/g;
const PATH =
  /(?:[A-Za-z]:[\\/]|\.{0,2}\/|~\/|@?[\w.-]+[\\/])(?:[\w.@+$-]+[\\/])*[\w.@+$-]*(?:[:(]\d+(?:[:,]\d+)*\)?)?/g;
const TIME = /\b\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b/g;
const HEX =
  /\b0x[0-9a-f]+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi;
/** Matches a number, but not in a code such as `FS-17`. */
const NUMBER =
  /(?<![A-Za-z_\d])(?<!\b[A-Z]{2,5}(?=-\d{1,3}\b)|\b[A-Z]{2,5}-(?=\d{1,3}\b))[-+]?\d+(?:[.,]\d+)*(?:ms|s|m|h|kb|mb|gb|%|k)?(?![A-Za-z_\d])/gi;

function withoutVarying(line: string, how: "exact" | "alike"): string {
  const name = (path: string) => how === "alike" ? " " : ` ${lastPart(path)} `;
  const port = (_: string, number: string) =>
    how === "alike" || Number(number) > 32_767 ? " " : ` p_${number} `;
  const text = withoutTerminalCodes(line).replace(JEST_FILE, "").slice(0, 400).replace(PORT, port)
    .replace(QUOTED, (quoted) => how === "alike" ? " " : ` ${quoted.slice(1, -1)} `)
    .replace(MODULE, "").replace(URL, " url ").replace(TIME, " ").replace(PATH, name).replace(HEX, " ")
    .replace(NUMBER, " ");
  return text.toLowerCase().split(/[^a-z0-9_.$@\u0080-\uffff-]+/)
    .map((word) => word.replace(/^[.$-]+|[.$-]+$/g, "")).filter((word) => word !== "").join(" ");
}

/** Returns the beginning of a line without URLs, and of paths only the names at their ends. */
export const withoutFolders = (line: string) =>
  line.slice(0, 400).replace(URL, " ").replace(PATH, (path) => ` ${lastPart(path)} `);

/** Returns the name at a path's end, or "" for three digits in a row: a run made up the name. */
function lastPart(path: string): string {
  const name = path.replace(/[:(]\d+(?:[:,]\d+)*\)?$/, "").replace(/[\\/]+$/, "").split(/[\\/]/).at(-1) ?? "";
  return /\d{3}/.test(name) ? "" : name;
}

const COMMON_WORDS = new Set(common.words.join(" ").split(" "));
const LEAST_WORDS = 2; // the fewest uncommon words that tell an error

/** Returns true for a line with two words that are not common, or with one that is long or looks like a name. */
function isTelling(line: string): boolean {
  const own = line.split(" ").filter((word) => !COMMON_WORDS.has(word) && word.length > 1);
  return own.length >= LEAST_WORDS || own.some((word) => word.length >= 8 || /[_.\d]/.test(word));
}

export function wordsOfError(text: string): ReadonlySet<string> {
  const words = text.split("\n").flatMap((line) => withoutVarying(line, "exact").split(" "));
  return new Set(words.filter((word) => word.length > 1 && !COMMON_WORDS.has(word)));
}
