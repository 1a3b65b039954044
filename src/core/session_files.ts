import { shortPath } from "./observations/wording.ts";
import type { SessionFacts } from "./session_facts.ts";

const MAX_FILES = 8;

/** The files that a session changed, as many as there is room for, and how many more; `undefined` without any. */
export function describeFiles(
  { deeds, project }: Pick<SessionFacts, "deeds" | "project">,
  maxUnits: number,
): string | undefined {
  const files = [...new Set(deeds.flatMap(({ file }) => file ?? []))];
  const named: string[] = [];
  let units = 0;
  for (const file of files.slice(0, MAX_FILES)) {
    const path = shortPath(file, project);
    units += path.length + 2;
    if (units > maxUnits - " and 1000 more".length && named.length > 0) break;
    named.push(path);
  }
  const more = files.length - named.length;
  return named.length === 0 ? undefined : named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
