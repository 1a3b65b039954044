export type ContextGroup =
  | "open"
  | "rules"
  | "constraints"
  | "decisions"
  | "mended"
  | "lessons"
  | "how-tos"
  | "debts"
  | "sessions"
  | "history"
  | "code";

/** The headings of the groups, in the order of the text: rules before help. */
export const GROUP_HEADINGS: Readonly<Record<ContextGroup, string>> = {
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
};

/** An item that may be shown to the model, with texts as they are stored. */
export interface ContextItem {
  readonly id: string;
  readonly group: ContextGroup;
  /** The item's origin: who saved it, how a lesson ended, or the lines of a file. */
  readonly source: string;
  readonly text: string;
  /** The time of the item, ISO 8601; empty if its age does not matter. */
  readonly createdAt: string;
}

export interface WeighedItem extends ContextItem {
  /** The relevance, from 0 to 1. */
  readonly score: number;
}

/** A title adds nothing to a text that contains this share of the title's words. */
const SAID_SHARE = 0.7;

/** Puts the title in front of the text, unless it adds nothing to the text. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  if (text === "") return head;
  const said = new Set(wordsOf(text));
  const words = wordsOf(head);
  const share = words.filter((word) => said.has(word)).length / Math.max(1, words.length);
  return share >= SAID_SHARE ? text : `${head}: ${text}`;
}

/** Splits a text at blanks and signs, in lower case; words of one or two units are left out. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s.,:;!?()"'`/]+/).filter((word) => word.length > 2);
}
