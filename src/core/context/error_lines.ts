const MAX_READ = 20_000;
const LINE_UNITS = 200;
const TELLS =
  /[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Aa]ssert|[Nn]ot found|[Rr]efused|[Uu]ndefined|[Cc]annot|[Ff]atal|[Dd]enied/;
/** An error by its code, as in `ECONNRESET`, `ERR_INVALID_ARG_TYPE`, `TS2345`: it tells more than the word "error". */
const CODE = /\bE(?!RROR|XPECT)[A-Z]{4,}\b|\bERR_[A-Z]|\b[A-Z]{1,3}[0-9]{3,5}\b/;
/** Colours, and what differs from run to run: times, places in files, addresses. */
// deno-lint-ignore no-control-regex
const NOISE = /\x1b\[[0-9;]*m|\b\d{1,2}:\d\d:\d\d\S*|:\d+:\d+\b|\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)? ?m?s\b/g;
/** What the client puts in front, and what make says of any failure. */
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
