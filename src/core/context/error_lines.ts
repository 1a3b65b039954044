const MAX_READ = 20_000;
const LINE_UNITS = 200;
const TELLS =
  /[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Aa]ssert|[Nn]ot found|[Rr]efused|[Uu]ndefined|[Cc]annot|[Ff]atal|[Dd]enied/;
/** Colours, and what differs from run to run: times, places in files, addresses. */
// deno-lint-ignore no-control-regex
const NOISE = /\x1b\[[0-9;]*m|\b\d{1,2}:\d\d:\d\d\S*|:\d+:\d+\b|\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)? ?m?s\b/g;

/** The last lines, at most so many, that name what went wrong: runners say it at the end. */
export function errorLines(text: string, limit: number): string[] {
  const lines = text.slice(-MAX_READ).split("\n").filter((line) => TELLS.test(line))
    .map((line) => line.replace(NOISE, " ").trim().slice(0, LINE_UNITS));
  return [...new Set(lines)].filter((line) => line.length > 8).slice(-limit);
}
