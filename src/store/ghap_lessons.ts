import type { GhapDomain, Lesson, RootCause } from "../ghap/ghap_types.ts";
import type { ShownLesson } from "../ghap/texts.ts";
import { parseColumn } from "./columns.ts";
import type { GhapRow } from "./ghap.ts";
import { search } from "./search.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The properties of a failure by which lessons are found. */
interface FailureClues {
  readonly project: string;
  /** The first test that failed. */
  readonly test?: string | undefined;
  /** Words of the error and of the command. */
  readonly text: string;
  readonly domain?: GhapDomain | undefined;
}

type LessonRow = Pick<
  GhapRow,
  | "id"
  | "status"
  | "domain"
  | "goal"
  | "result"
  | "root_cause"
  | "lesson"
  | "evidence"
  | "confidence_tier"
  | "resolved_at"
>;

/** The most entries that are compared, of those that share a word with the failure. */
const CANDIDATES = 50;
const MAX_TERMS = 12;
/** The least common words of a lesson about another test: one alone may be the command's name. */
const LEAST_WORDS = 2;
const WORD = /[^\s"'`()[\]{}<>,;:=!?*+^|]{3,60}/g;
/** Words that every failure has. */
const COMMON = new Set(
  ("error errors failed failure failures fail fails tests test passed pass exit code with from the and for not run npm " +
    "assert assertionerror expected received actual line file files spec suite true false null undefined none python " +
    "node deno cargo pytest jest first at in").split(" "),
);

/** Returns lessons from failures with the same test, file or error, best first; none rather than noise. */
export function lessonsFor(store: Store, clues: FailureClues, limit: number): ShownLesson[] {
  const terms = termsOf(clues);
  if (terms.length === 0) return [];
  const found = search(store, {
    text: terms.join(" "),
    project: clues.project,
    kinds: ["ghap"],
    limit: CANDIDATES,
    now: new Date(0),
  });
  const rows = store.all<LessonRow>(sql`
    select id, status, domain, goal, result, root_cause, lesson, evidence, confidence_tier, resolved_at
    from ghap where id in ${list(found.map(({ ref }) => ref))} and status in ('confirmed', 'falsified')`);
  return rows.map((row) => ({ row, score: scoreOf(row, terms, clues) }))
    .filter(({ row, score }) => score > 0 && (row.lesson !== null || row.root_cause !== null))
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row }) => shownLesson(row));
}

/** Returns resolved entries with a lesson, newest first. */
export function taughtLessons(
  store: Store,
  project: string,
  limit: number,
): { id: number; takeaway: string }[] {
  return store.all<{ id: number; lesson: string }>(sql`
    select id, lesson from ghap where project = ${project} and lesson is not null and status <> 'active'
    order by id desc limit ${limit}`).flatMap(({ id, lesson }) => {
    const takeaway = parseColumn<Lesson>(lesson)?.takeaway;
    return typeof takeaway === "string" && takeaway !== "" ? [{ id, takeaway }] : [];
  });
}

function termsOf({ test, text }: FailureClues): string[] {
  const words = `${test ?? ""} ${text}`.slice(0, 4000).match(WORD) ?? [];
  const telling = words.map((word) => word.replace(/[./-]+$/, "").toLowerCase()).filter((word) =>
    !COMMON.has(word)
  );
  return [...new Set(telling)].slice(0, MAX_TERMS);
}

/** Scores a lesson; 0 if it is about something else. Domain and tier only order the others. */
function scoreOf(row: LessonRow, terms: readonly string[], { test, domain }: FailureClues): number {
  const text = [row.goal, row.result, row.root_cause, lessonTexts(row), row.evidence].join("\n")
    .toLowerCase();
  const words = terms.filter((term) => text.includes(term)).length;
  const hasTest = test !== undefined && test !== "" && text.includes(test.toLowerCase());
  if (words < LEAST_WORDS && !hasTest) return 0;
  const isReliable = row.confidence_tier === "gold" ? 0.5 : 0;
  const isSameDomain = domain !== undefined && row.domain === domain ? 0.5 : 0;
  return words + (hasTest ? 3 : 0) + isReliable + isSameDomain;
}

/** Returns the lesson's texts and phrases, without JSON keys, which are common words. */
function lessonTexts({ lesson }: LessonRow): string {
  return Object.values(parseColumn<Lesson>(lesson) ?? {}).flat().join("\n");
}

function shownLesson(row: LessonRow): ShownLesson {
  const cause = parseColumn<RootCause>(row.root_cause);
  const lesson = parseColumn<Lesson>(row.lesson);
  return {
    id: row.id,
    status: row.status === "active" ? "abandoned" : row.status,
    goal: row.goal,
    rootCause: textOf(cause?.description),
    takeaway: textOf(lesson?.takeaway),
    whatWorked: textOf(lesson?.what_worked),
    resolvedAt: row.resolved_at ?? "",
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
