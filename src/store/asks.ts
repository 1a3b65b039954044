// Stores the findings of triage as handled, as candidates or as memories. For stops, replay and the look back.
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { isSameMatter, isSameStatement, sharedPart, statementOf } from "../memory/memory_relation.ts";
import { memoryKey } from "../memory/memory_text.ts";
import { type AskOutcome, LEAST_LIKE } from "./candidates.ts";
import { parseTexts } from "./columns.ts";
import { MEMORY_COLUMNS, type MemoryDraft, type MemoryRow } from "./memories.ts";
import { hasSaved, MEMORY_UPDATED, turnStart } from "./notes.ts";
import { addCandidate, saveMemory } from "./save_memory.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { isNearlyCertain, MAX_ASKED } from "../triage/ask.ts";
import { languageOf } from "../triage/cue_index.ts";
import { tokenize } from "../triage/tokens.ts";

/** A finding with the memory that it may become. */
export interface DraftedFinding {
  readonly draft: MemoryDraft;
  /** The id of the message with the finding; "" if the text came only from the hook's stdin, which has no ids. */
  readonly evidenceUuid: string;
  readonly saidAt?: string | undefined; // the time of its message; by default, that of the ask
}

export interface Ask {
  readonly sessionId: string;
  readonly promptCount: number; // the session's number of prompts at the ask, or `NOT_ASKED`
  readonly at: string;
  readonly waitsFrom?: string; // the time from which a candidate's age counts (`expireCandidates`); by default `at`
}

/** Stands for the prompt count of a finding that nobody was asked about, so that it does not delay the next ask. */
export const NOT_ASKED = -1;

/** Returns this session's handled findings (asked, saved, known or dismissed), by key and by message. */
export function handledBefore(store: Store, sessionId: string) {
  const rows = store.all<{ key: string; evidence_uuid: string | null }>(sql`
    select key, evidence_uuid from asks where session_id = ${sessionId}`);
  const keys = new Set(rows.map(({ key }) => key));
  const messages: ReadonlySet<string> = new Set(rows.flatMap(({ evidence_uuid }) => evidence_uuid ?? []));
  return {
    messages,
    includes: ({ draft, evidenceUuid }: DraftedFinding) =>
      keys.has(memoryKey(draft.category, draft.body)) || messages.has(evidenceUuid),
  };
}

function insertAsk(
  store: Store,
  { draft, evidenceUuid }: DraftedFinding,
  ask: Ask,
  { memory, outcome }: { readonly memory?: number | undefined; readonly outcome?: AskOutcome } = {},
): void {
  store.run(sql`
    insert into asks (session_id, category, key, evidence_uuid, prompt_count, created_at, memory_id, outcome,
    outcome_at) values (${ask.sessionId}, ${draft.category}, ${memoryKey(draft.category, draft.body)},
    ${evidenceUuid === "" ? null : evidenceUuid}, ${ask.promptCount}, ${ask.at}, ${memory}, ${outcome},
    ${outcome === undefined ? null : ask.at})`);
}

/** Tells whether a memory or a lesson was saved in the turn: then a stop asks about nothing. */
export function isSavedInTurn(store: Store, { sessionId, promptCount }: Omit<Ask, "at">): boolean {
  return store.has(sql`select 1 where ${hasSaved(sql`${sessionId}`, turnStart(sessionId, promptCount))}`);
}

/**
 * Stores findings as handled, and new ones as candidates. Returns the new ones, but none if this turn saved a memory
 * or a lesson. A finding is new if no memory, not even a forgotten one, no candidate and nothing that the agent saved
 * says it. With `isCertain`, nobody is asked, and it chooses the findings that become memories at once; without it, at
 * most `MAX_ASKED` count as asked, at the `promptCount` of `ask` (`NOT_ASKED`: none). A model has rejected the
 * `dismissed` ones. One transaction, so that nobody is asked about a finding that was not stored.
 */
export function keepAsks<F extends DraftedFinding>(
  store: Store,
  { found, dismissed }: Readonly<Record<"found" | "dismissed", readonly F[]>>,
  ask: Ask,
  isCertain?: (finding: F) => boolean,
): F[] {
  return store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    const unasked = { ...ask, promptCount: NOT_ASKED };
    for (const finding of dismissed) insertAsk(store, finding, unasked);
    const unhandled = found.filter((finding) => !handled.includes(finding));
    const said = unhandled.length === 0 ? undefined : saidBy(savedByAgent(store, ask), unhandled);
    const isSaved = unhandled.length > 0 && isSavedInTurn(store, ask);
    const kept: F[] = [];
    for (const finding of unhandled) {
      const settled = said?.get(finding);
      if (settled !== undefined) {
        insertAsk(store, finding, unasked, { memory: settled.id, outcome: "settled" });
        continue;
      }
      // The agent has chosen what to save of this turn, so other findings become no candidates, except a user's rules.
      const isPassedOver = isSaved && finding.draft.category !== "PREFERENCE";
      const memory = isPassedOver ? undefined : addCandidate(store, finding.draft, finding.saidAt ?? ask.at);
      if (memory !== undefined && ask.waitsFrom !== undefined) {
        store.run(sql`update memories set updated_at = ${ask.waitsFrom} where id = ${memory}`);
      }
      const isNew = memory !== undefined && !isSaved;
      const isAsked = isNew && isCertain === undefined && kept.length < MAX_ASKED;
      insertAsk(store, finding, isAsked ? ask : unasked, { memory });
      if (!isNew) continue;
      if (isCertain?.(finding)) saveUntold(store, finding.draft, ask.at);
      kept.push(finding);
    }
    return kept;
  });
}

/**
 * A saved memory. `isOfTurn` is 1 if it was saved or updated in this turn, `isOwn` if this
 * session did so, or a command that knows no session.
 */
type Saved = Pick<MemoryRow, "id" | "category" | "body"> & Readonly<Record<"isOfTurn" | "isOwn", number>>;

/**
 * Lists the memories that the agent has saved in the session, and those saved or updated for the project or the user
 * since it began: an updated memory keeps its former session; a command may know no session. Each half uses an index.
 */
function savedByAgent(store: Store, { sessionId, promptCount }: Ask): readonly Saved[] {
  const isOfSession = sql`session_id = ${sessionId}`;
  return store.all<Saved>(sql`
    select *, isOfTurn and (coalesce(session_id, ${sessionId}) = ${sessionId} or exists (select 1 from event_log
    where ${isOfSession} and event = ${MEMORY_UPDATED} and subject = 'm' || saved.id)) as isOwn from (
    select id, category, body, session_id,
    coalesce(updated_at >= ${turnStart(sessionId, promptCount)}, 0) as isOfTurn from memories where id in (
    select id from memories where ${isOfSession} and source = 'agent' and status = 'active'
    union select id from memories where status = 'active' and source in ('agent', 'user')
    and updated_at >= (select started_at from sessions where ${isOfSession})
    and (scope = 'user' or project = (select project from sessions where ${isOfSession})))) saved order by id`);
}

/**
 * Finds the memory that says each finding. Two languages cannot be compared, so rules without a match are
 * paired, in order, with the agent's other rules of this turn in another language, if it saved at least as many.
 */
function saidBy<F extends DraftedFinding>(saved: readonly Saved[], findings: readonly F[]): Map<F, Saved> {
  const said = new Map(
    findings.flatMap((finding) =>
      saved.filter((one) => saysFinding(one, finding.draft)).slice(0, 1).map((memory) => [finding, memory])
    ),
  );
  const other = new Set(saved.filter(({ category, isOwn }) => category === "PREFERENCE" && isOwn === 1))
    .difference(new Set(said.values()));
  const open = findings.filter((one) => one.draft.category === "PREFERENCE" && !said.has(one));
  const languageIn = (text: string) => languageOf(text, tokenize(text));
  for (const [i, memory] of open.length <= other.size ? [...other].entries() : []) {
    const one = open[i];
    if (one && languageIn(one.draft.body) !== languageIn(memory.body)) said.set(one, memory);
  }
  return said;
}

/**
 * Returns true if a saved memory says the same as a finding. A memory that was saved in the same turn may be less
 * similar, or of another category if it is a constraint, which binds as a rule does, or has the words of the finding.
 * Else the category must be the same, because a user's rule that was saved as a decision is no rule.
 */
function saysFinding({ category, body, isOfTurn }: Saved, wanted: Pick<Saved, "category" | "body">): boolean {
  const isSame = isSameMatter(body, wanted.body);
  if (category === wanted.category) {
    return isSame || (isOfTurn === 1 && sharedPart(body, wanted.body) >= LEAST_LIKE);
  }
  if (isOfTurn === 0) return false;
  return category === "CONSTRAINT" ? isSame : isSameStatement(statementOf(body), statementOf(wanted.body));
}

/** Saves a memory of which the next session's start tells the user (`silent_saves`). */
function saveUntold(store: Store, draft: MemoryDraft, at: string): void {
  const { row } = saveMemory(store, draft, at);
  store.run(sql`
    insert or ignore into silent_saves (memory_id, project) values (${row}, ${draft.project ?? ""})`);
}

/** Saves nearly certain rules of an ended session's last prompt (`uuid`): no later prompt revokes them. */
export function saveLastRules(
  store: Store,
  { sessionId, at }: Pick<Ask, "sessionId" | "at">,
  { uuid, threshold }: { readonly uuid: string | undefined; readonly threshold: number },
): void {
  store.transaction(() => {
    const waiting = store.all<MemoryRow>(sql`
      select ${MEMORY_COLUMNS} from memories where status = 'candidate' and category = 'PREFERENCE'
      and id in (select memory_id from asks where session_id = ${sessionId} and evidence_uuid = ${uuid}
      and prompt_count < 0 and outcome is null) order by id`);
    for (const { session_id: sessionId, files, ...known } of waiting) {
      const evidence = decodeEvidence(known.evidence ?? known.body);
      const rule = { category: "PREFERENCE", score: known.confidence, evidence } as const;
      if (!isNearlyCertain(rule, threshold)) continue;
      saveUntold(store, { ...known, sessionId, files: parseTexts(files) }, at);
    }
  });
}
