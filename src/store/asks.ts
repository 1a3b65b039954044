import { decodeEvidence } from "../memory/memory_evidence.ts";
import { isSameMatter, isSameStatement, sharedPart, statementOf } from "../memory/memory_relation.ts";
import { memoryKey } from "../memory/memory_text.ts";
import { type AskOutcome, LEAST_LIKE } from "./candidates.ts";
import { parseTexts } from "./columns.ts";
import { memoryByRow, type MemoryDraft, type MemoryRow } from "./memories.ts";
import { hasSaved, MEMORY_UPDATED, turnStart } from "./notes.ts";
import { addCandidate, saveMemory } from "./save_memory.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { isNearlyCertain, MAX_ASKED } from "../triage/ask.ts";

export interface Finding {
  readonly draft: MemoryDraft;
  /** The id of the message with the finding; "" if the text came only from the hook's stdin, which has no ids. */
  readonly evidenceUuid: string;
}

export interface Findings<F extends Finding = Finding> {
  readonly found: readonly F[];
  /** Findings that a model has rejected. */
  readonly dismissed: readonly F[];
}

export interface Ask {
  readonly sessionId: string;
  /** The number of the session's prompts so far. */
  readonly promptCount: number;
  readonly at: string;
  /**
   * The time from which a candidate counts as waiting for a person, if it was found in older text; otherwise `at`
   * counts.
   */
  readonly waitsFrom?: string;
}

/** The prompt count of findings that were handled without asking, so that they do not delay the next ask. */
export const NOT_ASKED = -1;

/**
 * Returns the messages whose findings this session has handled: asked about, saved, known or dismissed. `includes`
 * tells whether a finding was handled, by its words or its message.
 */
export function handledBefore(store: Store, sessionId: string) {
  const rows = store.all<{ key: string; evidence_uuid: string | null }>(sql`
    select key, evidence_uuid from asks where session_id = ${sessionId}`);
  const keys = new Set(rows.map(({ key }) => key));
  const messages: ReadonlySet<string> = new Set(rows.flatMap(({ evidence_uuid }) => evidence_uuid ?? []));
  return {
    messages,
    includes: ({ draft, evidenceUuid }: Finding) =>
      keys.has(memoryKey(draft.category, draft.body)) || messages.has(evidenceUuid),
  };
}

/** Notes that a finding was handled, and its outcome if it has one at once. */
function insertAsk(
  store: Store,
  { draft, evidenceUuid }: Finding,
  ask: Ask,
  { memory, outcome }: { readonly memory?: number | undefined; readonly outcome?: AskOutcome } = {},
): void {
  store.run(sql`
    insert into asks (session_id, category, key, evidence_uuid, prompt_count, created_at, memory_id, outcome,
    outcome_at) values (${ask.sessionId}, ${draft.category}, ${memoryKey(draft.category, draft.body)},
    ${evidenceUuid === "" ? null : evidenceUuid}, ${ask.promptCount}, ${ask.at}, ${memory}, ${outcome},
    ${outcome === undefined ? null : ask.at})`);
}

/**
 * Stores findings as handled and the new ones as candidates. Returns the new ones. A finding is new if this session has
 * not handled its words or its message, if no memory, candidate or forgotten memory says it, and if the session's agent
 * has not saved it in other words. Returns none if somebody has saved a memory in this turn. At most `MAX_ASKED` of the
 * new ones count as asked about. All is one transaction, so that nobody is asked about a finding that could not be
 * stored. `isCertain` is given if nobody is asked; it chooses the findings that become memories at once.
 */
export function keepAsks<F extends Finding>(
  store: Store,
  { found, dismissed }: Findings<F>,
  ask: Ask,
  isCertain?: (finding: F) => boolean,
): F[] {
  return store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    const unasked = { ...ask, promptCount: NOT_ASKED };
    for (const finding of dismissed) insertAsk(store, finding, unasked);
    const unhandled = found.filter((finding) => !handled.includes(finding));
    const said = unhandled.length === 0 ? undefined : saidBy(savedByAgent(store, ask), unhandled);
    const began = turnStart(ask.sessionId, ask.promptCount);
    const isSaved = unhandled.length > 0 && store.has(sql`select 1 where ${hasSaved(ask.sessionId, began)}`);
    const kept: F[] = [];
    for (const finding of unhandled) {
      const settled = said?.get(finding);
      if (settled !== undefined) {
        insertAsk(store, finding, unasked, { memory: settled.id, outcome: "settled" });
        continue;
      }
      // The agent has chosen what to save of this turn, so other findings become no candidates, except a user's rules.
      const isPassedOver = isSaved && finding.draft.category !== "PREFERENCE";
      const memory = isPassedOver ? undefined : addCandidate(store, finding.draft, ask.at);
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

type Saved =
  & Pick<MemoryRow, "id" | "category" | "body">
  & {
    readonly [
      /** 1 if it was saved or updated since the newest prompt; `isOwn`: by this session, or by a command that knows none. */
      is in "isOfTurn" | "isOwn"
    ]: number;
  };

/**
 * Lists the memories that the agent of a session has saved, asked or not. Adds all that agents or people have saved or
 * updated since the session began, in its project or for every project: an updated memory keeps its former session, and
 * a command may not know its session. Each half uses an index; one condition for both would read ten thousand memories.
 */
function savedByAgent(
  store: Store,
  { sessionId, promptCount }: Pick<Ask, "sessionId" | "promptCount">,
): readonly Saved[] {
  const isOfSession = sql`session_id = ${sessionId}`;
  return store.all<Saved>(sql`
    select *, isOfTurn and (coalesce(session_id, ${sessionId}) = ${sessionId} or exists (select 1 from event_log
    where ${isOfSession} and event = ${MEMORY_UPDATED} and subject = 'm' || saved.id)) as isOwn from (
    select id, category, body, session_id, coalesce(updated_at >= ${
    turnStart(sessionId, promptCount)
  }, 0) as isOfTurn
    from memories where id in (
    select id from memories where ${isOfSession} and source = 'agent' and status = 'active'
    union select id from memories where status = 'active' and source in ('agent', 'user')
    and updated_at >= (select started_at from sessions where ${isOfSession})
    and (scope = 'user' or project = (select project from sessions where ${isOfSession})))) saved order by id`);
}

/**
 * Finds the memory that says each finding. Rules of the user that no memory seems to say are those that the session's
 * agent has saved in the turn, in another language perhaps, if it has saved as many.
 */
function saidBy<F extends Finding>(saved: readonly Saved[], findings: readonly F[]): Map<F, Saved> {
  const said = new Map(
    findings.flatMap((finding) =>
      saved.filter((one) => isOf(one, finding.draft)).slice(0, 1).map((memory) => [finding, memory])
    ),
  );
  const other = new Set(saved.filter(({ category, isOwn }) => category === "PREFERENCE" && isOwn === 1))
    .difference(new Set(said.values()));
  const open = findings.filter((one) => one.draft.category === "PREFERENCE" && !said.has(one));
  if (open.length <= other.size) [...other].forEach((memory, i) => open[i] && said.set(open[i], memory));
  return said;
}

/**
 * Returns true if a saved memory says the same as a finding. A memory that was saved in the same turn may be less
 * similar, or of another category if it is a constraint, which binds as a rule does, or has the words of the finding.
 * Else the category must be the same, because a user's rule that was saved as a decision is no rule.
 */
function isOf({ category, body, isOfTurn }: Saved, wanted: Pick<Saved, "category" | "body">): boolean {
  const isSame = isSameMatter(body, wanted.body);
  if (category === wanted.category) {
    return isSame || (isOfTurn === 1 && sharedPart(body, wanted.body) >= LEAST_LIKE);
  }
  if (isOfTurn === 0) return false;
  return category === "CONSTRAINT" ? isSame : isSameStatement(statementOf(body), statementOf(wanted.body));
}

/** Saves a memory without asking anybody. The start of the next session tells about it. */
function saveUntold(store: Store, draft: MemoryDraft, at: string): void {
  const { row } = saveMemory(store, draft, at);
  store.run(
    sql`insert or ignore into silent_saves (memory_id, project) values (${row}, ${draft.project ?? ""})`,
  );
}

/**
 * Saves the open rules of an ended session that rest on this message, its last prompt, and about which nobody was asked:
 * no later prompt can have taken them back.
 */
export function saveLastRules(
  store: Store,
  { sessionId, at }: Pick<Ask, "sessionId" | "at">,
  { uuid, threshold }: { readonly uuid: string | undefined; readonly threshold: number },
): void {
  store.transaction(() => {
    const open = store.column<number>(sql`
      select m.id from asks a join memories m on m.id = a.memory_id where a.session_id = ${sessionId}
      and a.evidence_uuid = ${uuid} and a.prompt_count < 0 and a.outcome is null and m.status = 'candidate'
      and m.category = 'PREFERENCE'`);
    for (const { session_id, files, ...known } of open.map((row) => memoryByRow(store, row)!)) {
      const evidence = decodeEvidence(known.evidence ?? known.body);
      if (!isNearlyCertain({ category: "PREFERENCE", score: known.confidence, evidence }, threshold)) {
        continue;
      }
      saveUntold(store, { ...known, sessionId: session_id, files: parseTexts(files) }, at);
    }
  });
}
