// Writes a text with the items that concern a prompt, a file or a failure, within a budget of tokens.
import { cutEnd } from "../base/cut.ts";
import { frameContext, quoteLine } from "../base/frame.ts";
import { coarseAge } from "../base/time.ts";
import { estimateTokens, FILLED_SHARE } from "../base/token_estimate.ts";

export const GROUP_HEADINGS = {
  open: "Still open:",
  rules: "Standing rules:",
  constraints: "Constraints:",
  decisions: "Decisions:",
  mended: "What then worked:",
  lessons: "Past lessons:",
  "how-tos": "How-tos:",
  debts: "Known debts:",
  sessions: "Earlier sessions:",
  history: "Done and said before:",
  code: "Code:",
} as const;

export type ContextGroup = keyof typeof GROUP_HEADINGS;

export interface ContextItem {
  readonly id: string;
  readonly group: ContextGroup;
  /** The item's origin: who saved it, how its prediction ended, or its place in a file. */
  readonly source: string;
  readonly text: string;
  /** ISO 8601; empty if the age of the item does not matter. */
  readonly createdAt: string;
}

export type WeighedItem = ContextItem & { readonly score: number };

export interface ContextRoom {
  readonly tokenBudget: number;
  readonly limit: number;
  /** True to take the items with the highest scores, not those with the highest scores per token. */
  readonly isBestFirst?: boolean;
  readonly intro?: string;
  readonly now: Date;
}

export interface FilledContext<T extends WeighedItem = WeighedItem> {
  /** `undefined` if no item fits. */
  readonly text: string | undefined;
  readonly tokenCount: number;
  /** In the order of the text. */
  readonly items: readonly (T & { readonly tokens: number })[];
  readonly omitted: readonly T[];
}

/** The most UTF-16 units of the text as a JSON string, since Claude Code shortens an answer of over 10,000. */
const MAX_UNITS = 9_000;

/** Returns a framed text with the best items that fit. Ages are in days, so that the text stays the same all day. */
export function fillContext<T extends WeighedItem>(
  items: readonly T[],
  { tokenBudget, limit, isBestFirst = false, intro, now }: ContextRoom,
): FilledContext<T> {
  const head = intro === undefined ? [] : [quoteLine(intro, 240)];
  const empty = frameContext(head);
  const groups = new Set<ContextGroup>();
  const omitted: T[] = [];
  let tokens = estimateTokens(empty);
  let units = JSON.stringify(empty).length;
  const candidates = items.map((item) => {
    const room = tokenBudget * FILLED_SHARE - tokens - estimateTokens(`${GROUP_HEADINGS[item.group]}\n`) - 1;
    const line = cutToRoom(itemLine(item, now), room);
    return { item, line, tokens: estimateTokens(line) + 1 };
  });
  const placed: typeof candidates = [];
  const worth = ({ item, tokens }: typeof candidates[number]) =>
    isBestFirst ? item.score : item.score / tokens;
  candidates.sort((a, b) => worth(b) - worth(a) || (a.item.id < b.item.id ? -1 : 1));
  for (const candidate of candidates) {
    const heading = groups.has(candidate.item.group) ? "" : `${GROUP_HEADINGS[candidate.item.group]}\n`;
    const more = candidate.tokens + estimateTokens(heading);
    const moreUnits = JSON.stringify(heading + candidate.line).length; // its quotes stand for the line end
    const fits = tokens + more <= tokenBudget * FILLED_SHARE && units + moreUnits <= MAX_UNITS;
    if (placed.length >= limit || !fits) {
      omitted.push(candidate.item);
      continue;
    }
    groups.add(candidate.item.group);
    placed.push(candidate);
    tokens += more;
    units += moreUnits;
  }
  if (placed.length === 0) return { text: undefined, tokenCount: 0, items: [], omitted };
  placed.sort(({ item: a }, { item: b }) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const { lines, sorted } = underHeadings(placed, GROUP_HEADINGS);
  const shown = sorted.map(({ item, tokens }) => ({ ...item, tokens }));
  return { text: frameContext([...head, ...lines]), tokenCount: tokens, items: shown, omitted };
}

/** Cuts a line that would not fit even alone, as in Chinese; not to less than half, which would say too little. */
function cutToRoom(line: string, maxTokens: number): string {
  const tokens = estimateTokens(line);
  if (tokens <= maxTokens || tokens > 2 * maxTokens) return line;
  return cutToRoom(cutEnd(line, Math.floor(line.length * maxTokens / tokens)), maxTokens);
}

/** Puts lines below the headings of their groups. `sorted` has the items in the order of their lines. */
export function underHeadings<T extends { readonly item: { readonly group: string }; readonly line: string }>(
  placed: readonly T[],
  headings: Readonly<Record<string, string>>,
): { readonly lines: string[]; readonly sorted: T[] } {
  const groups = Map.groupBy(placed, ({ item }) => item.group);
  const shown = Object.keys(headings).filter((group) => groups.has(group));
  const own = (group: string) => groups.get(group)!;
  return {
    lines: shown.flatMap((group) => [headings[group]!, ...own(group).map(({ line }) => line)]),
    sorted: shown.flatMap(own),
  };
}

/** Returns "- m12 · 5 days ago · saved by the user · …". No text can break out of its line or of the frame. */
function itemLine({ id, source, text, createdAt }: ContextItem, now: Date): string {
  const age = createdAt === "" ? [] : [coarseAge(new Date(createdAt), now)];
  const parts = [id, ...age, quoteLine(source, 160), quoteLine(text, 480)];
  return `- ${parts.filter((part) => part !== "").join(" · ")}`;
}
