// Saves, updates and edits memories and candidates. For tools, commands, triage and sync.
import {
  areTitlesApart,
  isContrary,
  isSameStatement,
  likelySame,
  statementOf,
} from "../memory/memory_relation.ts";
import { memoryId, memoryKey, normaliseMemoryText } from "../memory/memory_text.ts";
import { decodeEvidence, withFormerText } from "../memory/memory_evidence.ts";
import { unitePhrases } from "../memory/recall_phrases.ts";
import { noteOutcome, settleBy } from "./candidates.ts";
import { parseTexts } from "./columns.ts";
import { logEvent } from "./event_log.ts";
import {
  comparableMemories,
  type ComparableMemory,
  insertMemory,
  isForgotten,
  LACKS_PHRASES,
  memoriesWithWords,
  MEMORY_COLUMNS,
  memoryByRow,
  type MemoryDraft,
  type MemoryRow,
  unforget,
} from "./memories.ts";
import { MEMORY_UPDATED } from "./notes.ts";
import { type Bindable, list, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf, untellItem } from "./tellings.ts";

/**
 * Saves a memory, or updates the one of its category and place that says the same: no rejected one, none of `replaced`
 * with other words, and none of the user's with another text unless the user saves. Supersedes other memories that say
 * the same or the contrary, and the `replaced` ones; settles candidates that say the same. `confirmed`: a candidate was
 * updated. In the caller's transaction, as two processes could save the same.
 */
export function saveMemory(store: Store, draft: MemoryDraft, at: string, replaced: readonly number[] = []) {
  const compared = [...comparableMemories(store, draft), ...memoriesWithWords(store, draft)];
  const distinct = new Map(compared.map((one) => [one.id, one]));
  const words = normaliseMemoryText(draft.body);
  const same = alike(draft, [...distinct.values()]).filter(({ id, body, source, rejected }) =>
    rejected === null && (!replaced.includes(id) || normaliseMemoryText(body) === words) &&
    (source !== "user" || draft.source === "user" || written(body) === written(draft.body))
  );
  const closest = same.find(({ status }) => status === "active") ?? same[0];
  const known = closest === undefined ? undefined : memoryByRow(store, closest.id);
  const row = known === undefined ? insertMemory(store, draft, { status: "active", at }) : known.id;
  if (known !== undefined) updateKnown(store, known, draft, at);
  const others = Map.groupBy(same.filter(({ id }) => id !== row), ({ status }) => status);
  const settled = others.get("candidate")?.map(({ id }) => id) ?? [];
  const outdated = [...others.get("active") ?? [], ...contraryTo(draft, compared)].map(({ id }) => id);
  const superseded = [...new Set([...outdated, ...replaced])].filter((id) => id !== row);
  for (const id of superseded) supersede(store, id, row, at);
  settleBy(store, settled, row, at);
  const isConfirmed = known?.status === "candidate";
  if (isConfirmed) noteOutcome(store, [row], "saved", at);
  unforget(store, draft.body);
  const outcome: "added" | "confirmed" | "updated" = isConfirmed ? "confirmed" : known ? "updated" : "added";
  return { row, outcome, superseded };
}

const written = (text: string) => text.toLowerCase().replace(/\s+/g, " ").replace(/[.!\s]+$/, "");

export type EditedMemory = Pick<
  MemoryRow,
  "body" | "title" | "category" | "evidence" | "scope" | "project" | "files" | "recall_when"
>;

/** Writes an edited memory, the user's own from then on. If its body or title changes, agents are told it again. */
export function editMemory(store: Store, row: number, change: EditedMemory, at: string): void {
  retell(store, row, change, at);
  store.run(sql`
    update memories set body = ${change.body}, title = ${change.title}, category = ${change.category},
    evidence = ${change.evidence}, scope = ${change.scope}, project = ${change.project},
    recall_when = ${change.recall_when}, files = ${change.files}, author = null, updated_at = ${at} where id = ${row}`);
}

/**
 * Call this before a memory changes. If its body or title will differ, clears what was told of it and lets agents be told
 * it again; for a rule, only clears, as a prompt tells a rule whenever it changes. A first title is no change.
 */
export function retell(store: Store, row: number, to: { title?: Bindable; body?: Bindable }, at: string) {
  const isSaid = sql`id = ${row} and coalesce(title, ${to.title}) is ${to.title} and body = ${to.body}`;
  if (store.has(sql`select 1 from memories where ${isSaid}`)) return;
  const item = memoryId(row);
  clearTellingsOf(store, [item]);
  if (store.has(sql`select 1 from memories where id = ${row} and category = 'PREFERENCE'`)) return;
  untellItem(store, item, at);
}

function alike(draft: MemoryDraft, others: readonly ComparableMemory[]): ComparableMemory[] {
  const [own, words] = [statementOf(draft.body), normaliseMemoryText(draft.body)];
  const isSummary = draft.category === "SESSION_SUMMARY"; // a session has one; two sessions may have the same words
  if (isSummary && draft.sessionId !== null) return [...others];
  return likelySame(own, others).filter((other) =>
    (normaliseMemoryText(other.body) === words || isSameStatement(statementOf(other.body), own)) &&
    (isSummary || !areTitlesApart(draft, other))
  );
}

/** The categories of which two contrary memories cannot both hold; two runbooks can. */
const SINGLE_ANSWER: ReadonlySet<string> = new Set(["DECISION", "CONSTRAINT", "PREFERENCE"]);

/** Returns the active memories that deny exactly what a draft says, or say what it denies. */
function contraryTo(draft: MemoryDraft, others: readonly ComparableMemory[]): ComparableMemory[] {
  const own = statementOf(draft.body);
  if (!SINGLE_ANSWER.has(draft.category)) return [];
  return likelySame(own, others).filter((other) =>
    other.status === "active" && other.rejected === null && isContrary(statementOf(other.body), own) &&
    !areTitlesApart(draft, other)
  );
}

/** Merges a draft into a memory that says the same. The newer text counts, as it may correct a sign or a small word. */
function updateKnown(store: Store, known: MemoryRow, draft: MemoryDraft, at: string): void {
  const isSummary = draft.category === "SESSION_SUMMARY";
  const isUsers = known.source === "user" && draft.source !== "user"; // the texts differ in case, blanks and last signs at most
  const { title, body } = isSummary || (at >= known.updated_at && !isUsers)
    ? { title: draft.title ?? (isSummary ? null : known.title), body: draft.body }
    : known;
  const files = [...new Set([...parseTexts(known.files), ...draft.files])];
  const phrases = unitePhrases(parseTexts(known.recall_when), draft.recallWhen ?? []);
  const said = known.evidence ?? draft.evidence;
  const evidence = body === known.body || isSummary
    ? said
    : withFormerText(said, memoryKey(known.category, known.body));
  store.run(sql`
    update memories set body = ${body}, title = ${title}, files = ${files}, recall_when = ${phrases},
    evidence = ${evidence}, session_id = coalesce(session_id, ${draft.sessionId}),
    confidence = ${confidenceOf(store, known, draft)}, status = 'active', updated_at = max(updated_at, ${at})
    where id = ${known.id}`);
  if (draft.source === "agent" && draft.sessionId !== null) {
    logEvent(store, { sessionId: draft.sessionId, event: MEMORY_UPDATED, subject: memoryId(known.id), at });
  }
}

/** Two sources make a memory surer than one does; one quotation, or all saves of a session's agent, are one source. */
function confidenceOf(store: Store, known: MemoryRow, draft: MemoryDraft): number {
  const [before, now] = [known, draft].map(({ evidence }) => decodeEvidence(evidence ?? "").quote);
  const [session, subject] = [draft.sessionId, memoryId(known.id)];
  const isOneSource = now !== "" && now === before || draft.source === "agent" && store.has(sql`
    select 1 from memories where id = ${known.id} and source = 'agent' and session_id = ${session} union all
    select 1 from event_log where session_id = ${session} and event = ${MEMORY_UPDATED} and subject = ${subject}`);
  if (isOneSource) return Math.max(known.confidence, draft.confidence);
  return Math.round((1 - (1 - known.confidence) * (1 - draft.confidence)) * 1000) / 1000;
}

/** Marks a memory as replaced by another one or, with `null`, as one that no longer holds. */
export function supersede(store: Store, row: number, by: number | null, at: string): void {
  store.run(sql`
    update memories set status = 'superseded', superseded_by = ${by}, updated_at = ${at} where id = ${row}`);
}

/** Makes memories active again that were superseded without another one in their place. */
export function holdAgain(store: Store, rows: readonly number[], at: string): void {
  store.run(sql`
    update memories set status = 'active', updated_at = ${at} where id in ${list(rows)}
    and status = 'superseded' and superseded_by is null`);
}

/** Adds a candidate; `undefined` if a memory or candidate says the same, or its words were dropped or forgotten. */
export function addCandidate(store: Store, draft: MemoryDraft, at: string): number | undefined {
  const key = memoryKey(draft.category, draft.body);
  const isDropped = store.has(sql`select 1 from asks where key = ${key} and outcome = 'dropped'`);
  if (isDropped || isForgotten(store, draft.body)) return undefined;
  if (alike(draft, comparableMemories(store, draft)).length > 0) return undefined;
  return insertMemory(store, draft, { status: "candidate", at });
}

/** Marks a memory as tried and dropped, with the reason; with `null`, as one that holds again. */
export function markRejected(store: Store, row: number, reason: string | null, at: string): void {
  store.run(sql`update memories set rejected = ${reason}, updated_at = ${at} where id = ${row}`);
  if (reason === null) untellItem(store, memoryId(row), at);
}

/** Sets the phrases in which somebody would ask for a memory. `updated_at` stays, because its words do. */
export function setPhrases(store: Store, row: number, phrases: readonly string[]): void {
  store.run(sql`update memories set recall_when = ${phrases} where id = ${row}`);
}

/** The event for a memory for which a model found no phrase. Only a change makes mneme ask again. */
const ASKED_IN_VAIN = "recall_when.none";

/** The event for a memory for which a model's answer was undecodable. After three, mneme asks again only after a change. */
const UNDECODABLE = "recall_when.undecodable";

/** Returns the next active memories, of all projects, to ask a model for phrases: the least asked, newest first. */
export function toBePhrased(store: Store, limit: number): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    with asked as (select subject, max(created_at) as last, sum(iif(event = ${UNDECODABLE}, 1, 3)) as tries
    from event_log where session_id = '' and event in (${ASKED_IN_VAIN}, ${UNDECODABLE})
    and subject is not null group by subject)
    select ${MEMORY_COLUMNS} from memories left join asked on subject = 'm' || id
    where status = 'active' and ${LACKS_PHRASES} and (last is null or last < updated_at or tries < 3)
    order by coalesce(tries, 0), id desc limit ${limit}`);
}

/** Keeps phrases found for unchanged memories; returns for how many. `found`: `undefined` for an undecodable answer. */
export function keepFoundPhrases(
  store: Store,
  asked: readonly MemoryRow[],
  found: readonly (readonly string[])[] | undefined,
  at: string,
): number {
  return store.transaction(() => {
    let kept = 0;
    for (const [n, { id, title, body }] of asked.entries()) {
      const isSame = store.has(sql`
        select 1 from memories where id = ${id} and title is ${title} and body = ${body}
        and status = 'active' and ${LACKS_PHRASES}`);
      if (!isSame) continue;
      const phrases = found?.[n] ?? [];
      if (phrases.length > 0) {
        setPhrases(store, id, phrases);
        kept++;
      } else {
        logEvent(store, { event: found ? ASKED_IN_VAIN : UNDECODABLE, subject: `m${id}`, at });
      }
    }
    return kept;
  });
}
