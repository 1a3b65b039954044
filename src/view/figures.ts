// The data of the views Predictions, Numbers and Privacy.
import { localDay } from "../base/time.ts";
import { isFile } from "../machine/files.ts";
import { ghapId, type Lesson } from "../ghap/entry.ts";
import { LEAST_PAYLOAD, parseColumn } from "../store/columns.ts";
import type { Traces } from "../store/forget.ts";
import { findGhap, type GhapRow } from "../store/ghap.ts";
import { type Sql, sql } from "../store/sql.ts";
import { hookLatencies, predictionCounts, predictionTotals } from "../store/stats.ts";
import type { Store } from "../store/store.ts";
import { sessionsByIds } from "./listings.ts";
import { readWorth, sessionsByDay } from "./worth.ts";

const PREDICTIONS = 500; // listed at most

export function readPredictions(store: Store, project: string | undefined) {
  const entries = findGhap(store, { project, limit: PREDICTIONS });
  const sessions = sessionsByIds(store, entries.map(({ session_id }) => session_id));
  return {
    totals: predictionTotals(store, project),
    said: predictionCounts(store, "expects", project),
    domains: predictionCounts(store, "domain", project),
    strategies: predictionCounts(store, "strategy", project),
    entries: entries.map((entry) => listedPrediction(entry, sessions[entry.session_id]?.id ?? null)),
  };
}

function listedPrediction(entry: GhapRow, session: string | null) {
  const { status, domain, goal, prediction, expects, expects_of, result, created_at } = entry;
  const { takeaway, what_worked } = parseColumn<Partial<Lesson>>(entry.lesson) ?? {};
  return {
    id: ghapId(entry.id),
    expected: expects === null || expects_of === null ? expects : `${expects} of ${expects_of}`,
    lesson: takeaway || what_worked || null,
    tier: entry.confidence_tier,
    session,
    ...{ status, domain, goal, prediction, result, created_at },
  };
}

/**
 * Returns every local day from a moment to now, as `2026-03-01`, also those without values. The charts get their days
 * from here, as SQL counts by this machine's days, and the browser's time zone may differ.
 */
function daysSince(start: Date): string[] {
  const now = Date.now();
  const dayAt = (i: number) => new Date(start.getFullYear(), start.getMonth(), start.getDate() + i);
  const days: string[] = [];
  for (let i = 0; dayAt(i).getTime() <= now; i++) days.push(localDay(dayAt(i)));
  return days;
}

const MONTH_MS = 30 * 86_400_000;

/** The number of newest log rows from which latencies are read: older rows may be of older versions of mneme. */
const TIMED_ROWS = 100_000;

export function readNumbers(store: Store, project: string | undefined) {
  const now = new Date();
  const year = new Date(now.getFullYear() - 1, now.getMonth(), now.getDate() + 1);
  const month = new Date(now.getTime() - MONTH_MS);
  return {
    year: daysSince(year),
    days: sessionsByDay(store, year.toISOString(), project),
    month: daysSince(month),
    worth: readWorth(store, month.toISOString(), project),
    latencies: hookLatencies(store, TIMED_ROWS),
  };
}

const LEFT_SHOWN = 200; // forgotten memories at most
const REDACTED = /\[redacted:([a-z0-9-]+)\]/g; // what stands for a secret, with its kind

export function readPrivacy(store: Store, project: string | undefined) {
  const found = redactedTexts(store, project).flatMap(({ day, text }) =>
    Array.from(text.matchAll(REDACTED), ([, kind = ""]) => ({ day, kind }))
  );
  const redacted = [...Map.groupBy(found, ({ day, kind }) => `${day} ${kind}`)]
    .sort(([a], [b]) => a < b ? -1 : 1).map(([, all]) => ({ ...all[0]!, count: all.length }));
  return {
    /** The replaced secrets, by day and kind, oldest first. */
    redacted,
    days: redacted.slice(0, 1).flatMap(({ day }) => daysSince(new Date(`${day}T00:00:00`))),
    /** The day of the oldest tool call, in any project, whose input and output are still stored. */
    oldest: store.value<string>(
      sql`select date(min(created_at), 'localtime') from pending_queue
      where octet_length(payload) > ${LEAST_PAYLOAD}`,
    ) ?? null,
    forgotten: store.value<number>("select count(distinct memory_id) from forgotten_memories") ?? 0,
    left: readLeft(store),
  };
}

/** Returns forgotten memories of all projects whose words are left, with the number of texts and of files with them. */
function readLeft(store: Store) {
  const found = store.all<{ id: string; at: string; traces: string | null }>(sql`
    select 'm' || memory_id as id, max(forgotten_at) as at, max(nullif(traces, '{}')) as traces
    from forgotten_memories group by memory_id order by at desc`); // a memory has a row per wording
  return found.map(({ traces, ...memory }) => {
    const { rows = [], files = [] } = parseColumn<Traces>(traces) ?? {};
    return { ...memory, texts: rows.length, files: files.filter(isFile).length };
  }).filter(({ texts, files }) => texts + files > 0).slice(0, LEFT_SHOWN);
}

/** The number of newest rows of each table that are searched, so that the view opens fast. */
const SEARCHED_ROWS = 20_000;
const MARK = "[redacted:";
/** The most characters read of a row, from its first mark on: a file full of secrets counts as a few. */
const MARK_CHARACTERS = 4000;

function redactedTexts(store: Store, project: string | undefined) {
  const place = sql`(${project} is null or session_id in (select session_id from sessions
    where project = ${project}))`;
  const marked = (column: Sql, table: Sql) =>
    sql`select date(created_at, 'localtime') as day, substr(${column}, instr(${column}, ${MARK}),
    ${MARK_CHARACTERS}) as text from (select created_at, ${column}, session_id from ${table} order by id desc
    limit ${SEARCHED_ROWS}) where instr(${column}, ${MARK}) and ${place}`;
  return store.all<{ day: string; text: string }>(sql`
    ${marked(sql`text`, sql`prompts`)} union all ${marked(sql`payload`, sql`pending_queue`)}`);
}
