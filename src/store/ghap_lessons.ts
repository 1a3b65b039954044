// The lessons of resolved entries: told at failures, found by `mneme fix`, and offered as values.
import type { Lesson, RootCause } from "../ghap/entry.ts";
import { wordsOfError } from "../search/error_signature.ts";
import { lessonScore } from "../search/repair_match.ts";
import { parseColumn } from "./columns.ts";
import { TEACHES } from "./contents.ts";
import type { GhapRow } from "./ghap.ts";
import { search } from "./search.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

interface TaughtRow extends Omit<GhapRow, "status"> {
  readonly status: "confirmed" | "falsified";
  /** The number of its session; `null` for a removed session. */
  readonly session: number | null;
  readonly at: string;
}

const TAUGHT = sql`
  select g.*, s.id as session, coalesce(resolved_at, g.created_at) as at
  from (select * from ghap where ${TEACHES}) g left join sessions s using (session_id) where true`;

/** A failure to which lessons are sought; in every project without `project`. */
interface FailureClues {
  readonly project: string | undefined;
  /** Lines that identify the failure: its test, its errors, its command. */
  readonly lines: readonly string[];
}

const MOST_COMPARED = 50; // the most entries that are compared, of those that share a word with the failure

/** Finds the lessons of entries whose texts resemble the lines of a failure, the most alike first. */
export function lessonsFor(store: Store, { project, lines }: FailureClues, limit: number) {
  const words = lines.map(wordsOfError).filter(({ size }) => size > 0);
  const text = words.flatMap((line) => [...line]).join(" ");
  const query = { text, project, kinds: ["ghap"], limit: MOST_COMPARED, now: new Date(0) } as const;
  const refs = search(store, query).map(({ ref }) => ref);
  // Domain and tier only order the lessons. The query's date makes every lesson new, so that age does not count.
  const rankOf = (row: TaughtRow) =>
    (row.confidence_tier === "gold" ? 0.1 : 0) + (row.domain === "debugging" ? 0.1 : 0);
  return store.all<TaughtRow>(sql`${TAUGHT} and g.id in ${list(refs)}`)
    .map((row) => ({ row, score: lessonScore(words, wordsOfError(textOf(row))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score + rankOf(b.row) - a.score - rankOf(a.row) || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row: { id, status, goal, session, result, at, ...row }, score }) => {
      return { id, status, goal, session, result, resolvedAt: at, score, ...taughtBy(row) };
    });
}

/** Returns the texts and phrases of an entry, without the JSON keys of its lesson, which are common words. */
function textOf({ goal, hypothesis, result, surprise, root_cause, lesson, evidence }: TaughtRow): string {
  const taught = Object.values(parseColumn<Lesson>(lesson) ?? {}).flat();
  return [goal, hypothesis, result, surprise, root_cause, ...taught, evidence].join("\n");
}

export function taughtLessons(store: Store, project: string, limit: number) {
  return store.all<{ id: number; takeaway: string }>(sql`
    select id, lesson ->> 'takeaway' as takeaway from ghap where project = ${project} and status <> 'active'
    and json_valid(lesson) and json_type(lesson, '$.takeaway') = 'text' and takeaway <> ''
    order by id desc limit ${limit}`);
}

/** Returns what an entry taught; a text that is empty, or is no text, is `undefined`. */
function taughtBy({ root_cause, lesson }: Pick<TaughtRow, "root_cause" | "lesson">) {
  const filled = (value: unknown) => typeof value === "string" && value !== "" ? value : undefined;
  const { takeaway, what_worked } = parseColumn<Partial<Lesson>>(lesson) ?? {};
  return {
    rootCause: filled(parseColumn<Partial<RootCause>>(root_cause)?.description),
    takeaway: filled(takeaway),
    whatWorked: filled(what_worked),
  };
}
