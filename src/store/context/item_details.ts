import type { ContextGroup, ContextItem } from "../../core/context/context_item.ts";
import type { ItemKey } from "../../core/search/item_id.ts";
import { summaryLine } from "../../core/summary_line.ts";
import type { Store } from "../store.ts";

/** What an item says, as it is stored now. */
export type ItemDetail = ItemKey & Omit<ContextItem, "id">;

/** The kinds of which there are details. */
export const CONTEXT_KINDS = ["memory", "ghap", "value", "session", "code"] as const;
export type ContextKind = typeof CONTEXT_KINDS[number];

interface DetailRow {
  readonly ref: number;
  /** A category of memories, or the group itself. */
  readonly sort: string;
  readonly source: string;
  readonly title: string | null;
  readonly text: string;
  readonly createdAt: string;
}

const CATEGORY_GROUPS: Readonly<Record<string, ContextGroup>> = {
  CONSTRAINT: "constraints",
  PREFERENCE: "preferences",
  RUNBOOK: "how-tos",
  TECH_DEBT: "debts",
  SESSION_SUMMARY: "sessions",
};

const MEMORY_SOURCES =
  "json_object('user', 'said by the user', 'agent', 'noted by an agent', 'import', 'imported')";
const REFS = "id in (select value from json_each(?))";

/**
 * Per kind the texts of these rows, cut where nobody reads on; rows that are not to be shown (replaced, forgotten, still
 * open, empty) are not among them.
 */
const DETAILS: Readonly<Record<ContextKind, string>> = {
  memory: `select id as ref, category as sort, coalesce(${MEMORY_SOURCES} ->> source, '') as source, title,
      substr(body, 1, 600) as text, created_at as createdAt
    from memories where ${REFS} and status = 'active'`,
  ghap: `select id as ref, 'lessons' as sort, status as source, null as title, concat_ws('; ',
        'goal: ' || substr(goal, 1, 140),
        iif(status = 'falsified', 'expected: ' || substr(prediction, 1, 100), null),
        'happened: ' || substr(result, 1, 140),
        'root cause: ' || substr(nullif(root_cause ->> 'description', ''), 1, 140),
        'takeaway: ' || substr(coalesce(nullif(lesson ->> 'takeaway', ''), lesson ->> 'what_worked'), 1, 200)
      ) as text, coalesce(resolved_at, created_at) as createdAt
    from ghap where ${REFS} and status <> 'active'`,
  value: `select id as ref, 'values' as sort, '' as source, null as title, text, '' as createdAt
    from project_values where ${REFS}`,
  session:
    `select id as ref, 'sessions' as sort, '' as source, title, coalesce(substr(summary, 1, 600), '') as text,
      started_at as createdAt
    from sessions where ${REFS} and coalesce(summary, title) is not null`,
  code:
    `select id as ref, 'code' as sort, path || ':' || start_line || '-' || end_line as source, null as title,
      substr(concat_ws(' — ', signature, doc), 1, 400) as text, '' as createdAt
    from code_units where ${REFS}`,
};

/** What these rows of one kind say, in no order. */
export function itemDetails(store: Store, kind: ContextKind, refs: readonly number[]): ItemDetail[] {
  return store.all<DetailRow>(DETAILS[kind], JSON.stringify(refs)).map(({ sort, title, text, ...row }) => ({
    kind,
    ref: row.ref,
    source: row.source,
    createdAt: row.createdAt,
    group: kind === "memory" ? CATEGORY_GROUPS[sort] ?? "decisions" : sort as ContextGroup,
    text: kind === "session" ? sessionText(title, text) : withTitle(title, text),
  }));
}

function sessionText(title: string | null, summary: string): string {
  return [title ?? "", summaryLine(summary, title)].filter((text) => text !== "").join(" | ");
}

/** A title often is how the text begins. */
function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  return text === "" ? head : `${head}: ${text}`;
}
