import { fileName } from "../base/hash.ts";

/** Puts a summary's list on one line; leaves out what was asked first if that is the title. */
export function summaryLine(summary: string, title: string | null): string {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line)
    .filter((line) => line !== "" && (title === null || !line.startsWith("Asked: "))).join(" | ");
}

const FILES = 3;
const AND = " and ";
const MORE = " more";

/**
 * Returns a session's results at a glance: changed files, whether it committed, how its tests ended. It says when
 * work was not committed, as the tree may not hold it.
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

/** Drops a full stop, as more follows on the line. */
export function withoutStop(text: string): string {
  return text.endsWith(".") || text.endsWith("。") ? text.slice(0, -1) : text;
}

/** Returns "a.ts, b.ts, c.ts and 9 more" from a list of paths, which may itself end in "and N more". */
function fewFiles(list: string): string {
  const end = list.endsWith(MORE) ? list.lastIndexOf(AND) : -1;
  const names = list.slice(0, end < 0 ? list.length : end).split(", ").map(fileName);
  const unnamed = end < 0 ? 0 : Number(list.slice(end + AND.length, -MORE.length));
  const shown = names.slice(0, FILES);
  const rest = unnamed + names.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : `${AND}${rest}${MORE}`);
}
