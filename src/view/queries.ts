import { parseColumn, parseTexts } from "../store/columns.ts";
import { newestSteps, placeOfStep, stepsPage } from "./session_steps.ts";
import { forgottenMemories, oldestDetail, redactedTexts, saidCounts, tableSizes } from "./figures.ts";
import { findGhap, type GhapRow } from "../store/ghap.ts";
import {
  countAll,
  hookLatencies,
  memoriesByCategory,
  predictionCounts,
  predictionTotals,
  sessionsByDay,
} from "../store/stats.ts";
import { labelsOf, type Page, type Part, sessionsByIds, tellingsOf } from "./listings.ts";
import {
  countMemories,
  findMemories,
  memoryByRow,
  type MemoryFilter,
  type MemoryRow,
  supersededBy,
} from "../store/memories.ts";
import { readWorth } from "../store/worth.ts";
import { placesAwayFrom } from "../store/not_here.ts";
import {
  countSessions,
  findSessions,
  sessionPrompts,
  sessionsCalled,
  type SessionView,
} from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { countWaiting } from "../store/candidates.ts";
import { ghapId, type Lesson } from "../ghap/entry.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { memoryId } from "../memory/memory_text.ts";
import type { Doubtful } from "./doubts.ts";

/** A project's folder; `undefined` for all projects. */
type Project = string | undefined;

/** Returns memories as lists show them, each with its quotation, cues and session. */
export function listed(store: Store, rows: readonly MemoryRow[]) {
  const sessions = sessionsByIds(store, rows.flatMap(({ session_id }) => session_id ?? []));
  return rows.map(({ id, files, recall_when, evidence, superseded_by, ...row }) => {
    const { quote, cues } = decodeEvidence(evidence ?? "");
    return {
      ...row,
      id: memoryId(id),
      files: parseTexts(files),
      recall_when: parseTexts(recall_when),
      superseded_by: superseded_by === null ? null : memoryId(superseded_by),
      quote,
      cues: [...new Set(cues)],
      session: sessions[row.session_id ?? ""] ?? null,
    };
  });
}

/** The number of rows in the view Now. */
const NOW = { steps: 40, memories: 6, sessions: 6 };

/** Reads the data of the view Now: the newest steps, sessions and memories, and counts. */
export function readNow(store: Store, project: Project) {
  const steps = newestSteps(store, project, NOW.steps);
  const named = steps.flatMap(({ kind, id }) => kind === "asked" && id !== null ? [id] : []);
  const kept = readMemories(store, { project, status: "active" }, { offset: 0, limit: NOW.memories });
  const { rate: _, ...predictions } = predictionTotals(store, project);
  const counts = countAll(store);
  return {
    memories_kept: kept.total,
    sessions_seen: countSessions(store, { project, words: [] }),
    predictions: Object.values(predictions).reduce((sum, count) => sum + count, 0),
    /** The number of captures that are not processed yet. */
    pending: counts.pending,
    waiting: countWaiting(store, project),
    /** True if nothing is stored of any project. */
    is_new: counts.sessions === 0 && counts.memories === 0,
    sessions: findSessions(store, { project, words: [], limit: NOW.sessions }),
    steps,
    labels: labelsOf(store, named),
    titles: sessionsByIds(store, steps.map(({ session_id }) => session_id)),
    memories: kept.rows,
  };
}

/** The seconds in which a person reads a candidate with its context and decides: an estimate. */
const SECONDS_PER_DECISION = 12;

/** Reads the items that wait for the user's decision: candidates, then doubtful memories. */
export function readInbox(store: Store, project: Project, doubtful: readonly Doubtful[], part: Part) {
  const { total, rows } = readMemories(store, { project, status: "candidate" }, part);
  const from = Math.max(0, part.offset - total);
  const further = doubtful.slice(from, from + part.limit - rows.length);
  const memories = listed(store, further.map(({ memory }) => memory));
  return {
    total: total + doubtful.length,
    rows: [
      ...rows.map((memory) => ({ memory, doubts: [] as readonly string[] })),
      ...further.map(({ doubts }, i) => ({ memory: memories[i]!, doubts })),
    ],
    candidates: total,
    /** The estimated time for all decisions. */
    minutes: Math.ceil((total + doubtful.length) * SECONDS_PER_DECISION / 60),
  };
}

export function readMemories(store: Store, wanted: MemoryFilter, part: Part) {
  return {
    total: countMemories(store, wanted),
    rows: listed(store, findMemories(store, { ...wanted, ...part })),
  };
}

/** Reads everything about one memory, except for the doubts. */
export function readMemory(store: Store, memory: MemoryRow) {
  const { uuid, edited } = decodeEvidence(memory.evidence ?? "");
  const replaced = supersededBy(store, memory.id).flatMap((one) => memoryByRow(store, one) ?? []);
  const by = memory.superseded_by === null ? undefined : memoryByRow(store, memory.superseded_by);
  return {
    memory: listed(store, [memory])[0]!,
    edited_at: edited?.at ?? null,
    message: uuid ?? null,
    supersedes: listed(store, replaced),
    superseded_by: by === undefined ? null : listed(store, [by])[0]!,
    told: tellingsOf(store, memoryId(memory.id)),
    not_here: placesAwayFrom(store, memoryId(memory.id)),
  };
}

/** The number of steps that are shown before and after a candidate. */
const STEPS_BEFORE = 4;
const STEPS_AFTER = 6;
/** The longest prompt that is shown, in UTF-16 units. */
const PROMPT_UNITS = 2000;

/**
 * Reads the prompt and the steps around the time at which a candidate was found. `Commands.message` reads the message in
 * which it was found.
 */
export function readSurroundings(store: Store, memory: MemoryRow) {
  const { session_id, created_at } = memory;
  if (session_id === null) return { prompt: null, steps: [] };
  const asked = sessionPrompts(store, session_id).filter((prompt) => prompt.created_at <= created_at).at(-1);
  const { rows } = stepsPage(store, session_id, { offset: 0, limit: MOST_STEPS });
  const calls = rows.filter(({ kind }) => ["call", "prompt", "answer"].includes(kind));
  const here = calls.findIndex(({ at }) => at > created_at);
  const at = here < 0 ? calls.length : here;
  return {
    prompt: asked === undefined
      ? null
      : { id: asked.id, at: asked.created_at, text: asked.text.slice(0, PROMPT_UNITS) },
    steps: calls.slice(Math.max(0, at - STEPS_BEFORE), at + STEPS_AFTER),
  };
}

/** The most steps of a session that are read: those of a day's work. */
const MOST_STEPS = 2000;

export function readSessions(
  store: Store,
  { project, words }: { readonly project: Project; readonly words: readonly string[] },
  { offset, limit }: Part,
): Page<SessionView> {
  return {
    total: countSessions(store, { project, words }),
    rows: findSessions(store, { project, words, limit, offset }),
  };
}

/**
 * Reads a session with a part of its steps. `id` names the session or one of its steps; in that case `place` is the
 * index of the step. Returns `undefined` if there is no such session.
 */
export function readSession(store: Store, id: string, part: Part) {
  const step = placeOfStep(store, id);
  const [session] = sessionsCalled(store, step?.session ?? id, 1);
  if (session === undefined) return undefined;
  const { total, rows } = stepsPage(store, session.session_id, part);
  const named = rows.flatMap(({ kind, id }) => kind === "asked" && id !== null ? [id] : []);
  return { session, total, rows, labels: labelsOf(store, named), place: step?.place ?? null };
}

/** The most predictions that are read. */
const PREDICTIONS = 500;

export function readPredictions(store: Store, project: Project) {
  const entries = findGhap(store, { project, limit: PREDICTIONS });
  const sessions = sessionsByIds(store, entries.map(({ session_id }) => session_id));
  return {
    totals: predictionTotals(store, project),
    said: saidCounts(store, project),
    domains: predictionCounts(store, "domain", project),
    strategies: predictionCounts(store, "strategy", project),
    entries: entries.map((entry) => listedPrediction(entry, sessions[entry.session_id]?.id ?? null)),
  };
}

function listedPrediction(entry: GhapRow, session: string | null) {
  const { status, domain, goal, prediction, expects, expects_of, result, confidence_tier, created_at } =
    entry;
  return {
    id: ghapId(entry.id),
    said: expects === null || expects_of === null ? expects : `${expects} of ${expects_of}`,
    takeaway: parseColumn<Lesson>(entry.lesson)?.takeaway ?? null,
    tier: confidence_tier,
    session,
    ...{ status, domain, goal, prediction, result, created_at },
  };
}

const MONTH_MS = 30 * 86_400_000;

function monthAgo(): string {
  return new Date(Date.now() - MONTH_MS).toISOString();
}

/** The number of newest hook runs whose latency is counted, as older runs may be of older versions. */
const TIMED_RUNS = 100_000;

export function readNumbers(
  store: Store,
  { project, since }: { readonly project: Project; readonly since: string },
) {
  return {
    since,
    counts: countAll(store),
    days: sessionsByDay(store, since, project),
    worth: readWorth(store, monthAgo(), project),
    latencies: hookLatencies(store, TIMED_RUNS),
    tables: tableSizes(store),
    categories: memoriesByCategory(store, project),
  };
}

/** The most forgotten memories that are listed. */
const FORGOTTEN_SHOWN = 200;
const REDACTED = /\[redacted:([a-z0-9-]+)\]/g;

export function readPrivacy(store: Store, project: Project) {
  const counts = new Map<string, { day: string; kind: string; count: number }>();
  for (const { day, text } of redactedTexts(store, project)) {
    for (const [, kind = ""] of text.matchAll(REDACTED)) {
      const known = counts.get(`${day} ${kind}`) ?? { day, kind, count: 0 };
      counts.set(`${day} ${kind}`, { ...known, count: known.count + 1 });
    }
  }
  return {
    redacted: [...counts.values()].sort((a, b) => a.day < b.day ? -1 : 1),
    oldest: oldestDetail(store),
    forgotten: forgottenMemories(store, FORGOTTEN_SHOWN).map(({ id, at, traces }) => {
      const { rows = [], files = [] } = parseColumn<{ rows?: unknown[]; files?: unknown[] }>(traces) ?? {};
      return { id, at, left: rows.length + files.length };
    }),
  };
}
