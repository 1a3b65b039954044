import { withSlashes } from "../base/slashes.ts";

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
  const named = list.slice(0, end < 0 ? list.length : end).split(", ").map(plainPath);
  const paths = [...new Set(named)];
  const unnamed = end < 0 ? 0 : Number(list.slice(end + AND.length, -MORE.length));
  const shown = paths.slice(0, FILES).map((path) => shortest(path, paths));
  const rest = unnamed + paths.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : `${AND}${rest}${MORE}`);
}

/** Returns a path in one of its spellings: `src/cart.ts` for `./src//cart.ts`. */
function plainPath(path: string): string {
  return withSlashes(path).replace(
    /(?:^|(?<=\/))(?:\.?\/)+(?=.)/g,
    (part, at) => at === 0 && part[0] === "/" ? "/" : "",
  );
}

/** Returns the end of a path that no other path has: `cart.ts`, or `a/index.ts` beside `b/index.ts`. */
function shortest(path: string, all: readonly string[]): string {
  const parts = path.split("/");
  for (let from = parts.length - 1; from > 0; from--) {
    const tail = parts.slice(from).join("/");
    if (!all.some((other) => other !== path && `/${other}`.endsWith(`/${tail}`))) return tail;
  }
  return path;
}
