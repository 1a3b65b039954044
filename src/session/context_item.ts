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

/** Headings of the groups, in the order in which they are shown: binding ones first. */
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

/** An item that the model may be shown, with its stored texts. */
export interface ContextItem {
  readonly id: string;
  readonly group: ContextGroup;
  /** Says where it comes from: who saved it, how a prediction ended, which lines of which file. */
  readonly source: string;
  readonly text: string;
  /** ISO 8601; "" for an item without an age. */
  readonly createdAt: string;
}

export interface WeighedItem extends ContextItem {
  /** The score, from 0 to 1. */
  readonly score: number;
}

/** A title is left out when the text has this share of its words. */
const SAID_SHARE = 0.7;

/** Puts the title before the text, if the title says something that the text does not. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  if (text === "") return head;
  const said = new Set(wordsOf(text));
  const words = wordsOf(head);
  const share = words.filter((word) => said.has(word)).length / Math.max(1, words.length);
  return share >= SAID_SHARE ? text : `${head}: ${text}`;
}

/** Returns the words in lower case; of scripts without blanks, the text between punctuation. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s.,:;!?()"'`/]+/).filter((word) => word.length > 2);
}
