import type { Lesson, RootCause } from "../ghap/ghap_types.ts";
import { readLines, signatureOf, wordsOfError } from "../search/error_signature.ts";
import { lessonScore } from "../search/repair_match.ts";
import { parseColumn } from "./columns.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A lesson about an error, from a resolved prediction. */
export interface FoundLesson {
  readonly row: number;
  /** Its session; `null` if that is gone. */
  readonly session: number | null;
  /** The time of its resolution, ISO 8601. */
  readonly at: string;
  readonly goal: string;
  /** The error with its cause. */
  readonly error: string;
  readonly worked: string;
  /** From 0.5 to 1. */
  readonly score: number;
}

interface LessonRow {
  readonly row: number;
  readonly session: number | null;
  readonly at: string;
  readonly goal: string;
  readonly result: string | null;
  readonly rootCause: string | null;
  readonly lesson: string | null;
  readonly whole: string;
}

/** The newest lessons that are compared word by word; only commands call this. */
const MOST_READ = 2000;

/** Finds lessons about this error, given whole or in part, surest first; in every project without `project`. */
export function lessonsNamed(store: Store, text: string, project: string | undefined): FoundLesson[] {
  const told = signatureOf(text);
  const lines = (told.length > 0 ? told : readLines(text.split("\n"))).map((line) => wordsOfError(line.text));
  if (lines.length === 0) return [];
  const rows = store.all<LessonRow>(sql`
    select g.id as row, s.id as session, coalesce(resolved_at, created_at) as at, goal, result, root_cause as rootCause,
    lesson, concat_ws(' ', goal, hypothesis, result, surprise, root_cause, lesson) as whole
    from ghap g left join sessions s using (session_id)
    where g.status in ('confirmed', 'falsified') and (lesson is not null or root_cause is not null)
    and ${
    project === undefined ? sql`true` : sql`g.project = ${project}`
  } order by g.id desc limit ${MOST_READ}`);
  return rows.flatMap(({ whole, ...row }) => {
    const score = lessonScore(lines, wordsOfError(whole));
    return score === 0 ? [] : lessonOf(row, score);
  }).sort((a, b) => b.score - a.score || b.row - a.row);
}

function lessonOf(
  { rootCause, lesson, result, ...row }: Omit<LessonRow, "whole">,
  score: number,
): FoundLesson[] {
  const { takeaway, what_worked } = parseColumn<Lesson>(lesson) ?? {};
  const cause = parseColumn<RootCause>(rootCause)?.description;
  const worked = [...new Set([what_worked, takeaway].filter((text) => text))].join("; ");
  const error = [result, cause].filter((text) => text).join("\n");
  return worked === "" && !cause ? [] : [{ ...row, error, worked: worked === "" ? cause! : worked, score }];
}
