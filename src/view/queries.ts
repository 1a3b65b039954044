// The data of the views Now, Inbox, Memory, Sessions and Told, for requests and for read-only copies.
import { isoTime } from "../base/time.ts";
import { parseTexts } from "../store/columns.ts";
import {
  filteredSteps,
  lastUsed,
  newestSteps,
  placeOfStep,
  stepsAround,
  stepsPage,
} from "./session_steps.ts";
import type { StepFilter } from "./step_filter.ts";
import { countAll, predictionTotals } from "../store/stats.ts";
import { labelsOf, MAX_TELLINGS, type Page, type Part, sessionsByIds, tellingsByItem } from "./listings.ts";
import {
  countMemories,
  excludedItems,
  findMemories,
  IS_WAITING,
  memoryByRow,
  type MemoryFilter,
  type MemoryRow,
  memoryView,
  replacedBy,
} from "../store/memories.ts";
import { countSessions, findSessions, LAST_USE, sessionCalled, type SessionView } from "../store/sessions.ts";
import { list, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { MOMENT_TOLD } from "../store/tellings.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { memoryId } from "../memory/memory_text.ts";

/** A project's folder; `undefined` for all projects. */
type Project = string | undefined;

function listed(store: Store, rows: readonly MemoryRow[]) {
  const sessions = sessionsByIds(store, rows.flatMap(({ session_id }) => session_id ?? []));
  return rows.map((row) => {
    const { evidence, ...memory } = memoryView(row);
    const { quote, cues, edited, from = null } = decodeEvidence(evidence ?? "");
    const session = sessions[row.session_id ?? ""] ?? null;
    const about = aboutOf(store, row);
    const said = { quote, cues: [...new Set(cues)], edited_at: edited?.at ?? null, from };
    return { ...memory, ...said, session, about };
  });
}

/**
 * Returns the memory that a candidate is about, as it is now: the one that a team member proposes to forget
 * or change, or the one whose text won in a merge of two machines; `null` for any other memory.
 */
export function aboutOf(store: Store, { status, evidence }: MemoryRow) {
  if (status !== "candidate") return null;
  const { proposes, lostTo } = decodeEvidence(evidence ?? "");
  const row = proposes?.memory ?? (lostTo && store.value<number>(sql`
    select cast(ref as integer) from sync_records where kind = 'memory' and record = ${lostTo}`));
  const memory = row ? memoryByRow(store, row) : undefined;
  if (memory === undefined) return null;
  const { id, title, body, project, updated_at } = memory;
  const proposed = proposes && (proposes.forget ? "Forget" : "Change");
  return { id: memoryId(id), title, body, project, updated_at, proposed };
}

const DAY_MS = 86_400_000;
const NOW = { steps: 40, memories: 6, sessions: 6 };

export function readNow(store: Store, project: Project) {
  const steps = newestSteps(store, project, NOW.steps);
  const kept = readMemories(store, { project, status: "active" }, { offset: 0, limit: NOW.memories });
  const { rate: _, ...predictions } = predictionTotals(store, project);
  const counts = countAll(store);
  return {
    memories_kept: kept.total,
    sessions_seen: countSessions(store, { project, words: [] }),
    predictions: Object.values(predictions).reduce((sum, count) => sum + count, 0),
    /** The number of captures (recorded tool calls) that have waited for more than a day. */
    pending: store.value<number>(sql`
      select count(*) from pending_queue where status = 'raw' and created_at < ${isoTime(Date.now() - DAY_MS)}
      and (${project} is null or session_id in (select session_id from sessions where project = ${project}))`) ??
      0,
    waiting: countMemories(store, { project, status: "candidate" }),
    is_new: counts.sessions === 0 && counts.memories === 0,
    sessions: withLastUse(
      store,
      store.column<string>(sql`select 's' || id ${lastUsed(project, NOW.sessions)}`)
        .flatMap((id) => sessionCalled(store, id) ?? []),
    ),
    steps,
    titles: sessionsByIds(store, steps.map(({ session_id }) => session_id)),
    memories: kept.rows,
  };
}

/** The estimated seconds in which a person reads an item of the inbox and decides. */
const SECONDS_PER_DECISION = 12;

interface Doubtful {
  readonly memory: MemoryRow;
  readonly doubts: readonly string[];
}

/** Reads what waits for the user: candidates, surest first, then doubtful memories. Returns the ids of all. */
export function readInbox(
  store: Store,
  { project, part, q = "" }: {
    readonly project: Project;
    readonly part: Part;
    readonly q?: string | undefined;
  },
  doubtful: readonly Doubtful[],
) {
  const words = q.toLowerCase().split(/\s+/);
  const isWanted = ({ title, body, category }: Pick<MemoryRow, "title" | "body" | "category">) => {
    const text = `${title ?? ""} ${body} ${category.replaceAll("_", " ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const candidates = store.all<
    Pick<MemoryRow, "id" | "title" | "body" | "category"> & { isProposal: number }
  >(sql`
    select id, title, body, category,
    iif(json_valid(evidence), evidence -> '$.proposes', null) is not null as isProposal from memories
    where ${IS_WAITING} and (${project} is null or project = ${project} or scope = 'user')
    order by confidence desc, id desc`).filter(isWanted);
  const doubts = new Map(doubtful.map((one) => [one.memory.id, one.doubts]));
  // Reads each memory again, as it may have been changed or forgotten since its doubts were found.
  const still = [...doubts.keys()].filter((id) => {
    const memory = memoryByRow(store, id);
    return memory?.status === "active" && isWanted(memory);
  });
  const all = [...candidates.map(({ id }) => id), ...still];
  const rows = all.slice(part.offset, part.offset + part.limit).flatMap((id) => memoryByRow(store, id) ?? []);
  return {
    total: all.length,
    ids: all.map(memoryId),
    rows: listed(store, rows).map((memory, i) => ({ memory, doubts: doubts.get(rows[i]!.id) ?? [] })),
    candidates: candidates.length,
    /** The number of `candidates` that are proposals of team members. */
    proposals: candidates.filter(({ isProposal }) => isProposal === 1).length,
    minutes: Math.ceil(all.length * SECONDS_PER_DECISION / 60),
  };
}

export function readMemories(store: Store, wanted: MemoryFilter, part: Part) {
  return {
    total: countMemories(store, wanted),
    rows: listed(store, findMemories(store, { ...wanted, ...part })),
  };
}

export function readMemory(store: Store, memory: MemoryRow, tellings?: ReturnType<typeof tellingsByItem>) {
  const id = memoryId(memory.id);
  const replaced = replacedBy(store, memory.id).flatMap((one) => memoryByRow(store, one) ?? []);
  const by = memory.superseded_by === null ? undefined : memoryByRow(store, memory.superseded_by);
  return {
    memory: listed(store, [memory])[0]!,
    supersedes: listed(store, replaced),
    superseded_by: by === undefined ? null : listed(store, [by])[0]!,
    told: (tellings ?? tellingsByItem(store, id)).get(id)?.slice(0, MAX_TELLINGS) ?? [],
    not_here: store.column<string>(sql`
      select project from not_here where item = ${id} order by project`),
    /** The teams that have the memory, as of the last sync. */
    teams: store.column<string>(sql`
      select space from sync_records where kind = 'memory' and ref = ${String(memory.id)} and hash is null
      and space glob 'team:*' order by space`),
    is_in_team: store.has(sql`select 1 from sync_spaces where space glob 'team:*'`),
  };
}

const PROMPT_CHARACTERS = 2000;

/**
 * Reads the turn in which a memory's words were said: its prompt, `null` if there is none, and the steps around
 * them. `readAt`: the time of their message in the transcript.
 */
export function readTurn(store: Store, memory: MemoryRow, readAt?: string) {
  const sessionId = memory.session_id ?? "";
  const at = saidAt(store, memory, readAt);
  const prompt = store.first<{ id: string; at: string; text: string }>(sql`
    select 'p' || id as id, created_at as at, substr(text, 1, ${PROMPT_CHARACTERS}) as text from prompts
    where session_id = ${sessionId} and created_at <= ${at} order by number desc, prompts.id desc limit 1`) ??
    null;
  return { prompt, steps: stepsAround(store, sessionId, at) };
}

/** Returns when a memory's words were said. `created_at` may be later: triage may find the words turns later. */
function saidAt(store: Store, { session_id, created_at, evidence }: MemoryRow, readAt?: string): string {
  const { quote } = decodeEvidence(evidence ?? "");
  const lastWith = (table: Sql) =>
    quote === "" ? undefined : store.value<string | null>(sql`
      select max(created_at) from ${table} and session_id = ${session_id} and created_at <= ${created_at}
      and instr(text, ${quote})`) ?? undefined;
  // A prompt's own time comes first: the message has an earlier one, with which `readTurn` would miss the prompt.
  return lastWith(sql`prompts where true`) ?? readAt ??
    lastWith(sql`observations where capture_id is null`) ??
    created_at;
}

export function readSessions(
  store: Store,
  { project, day, q = "" }: {
    readonly project: Project;
    readonly day?: string | undefined;
    readonly q?: string | undefined;
  },
  part: Part,
): Page<SessionView & { readonly last_at: string }> {
  const wanted = { project, day, words: q.split(/\s+/).filter((word) => word !== "") };
  return {
    total: countSessions(store, wanted),
    rows: findSessions(store, { ...wanted, ...part }),
  };
}

/** Adds the time at which each session was used last. */
function withLastUse(store: Store, sessions: readonly SessionView[]) {
  const ids = sessions.map(({ session_id }) => session_id);
  const times = store.map<string, string>(sql`
    select session_id, ${LAST_USE} from sessions where session_id in ${list(ids)}`);
  return sessions.map((one) => ({ ...one, last_at: times.get(one.session_id) ?? one.started_at }));
}

/** Reads a session and some of its steps. `id` names the session, or the step whose index becomes `place`. */
export function readSession(store: Store, id: string, part: Part, filter: StepFilter = { types: "", q: "" }) {
  const step = placeOfStep(store, id);
  const session = sessionCalled(store, step?.session ?? id);
  if (session === undefined) return undefined;
  const { total, rows, place } = filter.types + filter.q === ""
    ? { ...stepsPage(store, session.session_id, part), place: step?.place ?? null }
    : filteredSteps(store, session.session_id, part, { ...filter, id });
  const named = rows.flatMap(({ kind, id }) => kind === "asked" && id !== null ? [id] : []);
  return { session, total, rows, labels: labelsOf(store, named), place };
}

/** A telling as it is stored: a text that a hook printed for the agent. */
interface TellingRow {
  readonly id: string;
  readonly at: string;
  readonly hook: string;
  readonly agent_id: string;
  readonly tokens: number;
  /** `null` if retention has removed the text, or if a forget could not cut the words out of it. */
  readonly text: string | null;
  readonly items: string;
  /** Those of `items` that the text tells only by their titles. */
  readonly lines: string;
  readonly prompt: string | null;
}

/**
 * Reads some tellings of a session with facts about their items. `id` names the session or one of its tellings; without
 * `offset`, the part is the one with that telling. Returns `undefined` if there is no such session.
 */
export function readTold(
  store: Store,
  id: string,
  { offset: given, limit }: Pick<Part, "limit"> & { readonly offset: number | undefined },
) {
  const telling = store.first<{ session: string; place: number }>(sql`
    select session_id as session, (select count(*) from tellings where session_id = t.session_id and id < t.id)
    as place from tellings t where id = ${id.startsWith("t") ? Number(id.slice(1)) : null}`);
  const session = sessionCalled(store, telling?.session ?? id);
  if (session === undefined) return undefined;
  const { session_id } = session;
  const place = telling?.place ?? 0;
  const offset = given ?? place - place % limit;
  const rows = store.all<TellingRow>(sql`
    select 't' || t.id as id, created_at as at, ${MOMENT_TOLD} as hook, agent_id,
    tokens, text, items, lines, (select text from prompts where session_id = t.session_id and number = t.prompt_number
    and t.hook = 'prompt' limit 1) as prompt
    from tellings t where session_id = ${session_id} order by t.id limit ${limit} offset ${offset}`);
  const ids = [...new Set(rows.flatMap(({ items }) => parseTexts(items)))];
  const opened = new Set(
    store.column<string>(sql`select item from openings where session_id = ${session_id}`),
  );
  const memories = listed(
    store,
    ids.filter((one) => one.startsWith("m")).flatMap((one) => memoryByRow(store, Number(one.slice(1))) ?? []),
  );
  const memoryById = new Map(memories.map((memory) => [memory.id, memory]));
  const labels = labelsOf(store, ids);
  const excluded = excludedItems(store, session.project);
  return {
    session,
    offset,
    total: store.value<number>(sql`select count(*) from tellings where session_id = ${session_id}`) ?? 0,
    rows: rows.map(({ items, lines, ...row }) => ({
      ...row,
      items: parseTexts(items),
      titles: parseTexts(lines),
    })),
    items: Object.fromEntries(ids.map((one) => {
      const memory = memoryById.get(one);
      return [one, {
        label: labels[one] ?? "",
        is_opened: opened.has(one),
        is_excluded: excluded.has(one),
        status: memory?.status ?? null,
        said: memory === undefined
          ? null
          : { source: memory.source, author: memory.author, from: memory.from },
        saved_at: memory?.created_at ?? null,
        session: memory?.session ?? null,
      }];
    })),
  };
}
