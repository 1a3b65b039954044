import type { GhapDomain, Lesson, RootCause } from "../ghap/entry.ts";
import type { ShownLesson } from "../ghap/texts.ts";
import { readLines, signatureOf, wordsOfError } from "../search/error_signature.ts";
import { lessonScore } from "../search/repair_match.ts";
import { parseColumn } from "./columns.ts";
import { TEACHES } from "./contents.ts";
import type { GhapRow } from "./ghap.ts";
import { search } from "./search.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A resolved entry with a lesson or a root cause. */
interface TaughtRow extends Omit<GhapRow, "status"> {
  readonly status: "confirmed" | "falsified";
  /** The number of its session; `null` if that is gone. */
  readonly session: number | null;
  /** The time of its resolution, ISO 8601. */
  readonly at: string;
}

const TAUGHT = sql`
  select g.*, s.id as session, coalesce(resolved_at, g.created_at) as at
  from (select * from ghap where ${TEACHES}) g left join sessions s using (session_id) where true`;

/** The properties of a failure by which lessons are found. */
interface FailureClues {
  readonly project: string;
  /** The first test that failed. */
  readonly test?: string | undefined;
  /** Words of the error and of the command. */
  readonly text: string;
  readonly domain?: GhapDomain | undefined;
}

/** The most entries that are compared, of those that share a word with the failure. */
const CANDIDATES = 50;
const MAX_TERMS = 12;
/** The fewest words that a lesson about another test must share: one alone may be the command's name. */
const LEAST_WORDS = 2;
const WORD = /[^\s"'`()[\]{}<>,;:=!?*+^|]{3,60}/g;
/** Words that every failure has. */
const COMMON = new Set(
  ("error errors failed failure failures fail fails tests test passed pass exit code with from the and for not run npm " +
    "assert assertionerror expected received actual line file files spec suite true false null undefined none python " +
    "node deno cargo pytest jest first at in").split(" "),
);

/** Returns lessons about the same test, or with enough words of the failure, best first; none rather than noise. */
export function lessonsFor(store: Store, clues: FailureClues, limit: number): ShownLesson[] {
  const { project } = clues;
  const terms = termsOf(clues);
  if (terms.length === 0) return [];
  const query = {
    text: terms.join(" "),
    project,
    kinds: ["ghap"],
    limit: CANDIDATES,
    now: new Date(0),
  } as const;
  const refs = search(store, query).map(({ ref }) => ref);
  return store.all<TaughtRow>(sql`${TAUGHT} and g.id in ${list(refs)}`)
    .map((row) => ({ row, score: scoreOf(row, terms, clues) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row }) => ({
      id: row.id,
      status: row.status,
      goal: row.goal,
      resolvedAt: row.at,
      ...textsOf(row),
    }));
}

/** Returns resolved entries with a lesson, newest first. */
export function taughtLessons(
  store: Store,
  project: string,
  limit: number,
): { id: number; takeaway: string }[] {
  return store.all(sql`
    select id, lesson ->> 'takeaway' as takeaway from ghap where project = ${project} and status <> 'active'
    and json_valid(lesson) and json_type(lesson, '$.takeaway') = 'text' and takeaway <> ''
    order by id desc limit ${limit}`);
}

function termsOf({ test, text }: FailureClues): string[] {
  const words = `${test ?? ""} ${text}`.slice(0, 4000).match(WORD) ?? [];
  const telling = words.map((word) => word.replace(/[./-]+$/, "").toLowerCase()).filter((word) =>
    !COMMON.has(word)
  );
  return [...new Set(telling)].slice(0, MAX_TERMS);
}

/** Scores a lesson; 0 if it is about something else. Domain and tier only order the others. */
function scoreOf(row: TaughtRow, terms: readonly string[], { test, domain }: FailureClues): number {
  // The texts and phrases of the lesson without its JSON keys, which are common words.
  const lesson = Object.values(parseColumn<Lesson>(row.lesson) ?? {}).flat();
  const text = [row.goal, row.result, row.root_cause, ...lesson, row.evidence].join("\n").toLowerCase();
  const words = terms.filter((term) => text.includes(term)).length;
  const hasTest = test !== undefined && test !== "" && text.includes(test.toLowerCase());
  if (words < LEAST_WORDS && !hasTest) return 0;
  const isReliable = row.confidence_tier === "gold" ? 0.5 : 0;
  const isSameDomain = domain !== undefined && row.domain === domain ? 0.5 : 0;
  return words + (hasTest ? 3 : 0) + isReliable + isSameDomain;
}

/** Returns what an entry taught; a text that is empty, or is no text, is `undefined`. */
function textsOf({ root_cause, lesson }: TaughtRow) {
  const textOf = (value: unknown) => typeof value === "string" && value !== "" ? value : undefined;
  const { takeaway, what_worked } = parseColumn<Partial<Lesson>>(lesson) ?? {};
  return {
    rootCause: textOf(parseColumn<Partial<RootCause>>(root_cause)?.description),
    takeaway: textOf(takeaway),
    whatWorked: textOf(what_worked),
  };
}

/** A lesson about an error that somebody has typed. */
export interface FoundLesson extends Pick<TaughtRow, "id" | "session" | "at"> {
  /** The error with its cause. */
  readonly error: string;
  readonly worked: string;
  /** From 0.5 to 1. */
  readonly score: number;
}

/** The newest lessons that are compared word by word; only commands call this. */
const MOST_READ = 2000;

/** Finds lessons about this error, given whole or in part, surest first; in every project without `project`. */
export function lessonsNamed(store: Store, text: string, project: string | undefined): FoundLesson[] {
  const identifying = signatureOf(text);
  const lines = (identifying.length > 0 ? identifying : readLines(text.split("\n")))
    .map((line) => wordsOfError(line.text));
  if (lines.length === 0) return [];
  const rows = store.all<TaughtRow>(sql`
    ${TAUGHT} and (${project} is null or g.project = ${project}) order by g.id desc limit ${MOST_READ}`);
  return rows.flatMap((row) => {
    const { id, session, at, goal, hypothesis, result, surprise, root_cause, lesson } = row;
    const whole = [goal, hypothesis, result, surprise, root_cause, lesson].join(" ");
    const score = lessonScore(lines, wordsOfError(whole));
    const { rootCause, takeaway, whatWorked } = textsOf(row);
    const told = [...new Set([whatWorked, takeaway].filter((text) => text !== undefined))].join("; ");
    const worked = told || rootCause;
    const error = [result, rootCause].filter((text) => text).join("\n");
    return score === 0 || worked === undefined ? [] : [{ id, session, at, error, worked, score }];
  }).sort((a, b) => b.score - a.score || b.id - a.id);
}
