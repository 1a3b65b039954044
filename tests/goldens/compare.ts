import { diffArrays } from "diff";
import { pathsBelow } from "./inputs.ts";

const EXAMPLES = 3;
const SHOWN_UNITS = 110;

/** Prints what differs between two folders of goldens, grouped by what a line is about; gives the number of inputs that differ. */
export function compare(a: string, b: string, { only, all }: { only: string; all: boolean }): number {
  const files = [a, b].map((folder) => new Set(pathsBelow(folder, ".json")));
  const names = [...files[0]!.union(files[1]!)].filter((name) => name.includes(only)).sort();
  const groups = new Map<string, string[]>();
  let differing = 0;
  for (const name of names) {
    const [before = [], after = []] = [a, b].map((folder, i) =>
      files[i]!.has(name) ? Deno.readTextFileSync(`${folder}/${name}`).split("\n") : []
    );
    const found = differences(before, after);
    if (found.length > 0) differing++;
    const [kind = "", input = ""] = name.split("/");
    for (const { about, shown } of found) {
      groups.getOrInsert(`${kind}  ${about}`, []).push(`${input.slice(0, -".json".length)}: ${shown}`);
    }
  }
  for (const [key, found] of [...groups].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`${String(found.length).padStart(5)} × ${key}`);
    for (const line of all ? found : found.slice(0, EXAMPLES)) console.log(`          ${line}`);
  }
  console.log(`${names.length} inputs, ${differing} differ`);
  return differing;
}

/** Lines that are gone, new, or another; a line is about the table or the field that it begins with. */
function differences(before: readonly string[], after: readonly string[]) {
  const parts = diffArrays([...before], [...after]);
  return parts.flatMap(({ removed, added, value }, i) => {
    const gone = parts[i - 1]?.removed ? parts[i - 1]!.value : [];
    const come = removed && parts[i + 1]?.added ? parts[i + 1]!.value : [];
    if (removed) return value.slice(come.length).map((line) => difference(line, ""));
    return added ? value.map((line, at) => difference(gone[at] ?? "", line)) : [];
  });
}

function difference(before: string, after: string) {
  const [, about = ""] = /^\s*"?(\w*)/.exec(after || before) ?? [];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const [gone, come] = [before, after].map((line) =>
    line.slice(Math.max(0, same - 30)).slice(0, SHOWN_UNITS)
  );
  return { about, shown: `${gone} → ${come}` };
}
