import { snippetOf } from "../../core/search/snippet.ts";
import { summaryLine } from "../../core/summary_line.ts";
import type { ItemKind, ScorePart, SearchHit } from "../../core/search/search_types.ts";
import type { FoundText } from "../../store/found_texts.ts";

/** A find as it goes out. */
export interface FoundItem {
  readonly id: string;
  readonly type: ItemKind;
  /** Its own, else the start of its text. */
  readonly title: string;
  /** The part of its text that holds most of what was asked for. */
  readonly snippet: string;
  readonly score: number;
  readonly created_at: string;
  /** The parts of the score. */
  readonly why: readonly ScorePart[];
  /** A memory's category, an entry's status, a code unit's kind; `null` where there is none. */
  readonly category: string | null;
  /** `null` where it holds everywhere. */
  readonly project: string | null;
}

export const TITLE_UNITS = 100;
export const SNIPPET_UNITS = 160;

/** The find, with what of its text fits these words. */
export function foundItem(hit: SearchHit, text: FoundText, words: readonly string[]): FoundItem {
  const title = snippetOf(text.title ?? text.body, [], text.title === null ? 80 : TITLE_UNITS);
  const body = hit.kind === "session" ? summaryLine(text.body, text.title) : text.body;
  return {
    id: hit.id,
    type: hit.kind,
    title,
    snippet: snippetOf(body === "" ? title : body, words, SNIPPET_UNITS),
    score: rounded(hit.score),
    created_at: text.createdAt,
    why: hit.why.map(({ name, value }) => ({ name, value: rounded(value) })),
    category: text.category,
    project: text.project,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
