import { fileName } from "../base/hash.ts";

/** Joins the lines of a session's summary; leaves out what was asked, where the title tells that. */
export function summaryLine(summary: string, title: string | null): string {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line)
    .filter((line) => line !== "" && (title === null || !line.startsWith("Asked: "))).join(" | ");
}

const FILES = 3;
const AND = " and ";
const MORE = " more";

/**
 * Returns a session's results in short: its changed files, whether it committed, how its tests ended. Tells
 * if it did not commit, as the tree may lack the work. Findings and decisions stand in the contents.
 */
export function summaryGlance(summary: string): string {
  const lines = summary.split("\n");
  const told = (name: string) => {
    const start = `- ${name}: `;
    return lines.find((line) => line.startsWith(start))?.slice(start.length);
  };
  const [changed, tests] = [told("Changed"), told("Tests")];
  return [
    ...(changed === undefined ? [] : [
      `changed ${fewFiles(changed)} (${
        told("Committed") === undefined ? "it did not commit" : "it committed"
      })`,
    ]),
    ...(tests === undefined ? [] : [`tests ${tests.split(":", 1)[0]}`]),
  ].join("; ");
}

/** Removes the full stop of a text that more text follows. */
export function withoutStop(text: string): string {
  return text.endsWith(".") || text.endsWith("。") ? text.slice(0, -1) : text;
}

/** Shortens a list of paths, which may end in "and 9 more", to "a.ts, b.ts, c.ts and 12 more". */
function fewFiles(list: string): string {
  const end = list.endsWith(MORE) ? list.lastIndexOf(AND) : -1;
  const names = list.slice(0, end < 0 ? list.length : end).split(", ").map(fileName);
  const unnamed = end < 0 ? 0 : Number(list.slice(end + AND.length, -MORE.length));
  const shown = names.slice(0, FILES);
  const rest = unnamed + names.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : `${AND}${rest}${MORE}`);
}
