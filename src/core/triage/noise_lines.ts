import { isDigit } from "./units.ts";

/** Quotations, tables, rules, logs, stack traces and diffs. */
export function isNoise(line: string): boolean {
  const first = line[0];
  if (first === ">" || first === "|" || first === "│" || first === "├" || first === "└") return true;
  if (
    line.startsWith("---") || line.startsWith("===") || line.startsWith("***") ||
    line.startsWith("diff --git")
  ) {
    return true;
  }
  return isLogLine(line);
}

const LOG_STARTS: readonly string[] = [
  "E/",
  "W/",
  "I/",
  "$ ",
  "% ",
  "Traceback (",
  'File "',
  "Caused by:",
  "error[",
  "Error: ",
  "error: ",
  "fatal: ",
  "=> ",
  "#0 ",
  "#1 ",
  "<anonymous",
  "npm warn",
  "warning: ",
  "npm ERR!",
  "npm error",
  "FAIL ",
  "PASS ",
  "ERROR ",
  "WARN ",
  "INFO ",
  "DEBUG ",
  "@@ ",
  "+++ ",
  "Exception in",
  "panic: ",
  '{"',
  "[{",
  "E   ",
  "stderr:",
  "stdout:",
];

const LOG_FIRSTS: ReadonlySet<string> = new Set(LOG_STARTS.map((start) => start[0] ?? ""));

function isLogLine(line: string): boolean {
  if (LOG_FIRSTS.has(line[0] ?? "") && LOG_STARTS.some((start) => line.startsWith(start))) return true;
  if (line.startsWith("at ") && line.endsWith(")")) return true;
  if (PROSE.test(line)) return false;
  const sample = line.length > DUMP_SAMPLE ? line.slice(0, DUMP_SAMPLE) : line;
  if (sample.length > SHORTEST_DUMP && (hasFewLetters(sample) || hasManyMarks(line))) return true;
  const unit = line.charCodeAt(0) === 0x5b ? line.charCodeAt(1) : line.charCodeAt(0);
  return isDigit(unit) && hasClock(line);
}

/** Five words in a row: to count letters takes longer than all else that is asked of a line. */
const PROSE = /^(?:[A-Za-z'`*]+,? ){5}/;
const SHORTEST_DUMP = 24;
const DUMP_SAMPLE = 80;
const DUMP_LETTERS = 0.55;

/** What is no letter of any script, nor a blank between words. */
const NO_LETTER = /[^A-Za-z_ \u00c0-\uffff-]| (?= )/g;

/** Whether few units are letters, as in what programs dump; a loop in a new process takes three times as long. */
function hasFewLetters(line: string): boolean {
  const others = line.match(NO_LETTER)?.length ?? 0;
  return line.length - others < line.length * DUMP_LETTERS;
}

/** The marks of data, and how many of them make a line data in so many units. */
const MARKS = '"{}[]=,:;';
const MARKS_SAMPLE = 200;
const MANY_MARKS = 0.13;

/** Whether the line is an object as a console prints it, of which the names are words: `Object: {kind: "none", …`. */
function hasManyMarks(line: string): boolean {
  if (!line.includes("{") || !line.includes(":")) return false;
  const length = Math.min(line.length, MARKS_SAMPLE);
  let marks = 0;
  for (let i = 0; i < length; i++) if (MARKS.includes(line[i] as string)) marks++;
  return marks >= length * MANY_MARKS;
}

/** Whether the line begins with a date or a time of day, as log lines do. */
function hasClock(line: string): boolean {
  const head = line.slice(0, 30);
  const colon = head.indexOf(":");
  if (colon < 1 || !isDigit(head.charCodeAt(colon - 1)) || !isDigit(head.charCodeAt(colon + 1))) return false;
  return head[colon + 3] === ":" && isDigit(head.charCodeAt(colon + 4));
}
