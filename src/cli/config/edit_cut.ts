import { isMap, isNode, isScalar } from "yaml";
import type { Document, Pair, YAMLMap } from "yaml";

/**
 * The text without the entry under `names`, and without the groups that held nothing else. Whole lines are cut, so
 * that every other line keeps its form, and comments above the entry stay.
 */
export function cutSetting(text: string, document: Document, names: readonly string[]): string {
  const steps = entriesOnPath(document, names);
  if (steps.length < names.length) return text;
  const outermost = outermostAlone(text, steps);
  const step = steps[outermost];
  const lines = step === undefined || step.group.flow
    ? undefined
    : linesOf(text, step.entry.key, lastNode(steps.slice(outermost)));
  if (lines !== undefined) return text.slice(0, lines.start) + text.slice(lines.end);
  document.deleteIn(names.slice(0, outermost + 1));
  return document.toString({ lineWidth: 0 });
}

interface Step {
  readonly group: YAMLMap;
  readonly entry: Pair;
}

function entriesOnPath(document: Document, names: readonly string[]): Step[] {
  const steps: Step[] = [];
  let node: unknown = document.contents;
  for (const name of names) {
    if (!isMap(node)) break;
    const entry = node.items.find(({ key }) => isScalar(key) && key.value === name);
    if (entry === undefined) break;
    steps.push({ group: node, entry });
    node = entry.value;
  }
  return steps;
}

/** A group with a comment in front of its only entry is kept: the comment may be about more than the entry. */
function outermostAlone(text: string, steps: readonly Step[]): number {
  let index = steps.length - 1;
  while (index > 0 && steps[index]?.group.items.length === 1) {
    const [outer, inner] = [steps[index - 1]?.entry.key, steps[index]?.entry.key];
    const [from, to] = [startOf(outer), startOf(inner)];
    if (from === undefined || to === undefined || text.slice(from, to).includes("#")) break;
    index--;
  }
  return index;
}

/** Where the entries end: a block group's own range would take the comments after its last entry along. */
function lastNode(steps: readonly Step[]): unknown {
  const { key, value } =
    (steps.find(({ entry }) => !isMap(entry.value) || entry.value.flow) ?? steps.at(-1))?.entry ?? {};
  return isNode(value) ? value : key;
}

function linesOf(text: string, key: unknown, last: unknown): { start: number; end: number } | undefined {
  const keyStart = startOf(key);
  if (keyStart === undefined || !isNode(last) || !last.range) return undefined;
  const start = text.lastIndexOf("\n", keyStart - 1) + 1;
  if (text.slice(start, keyStart).trim() !== "") return undefined;
  const contentEnd = last.range[0] + text.slice(last.range[0], last.range[1]).trimEnd().length;
  const newline = text.indexOf("\n", contentEnd);
  return { start, end: newline === -1 ? text.length : newline + 1 };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
