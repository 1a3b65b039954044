import type { ContextGroup, ContextItem } from "../../core/context/context_item.ts";
import { type AskedWeights, sessionAnswer } from "../../core/context/session_answer.ts";
import type { ItemKey } from "../../core/search/item_id.ts";
import { MAX_SUMMARY_UNITS } from "../../core/session_summary.ts";
import { FORGOTTEN } from "../forgotten_texts.ts";
import type { Store } from "../store.ts";
import { type DetailRow, groupOf, lessonDetails, memoryDetails, REFS, withTitle } from "./saved_details.ts";

/** What an item says, as it is stored now. */
export type ItemDetail = ItemKey & Omit<ContextItem, "id">;

/** The kinds of which there are details. */
export const CONTEXT_KINDS = ["memory", "ghap", "value", "session", "observation", "code"] as const;
export type ContextKind = typeof CONTEXT_KINDS[number];

/** Of an observation that tells what came of something: a change, a run, a commit, an answer; not that something was looked at. */
const TELLING = 2;

/**
 * Per kind the texts of these rows, cut where nobody reads on; rows that are not to be shown (replaced, forgotten, still
 * open, empty) are not among them.
 */
const DETAILS: Readonly<Record<ContextKind, string>> = {
  memory: memoryDetails(),
  ghap: lessonDetails(),
  value: `select id as ref, 'rules' as sort, '' as source, null as title, text, '' as createdAt
    from project_values where ${REFS}`,
  session:
    `select id as ref, 'sessions' as sort, '' as source, title, coalesce(substr(summary, 1, ${MAX_SUMMARY_UNITS}), '') as text,
      started_at as createdAt
    from sessions where ${REFS} and coalesce(summary, title) is not null`,
  observation:
    `select id as ref, 'history' as sort, '' as source, null as title, substr(text, 1, 900) as text,
      created_at as createdAt
    from observations where ${REFS} and weight >= ${TELLING} and text <> '${FORGOTTEN}'`,
  code:
    `select id as ref, 'code' as sort, path || ':' || start_line || '-' || end_line as source, null as title,
      substr(concat_ws(' — ', signature, doc), 1, 400) as text, '' as createdAt
    from code_units where ${REFS}`,
};

/** What these rows of one kind say to what is asked, in no order; without sessions that say nothing to it. */
export function itemDetails(
  store: Store,
  kind: ContextKind,
  { refs, asked }: { readonly refs: readonly number[]; readonly asked: AskedWeights },
): ItemDetail[] {
  return store.all<DetailRow>(DETAILS[kind], JSON.stringify(refs)).flatMap(
    ({ sort, title, text, ...row }) => {
      const said = kind === "session"
        ? sessionAnswer({ title, summary: text }, asked)
        : withTitle(title, text);
      return said === undefined ? [] : [{
        kind,
        ref: row.ref,
        source: row.source,
        createdAt: row.createdAt,
        group: kind === "memory" ? groupOf(sort) : sort as ContextGroup,
        text: said,
      }];
    },
  );
}
