// Shortens the summary of a session: to one line, to its results, or to a glance for another session's start.
import { fileName } from "../base/hash.ts";
import { withSlashes } from "../base/slashes.ts";

/** Joins the facts of a summary into one line, without the request (`Asked`) if the session has a title. */
export function summaryLine(summary: string, title: string | null): string {
  return factsIn(summary).filter((fact) => title === null || !fact.startsWith("Asked: ")).join(" | ");
}

/** Returns the facts without requests, the last first, as a long line is cut at its end. */
export function resultLine(summary: string): string {
  return factsIn(summary).filter((fact) => !/^Asked(?: last)?: /.test(fact)).reverse().join(" | ");
}

function factsIn(summary: string): string[] {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line)
    .filter((line) => line.trim() !== "");
}

const MAX_FILES = 3;

/** Returns "changed a.ts (it committed), then b.ts; tests passed". `open`: files of an open session since its summary. */
export function summaryGlance(summary: string, open?: readonly string[]): string {
  const [changed, tests] = [factIn(summary, "Changed"), factIn(summary, "Tests")];
  const commit = factIn(summary, "Committed") ? " (it committed)" : open ? "" : " (it did not commit)";
  const files = [changed && shortenFiles(changed) + commit, open?.length && shortenFiles(open.join(", "))];
  return [
    ...(files.some(Boolean) ? [`changed ${files.filter(Boolean).join(", then ")}`] : []),
    ...(tests === undefined ? [] : [`tests ${tests.split(":", 1)[0]}`]),
    ...(open === undefined ? [] : ["its end was not seen"]),
  ].join("; ");
}

export function factIn(summary: string, name: string): string | undefined {
  const start = `- ${name}: `; // the mark distinguishes the line from words in a model's summary
  return summary.split("\n").find((line) => line.startsWith(start))?.slice(start.length);
}

/** Shortens a list of paths, which may end with "and 9 more", to "a.ts, b.ts, c.ts and 12 more". */
function shortenFiles(list: string): string {
  const [end = "", unnamed = 0] = / and (\d+) more$/.exec(list) ?? [];
  const paths = [...new Set(list.slice(0, list.length - end.length).split(", ").map(withSlashes))];
  const isAlone = (name: string) => paths.filter((path) => fileName(path) === name).length === 1;
  const shown = paths.slice(0, MAX_FILES).map((path) => isAlone(fileName(path)) ? fileName(path) : path);
  const rest = Number(unnamed) + paths.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}
