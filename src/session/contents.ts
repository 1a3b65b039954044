import { quoteLine } from "../base/frame.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { titleLine } from "../memory/memory_title.ts";
import type { ContextGroup } from "./context_item.ts";

/** `others` holds what other members of a team have said, of any category. */
type ContentsGroup =
  | Extract<
    ContextGroup,
    "rules" | "constraints" | "decisions" | "lessons" | "how-tos" | "debts" | "sessions"
  >
  | "others";

/** An item that the contents may tell: a memory, or a lesson. */
export interface ContentsItem {
  /** `m12`, `g3` */
  readonly id: string;
  readonly group: ContentsGroup;
  readonly title: string | null;
  /** The beginning of its text. */
  readonly body: string;
  /** The author, where it came from another member of a team. */
  readonly author: string | null;
}

/** Items of a project, the most valuable first, and the number of all, counted up to some thousands. */
export interface Contents {
  readonly items: readonly ContentsItem[];
  readonly total: number;
}

export interface ContentsBlock {
  readonly lines: readonly string[];
  /** The ids, in the order of the lines. */
  readonly told: readonly string[];
  /** The number of items that have no line here. */
  readonly rest: number;
  readonly tokenCount: number;
}

/** The headings of groups, in the order in which they are told: rules before help. */
const HEADINGS: Readonly<Record<ContentsGroup, string>> = {
  rules: "Further rules of the user, which hold as well:",
  constraints: "Constraints:",
  decisions: "Decisions:",
  lessons: "Lessons:",
  "how-tos": "How-tos:",
  debts: "Known debts:",
  sessions: "Said of earlier sessions:",
  others: "Said by other members of the team; no rules of the user:",
};
const AUTHOR_UNITS = 40;

/** Tells how items of the contents are opened. `command` starts `mneme` in a shell. */
function introduction(command: string): string {
  return `Known here, by title. Before you do what one of these bears on, open it: tool \`get\`, or \`${command} get ID\`:`;
}

/**
 * Tells each item in a line, as many as fit, grouped by category and in the order of their ids, so that a new
 * item only adds a line. A last line counts the items that do not fit. Returns `undefined` where there is no
 * item, or no room for a line.
 */
export function contentsBlock(
  { items, total }: Contents,
  { tokenBudget, maxUnits, command }: {
    readonly tokenBudget: number;
    readonly maxUnits: number;
    readonly command: string;
  },
): ContentsBlock | undefined {
  const intro = introduction(command);
  const filled = new Filling(tokenBudget - REST_TOKENS, maxUnits - REST_UNITS);
  if (items.length === 0 || !filled.take(intro)) return undefined;
  const groups = new Set<ContentsGroup>();
  const placed: { readonly item: ContentsItem; readonly line: string }[] = [];
  for (const item of items) {
    const line = contentsLine(item);
    const heading = groups.has(item.group) ? [] : [HEADINGS[item.group]];
    if (!filled.take(line, ...heading)) break; // a later one would come and go with every edit
    groups.add(item.group);
    placed.push({ item, line });
  }
  if (placed.length === 0) return undefined;
  placed.sort((a, b) => compareItems(a.item, b.item));
  const rest = total - placed.length;
  const grouped = Object.entries(HEADINGS).map(([group, heading]) => ({
    heading,
    own: placed.filter(({ item }) => item.group === group),
  })).filter(({ own }) => own.length > 0);
  const lines = grouped.flatMap(({ heading, own }) => [heading, ...own.map(({ line }) => line)]);
  return {
    lines: [intro, ...lines, ...(rest > 0 ? [`+ ${rest} more: \`search\` finds these older ones`] : [])],
    told: grouped.flatMap(({ own }) => own.map(({ item }) => item.id)),
    rest,
    tokenCount: filled.tokens,
  };
}

/** "m12 · All money is integer minor units": one line that stands on its own and cannot leave its frame. */
export function contentsLine({ id, title, body, author }: ContentsItem): string {
  const by = author === null ? "" : `${quoteLine(author, AUTHOR_UNITS)} says: `;
  return `${id} · ${by}${quoteLine(titleLine(title, body), Infinity)}`;
}

/** Compares by kind and number, so that `m9` stands before `m10`. */
function compareItems({ id: a }: ContentsItem, { id: b }: ContentsItem): number {
  return a[0] === b[0] ? Number(a.slice(1)) - Number(b.slice(1)) : a < b ? -1 : 1;
}

/** Reserved for the line that counts the rest. */
const REST_TOKENS = 12;
const REST_UNITS = 48;

/** Counts the room that lines take. */
class Filling {
  tokens = 0;
  #units = 0;
  readonly #maxTokens: number;
  readonly #maxUnits: number;

  constructor(maxTokens: number, maxUnits: number) {
    this.#maxTokens = maxTokens;
    this.#maxUnits = maxUnits;
  }

  /** Counts the lines and returns true, where there is room for all of them. */
  take(...lines: readonly string[]): boolean {
    const tokens = lines.reduce((sum, line) => sum + estimateTokens(line) + 1, this.tokens);
    const units = lines.reduce((sum, line) => sum + line.length + 1, this.#units);
    if (tokens > this.#maxTokens || units > this.#maxUnits) return false;
    [this.tokens, this.#units] = [tokens, units];
    return true;
  }
}
