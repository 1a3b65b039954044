import { parsed, pathsBelow } from "./inputs.ts";

/** One thing that is another. `kind`: its place without names and numbers, by which differences are grouped. */
type Difference = Readonly<Record<"kind" | "shown", string>>;
type Fields = Record<string, unknown>;

const EXAMPLES = 3;
const SHOWN_UNITS = 110;

/** Prints what differs between two folders of goldens, grouped by kind; gives the number of inputs that differ. */
export function compare(a: string, b: string, { only, all }: { only: string; all: boolean }): number {
  const files = [a, b].map((folder) => new Set(pathsBelow(folder, ".json")));
  const names = [...files[0]!.union(files[1]!)].filter((name) => name.includes(only)).sort();
  const groups = new Map<string, string[]>();
  let differing = 0;
  for (const name of names) {
    const [before = "", after = ""] = [a, b].map((folder, i) =>
      files[i]!.has(name) ? Deno.readTextFileSync(`${folder}/${name}`) : "null"
    );
    if (before === after) continue;
    differing++;
    const [kind = "", input = ""] = name.split("/");
    for (const found of differences(JSON.parse(before), JSON.parse(after), "")) {
      const key = `${kind}  ${found.kind || "whole input"}`;
      groups.set(key, [...groups.get(key) ?? [], `${input.slice(0, -".json".length)}: ${found.shown}`]);
    }
  }
  for (const [key, found] of [...groups].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`${String(found.length).padStart(5)} × ${key}`);
    for (const line of all ? found : found.slice(0, EXAMPLES)) console.log(`          ${line}`);
  }
  console.log(`${names.length} inputs, ${differing} differ`);
  return differing;
}

function differences(a: unknown, b: unknown, place: string): Difference[] {
  const [before, after] = [show(a), show(b)];
  if (before === after) return [];
  if (Array.isArray(a) && Array.isArray(b)) return betweenLists(a, b, place);
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      differences(a[key], b[key], `${place}.${/^[0-9a-f]{16}\b/.test(key) ? "*" : key}`) // no kind is a digest
    );
  }
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - 30);
  return [{ kind: place, shown: `${cut(before.slice(from))} → ${cut(after.slice(from))}` }];
}

/** Steps are compared in their order; of anything else what is gone, what is new, and what became another. */
function betweenLists(a: readonly unknown[], b: readonly unknown[], place: string): Difference[] {
  if (place === ".steps" && a.length === b.length) {
    return a.flatMap((step, i) => {
      const { run, hook, mneme } = step as Fields;
      return differences(step, b[i], String(run ?? hook ?? `mneme ${mneme}`));
    });
  }
  const come = b.map(asItem);
  const gone = a.map(asItem).filter(({ text }) => !takeFirst(come, (other) => other.text === text));
  if (gone.length + come.length === 0) return [{ kind: `${place}: order`, shown: "" }];
  return [
    ...gone.flatMap((item) => {
      const changed = takeFirst(come, (other) => isSameChanged(item, other));
      return changed === undefined
        ? [{ kind: `${place}${item.table}: gone`, shown: cut(item.text) }]
        : differences(item.value, changed.value, place + item.table);
    }),
    ...come.map(({ table, text }) => ({ kind: `${place}${table}: new`, shown: cut(text) })),
  ];
}

/** A row of a dump is the name of its table and JSON. */
function asItem(value: unknown) {
  const [, table, json] = typeof value === "string" ? /^(\w+) ([{[].*)$/s.exec(value) ?? [] : [];
  const text = show(value);
  return json === undefined ? { table: "", value, text } : { table: ` ${table}`, value: parsed(json), text };
}

function takeFirst<T>(from: T[], test: (item: T) => boolean): T | undefined {
  const index = from.findIndex(test);
  return index < 0 ? undefined : from.splice(index, 1)[0];
}

/** Most fields are equal. */
function isSameChanged(a: ReturnType<typeof asItem>, b: ReturnType<typeof asItem>): boolean {
  if (a.table !== b.table || !isObject(a.value) || !isObject(b.value)) return false;
  const [one, other, keys] = [a.value, b.value, Object.keys(a.value)];
  return keys.filter((key) => one[key] === other[key]).length > keys.length / 2;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

function cut(text: string): string {
  return text.length <= SHOWN_UNITS ? text : `${text.slice(0, SHOWN_UNITS)}…`;
}
