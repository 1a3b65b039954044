import { quoteLine } from "./frame.ts";

/** The list that a session's summary is as one line; what was asked first is left out, where it is the title. */
export function summaryLine(summary: string, title: string | null): string {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line)
    .filter((line) => line !== "" && (title === null || !line.startsWith("Asked: "))).join(" | ");
}

const FILES = 3;
const DETAIL_UNITS = 90;

/** What came of a session, for a glance: the files it changed, how its tests ended, what was learnt, solved, decided, left open. */
export function summaryGlance(summary: string): string {
  const parts = new Map<string, string>();
  for (const [, name = "", text = ""] of summary.matchAll(/^- (\w+): (.+)$/gm)) {
    if (!parts.has(name)) parts.set(name, text); // of several the first: what was saved stands before what was found
  }
  const changed = parts.get("Changed");
  return [
    ...(changed === undefined ? [] : [`changed ${fewFiles(changed)}`]),
    ...(parts.has("Tests") ? [`tests ${parts.get("Tests")!.split(":", 1)[0]}`] : []),
    ...["Learnt", "Solved", "Decided", "Open"].filter((name) => parts.has(name))
      .map((name) =>
        `${name.toLowerCase()}: ${quoteLine(parts.get(name)!.replace(/[.\u3002]$/, ""), DETAIL_UNITS)}`
      ),
  ].join("; ");
}

/** "a.ts, b.ts, c.ts and 9 more", of a list of paths that may itself end so. */
function fewFiles(list: string): string {
  const [, paths = "", more = "0"] = /^(.*?)(?: and (\d+) more)?$/.exec(list) ?? [];
  const names = paths.split(", ").map((path) =>
    path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
  );
  const shown = names.slice(0, FILES);
  const rest = Number(more) + names.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}
