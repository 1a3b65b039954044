// Shortens the summary of a session: to one line, to its results, or to a glance for another session's start.
import { cutAtWord } from "../base/cut.ts";
import { fileName, withSlashes } from "../base/slashes.ts";
import { PROSE } from "./wording.ts";

/** Joins the facts of a summary into one line, without the request (`Asked`) if the session has a title. */
export function summaryLine(summary: string, title: string | null): string {
  return factsIn(summary).filter((fact) => title === null || !fact.startsWith("Asked: ")).join(" | ");
}

const FACT_UNITS = 260; // so that a long answer hides no other fact

/** Returns the facts without requests, the last first, as a long line is cut at its end. */
export function resultLine(summary: string): string {
  const facts = factsIn(summary).filter((fact) => !/^Asked(?: last)?: /.test(fact)).reverse();
  return facts.length === 1 ? facts[0]! : facts.map((fact) => cutAtWord(fact, FACT_UNITS)).join(" | ");
}

function factsIn(summary: string): string[] {
  return summary.split("\n").map((line) => line.replace(/^- /, "")).filter((line) => line.trim() !== "");
}

const MAX_FILES = 3; // the most changed files that a glance names
/** The name of the line with the files that changed after the session's last commit. */
export const CHANGED_SINCE = "Changed after the last commit";
/** Follows the result of tests or builds that ran before files changed. */
export const BEFORE_CHANGES = " before the last changes";

/** A step of an open session (whose end was not seen) since its summary: a changed file or a run's outcome, `tests:fail`. */
export type OpenStep = Readonly<Record<"file" | "outcome", string | null>>;

/** Returns "changed a.ts, then committed, then changed b.ts; tests passed". `steps`: of an open session. */
export function summaryGlance(summary: string, steps?: readonly OpenStep[]): string {
  const open = steps ?? [];
  const changed = factIn(summary, "Changed");
  const commit = factIn(summary, "Committed") ? ", then committed" : "";
  const openFiles = open.flatMap(({ file }) => file ?? []);
  const later = [...factIn(summary, CHANGED_SINCE)?.split(", ") ?? [], ...openFiles];
  const before = changed && shortenFiles(changed, later) + commit;
  const then = commit ? ", then changed " : ", then ";
  const files = [before, later.length > 0 && shortenFiles(later.join(", "))].filter(Boolean).join(then);
  const runs = [["tests", "Tests"], ["build", "Build"]].map(([kind, name = ""]) => {
    const last = open.findLastIndex(({ outcome }) => outcome?.startsWith(kind!) && /pass|fail/.test(outcome));
    const how = open[last]?.outcome?.endsWith("pass") ? "last passed" : "last failed";
    const [, ended, counts] = /^([^:]*)(?:: `.*`: (\d+ failed[^;]*))?/.exec(factIn(summary, name) ?? "") ??
      [];
    // Some tests may always fail, so their number tells more than that tests failed.
    const run = last < 0 ? ended?.replace(/^failed(?!,)/, counts ?? "failed") : how;
    const isOutdated = open.slice(last + 1).some(({ file }) => file !== null && !PROSE.test(file));
    const mark = /^\d/.test(run ?? "") ? ":" : "";
    return run &&
      `${kind}${mark} ${isOutdated && !run.endsWith(BEFORE_CHANGES) ? run + BEFORE_CHANGES : run}`;
  });
  return [files && `changed ${files}`, ...runs, steps && "its end was not seen"].filter(Boolean).join("; ");
}

const LEAST_UNITS = 40; // "last answer: Done." would say nothing

/** Returns "last asked: …; last answer: …", how a session ended; empty if that says too little. */
export function lastWords(summary: string): string {
  const last = factIn(summary, "Answered last");
  const asked = cutAtWord(factIn(summary, "Asked last")?.replace(/\.$/, "") ?? "", last ? 60 : 180);
  // Only "Answered before" is known to answer what was asked: the last answer may be "You are welcome".
  const answered = last && factIn(summary, "Answered before");
  const parts = [
    asked && `last asked: ${asked}`,
    last && (answered ? `answered: ${answered}` : `last answer: ${last}`),
  ];
  const text = parts.filter(Boolean).join("; ");
  return text.length < LEAST_UNITS ? "" : cutAtWord(text, 200);
}

export function factIn(summary: string, name: string): string | undefined {
  const start = `- ${name}: `; // the mark distinguishes the line from words in a model's summary
  return summary.split("\n").find((line) => line.startsWith(start))?.slice(start.length);
}

/** Matches the start of a path outside of the project, whose bare name would look like a file of the project. */
const OUTSIDE = /^(?:\w:|…)?\/(?:.*\/(?=[^/]+\/[^/]+$))?/;

/** Shortens paths, which may end with "and 9 more", to "a.ts, b.ts, c.ts and 12 more"; without `later` if others remain. */
function shortenFiles(list: string, later: readonly string[] = []): string {
  const [end = "", unnamed = 0] = / and (\d+) more$/.exec(list) ?? [];
  const listed = list.slice(0, list.length - end.length).split(", ");
  const earlier = listed.filter((path) => !later.includes(path));
  const paths = [...new Set((earlier.length > 0 ? earlier : listed).map(withSlashes))];
  const names = [...new Set([...listed, ...later].map(withSlashes))].map(fileName);
  const isAlone = (name: string) => names.filter((one) => one === name).length === 1;
  const shown = paths.slice(0, MAX_FILES).map((path) =>
    isAlone(fileName(path)) && !OUTSIDE.test(path) ? fileName(path) : path.replace(OUTSIDE, "…/")
  );
  const rest = Number(unnamed) + paths.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}
