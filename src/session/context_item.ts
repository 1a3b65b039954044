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

/** An item as the model is shown it; its texts are as they are stored. */
export interface ContextItem {
  readonly id: string;
  readonly group: ContextGroup;
  /** Its source: who saved it, how a lesson ended, which lines of which file. */
  readonly source: string;
  readonly text: string;
  /** ISO 8601; empty for what has no age. */
  readonly createdAt: string;
}

export interface WeighedItem extends ContextItem {
  /** From 0 to 1. */
  readonly score: number;
}

/** A title of which the text has so many of the words says nothing more. */
const SAID_SHARE = 0.7;

/** The text behind its title, where that says something that the text does not. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  if (text === "") return head;
  const said = new Set(wordsOf(text));
  const words = wordsOf(head);
  const share = words.filter((word) => said.has(word)).length / Math.max(1, words.length);
  return share >= SAID_SHARE ? text : `${head}: ${text}`;
}

/** Whole words in small letters; of scripts without blanks between words, what stands between signs. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s.,:;!?()"'`/]+/).filter((word) => word.length > 2);
}
