// Writes the contents that a session or a subagent is told at its start: a line for each memory and lesson.
import { quoteLine } from "../base/frame.ts";
import { cached } from "../base/hash.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { underHeadings } from "./fill_context.ts";
import { normaliseMemoryText, titleLine, withTitle } from "../memory/memory_text.ts";

/** An item of the contents: a memory, or a lesson of a GHAP entry. */
export interface ContentsItem {
  readonly id: string;
  readonly group: keyof typeof HEADINGS;
  readonly title: string | null;
  /** The beginning of the item's text; empty for a long text if the item has a title. */
  readonly body: string;
  /** True if `body` is the whole text of a short item. */
  readonly isWhole: boolean;
  readonly author: string | null;
  readonly statedAt: string;
}

/** From this number on, the rest is told as "at least": counting more takes milliseconds, and nobody needs it. */
export const MOST_COUNTED = 500;

/** The most valuable items, best first. `total` counts all, but may leave out what lies `MOST_COUNTED` beyond `items`. */
export type Contents = Readonly<{ items: readonly ContentsItem[]; total: number }>;

export type ContentsBlock = NonNullable<ReturnType<typeof contentsBlock>>;

const HEADINGS = {
  rules: "Further rules of the user, newest first, which hold as well:",
  constraints: "Constraints:",
  decisions: "Decisions:",
  lessons: "Lessons, each by its takeaway:",
  "how-tos": "How-tos:",
  debts: "Known debts:",
  sessions: "Agents' notes of earlier sessions:",
  others: "Said by other members of the team; no rules of the user:",
} as const;

/**
 * Returns a line for each item that fits, grouped and sorted by id, rules newest first, so that a new item only adds a
 * line. A line has a whole short item, or a title and "…". Short rules come whole while less than `wholeShare` of the
 * room is taken, further short items only if all items have a line. A last line counts the items without one. Returns
 * `undefined` if there is no line to show. `command` starts `mneme` in a shell.
 */
export function contentsBlock(
  { items, total }: Contents,
  { tokenBudget, maxUnits, wholeShare, command }: Readonly<
    Record<"tokenBudget" | "maxUnits" | "wholeShare", number> & { command: string }
  >,
) {
  const intro =
    `Known here. A line that ends with … is only the beginning of a memory: open it before you do what it concerns (tool \`get\`, or \`${command} get ID\`). Every other line is a whole memory:`;
  const [maxTokens, roomUnits] = [tokenBudget - REST_TOKENS, maxUnits - REST_UNITS];
  let [tokens, units] = [0, 0];
  /** Returns true, and counts the lines, if there is room for them in place of the `old` ones. */
  const take = (lines: readonly string[], old: readonly string[] = []): boolean => {
    const newTokens = tokens + sumOf(lines, costOf) - sumOf(old, costOf);
    const newUnits = units + sumOf(lines, unitsOf) - sumOf(old, unitsOf);
    if (newTokens > maxTokens || newUnits > roomUnits) return false;
    [tokens, units] = [newTokens, newUnits];
    return true;
  };
  if (items.length === 0 || !take([intro])) return undefined;
  const groups = new Set<string>();
  const placed: { readonly item: ContentsItem; line: string; isWhole: boolean }[] = [];
  for (const item of items) {
    const isWhole = saysAll(item) ||
      item.isWhole && item.group === "rules" && tokens < maxTokens * wholeShare &&
        units < roomUnits * wholeShare;
    const line = isWhole ? wholeLine(item) : contentsLine(item).replace(/ ?…?$/, " …");
    const heading = groups.has(item.group) ? [] : [HEADINGS[item.group]];
    if (!take([line, ...heading])) break; // a shorter, less valuable item would come and go with every edit
    groups.add(item.group);
    placed.push({ item, line, isWhole });
  }
  if (placed.length === 0) return undefined;
  const rest = total - placed.length;
  for (const one of rest > 0 ? [] : placed.filter(({ item, isWhole }) => item.isWhole && !isWhole)) {
    const whole = wholeLine(one.item);
    if (!take([whole], [one.line])) break;
    [one.line, one.isWhole] = [whole, true];
  }
  // By kind and number (`m9` before `m10`), but rules by date, as the newer holds where two differ.
  const placeOf = ({ id, group, statedAt }: ContentsItem) =>
    group === "rules" ? -Date.parse(statedAt) : Number(id.slice(1));
  placed.sort(({ item: a }, { item: b }) =>
    a.id[0] === b.id[0] ? placeOf(a) - placeOf(b) : a.id < b.id ? -1 : 1
  );
  const { lines, sorted } = underHeadings(placed, HEADINGS);
  const least = rest >= MOST_COUNTED ? "at least " : "";
  if (rest > 0) lines.push(`+ ${least}${rest} more: \`search\` finds the others`);
  lines.unshift(placed.every(({ isWhole }) => isWhole) ? "Known here, each in full:" : intro);
  return {
    lines,
    ids: sorted.map(({ item }) => item.id),
    ruleCount: placed.filter(({ item }) => item.group === "rules").length,
    whole: placed.flatMap(({ item, isWhole }) => isWhole ? [item.id] : []),
    rest,
    tokenCount: sumOf(lines, costOf),
  };
}

export const unitsOf = (line: string) => line.length + 1; // with its line break
/** Returns the tokens of a line with its line break. Cached, as several forms of a text contain the same line. */
export const costOf = cached((line) => line === "" ? 0 : estimateTokens(line) + 1);
export const sumOf = (lines: readonly string[], of: (line: string) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0);

/** Returns "m12 · All money is integer minor units". No text can break out of its line or of the frame around it. */
export const contentsLine = (item: ContentsItem) => lineOf(item, titleLine(item.title, item.body));

/** Returns true if an item's line has all its words, so that opening the item shows nothing more. */
export function saysAll({ title, body }: ContentsItem): boolean {
  const line = titleLine(title, body);
  return body.length <= line.length + MOST_SIGNS && normaliseMemoryText(line) === normaliseMemoryText(body);
}

/** Returns a line with an item's text, after its title if that has other words. Only a cut line may end with `…`. */
export function wholeLine(item: ContentsItem): string {
  return lineOf(item, withTitle(item.title, item.body.trim()).replace(/…$/, "..."));
}

function lineOf({ id, author }: ContentsItem, text: string): string {
  const by = author === null ? "" : `${quoteLine(author, 40)} of the team says: `;
  return `${id} · ${by}${quoteLine(text, Infinity)}`;
}

const MOST_SIGNS = 8; // the marks, such as quotes, that a text may have beyond the words of its line
const REST_TOKENS = 16; // the room reserved for the line that counts the items that do not fit
const REST_UNITS = 51; // the same in UTF-16 units
