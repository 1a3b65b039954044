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

/** In the order in which they are shown: what binds comes before what helps. */
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

/** What the model is to be shown of an item; its texts are as they are stored. */
export interface ContextItem {
  readonly id: string;
  readonly group: ContextGroup;
  /** Where it comes from: who saved it, how a lesson ended, which lines of which file. */
  readonly source: string;
  readonly text: string;
  /** ISO 8601; empty for what has no age. */
  readonly createdAt: string;
}

export interface WeighedItem extends ContextItem {
  /** From 0 to 1. */
  readonly score: number;
}

const BEGINNING_UNITS = 24;

/** The text behind its title, which often is how the text begins. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  const beginning = text.slice(0, BEGINNING_UNITS);
  if (head === "" || text.startsWith(head) || (beginning !== "" && head.includes(beginning))) return text;
  return text === "" ? head : `${head}: ${text}`;
}
