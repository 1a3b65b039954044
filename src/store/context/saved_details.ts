import type { ContextGroup } from "../../core/context/context_item.ts";

/** What an item says; its text is cut where nobody reads on. */
export interface DetailRow {
  readonly ref: number;
  /** A category of memories, or the group itself. */
  readonly sort: string;
  readonly source: string;
  readonly title: string | null;
  readonly text: string;
  readonly createdAt: string;
}

const MEMORY_SOURCES =
  "json_object('user', 'said by the user', 'agent', 'noted by an agent', 'import', 'imported')";

/** Takes the numbers of rows as a JSON list. */
export const REFS = "id in (select value from json_each(?))";

/** What rows of `memories` say, for `DetailRow`, with further columns of theirs; of those that are to be shown. */
export function memoryDetails(further = ""): string {
  return `select id as ref, category as sort, coalesce(${MEMORY_SOURCES} ->> source, '') as source, title,
      substr(body, 1, 600) as text, created_at as createdAt${further}
    from memories where ${REFS} and status = 'active'`;
}

/** The same of rows of `ghap`. */
export function lessonDetails(further = ""): string {
  return `select id as ref, 'lessons' as sort, status as source, null as title, concat_ws('; ',
        'goal: ' || substr(goal, 1, 140),
        iif(status = 'falsified', 'expected: ' || substr(prediction, 1, 100), null),
        'happened: ' || substr(result, 1, 140),
        'root cause: ' || substr(nullif(root_cause ->> 'description', ''), 1, 140),
        'takeaway: ' || substr(coalesce(nullif(lesson ->> 'takeaway', ''), lesson ->> 'what_worked'), 1, 200)
      ) as text, coalesce(resolved_at, created_at) as createdAt${further}
    from ghap where ${REFS} and status <> 'active'`;
}

const CATEGORY_GROUPS: Readonly<Record<string, ContextGroup>> = {
  CONSTRAINT: "constraints",
  PREFERENCE: "rules",
  RUNBOOK: "how-tos",
  TECH_DEBT: "debts",
  SESSION_SUMMARY: "sessions",
};

/** Under which heading a memory of this category stands. */
export function groupOf(category: string): ContextGroup {
  return CATEGORY_GROUPS[category] ?? "decisions";
}

/** The text behind its title, which often is how the text begins. */
export function withTitle(title: string | null, text: string): string {
  const head = title?.replace(/(…|\.\.\.)$/, "").trim() ?? "";
  if (head === "" || text.startsWith(head)) return text;
  return text === "" ? head : `${head}: ${text}`;
}
