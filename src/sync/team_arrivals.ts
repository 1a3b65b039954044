// Applies what a team's members have sent: memories, and proposals about this user's memories. For `run.ts`.
// - A row is a memory in this machine's database.
// - A record stands for one row on all machines; `SyncRecord` explains its fields.
// - An operation is a message at the remote with the state of a record; `body` is its decrypted content.
// - The user copies a member's memory by `mneme sync adopt` or by an edit: its row then is the user's own memory.
// The property `local.own` has the records of the user's own space, `me`; it is `undefined` if the user has none.
import { asObject, parseJson } from "../base/json.ts";
import { decodeEvidence, encodeEvidence } from "../memory/memory_evidence.ts";
import {
  MAX_BODY_UNITS,
  MAX_TITLE_UNITS,
  MEMORY_CATEGORIES,
  memoryId,
  memoryKey,
} from "../memory/memory_text.ts";
import { clearTexts, insertMemory, memoryByRow, type MemoryRow } from "../store/memories.ts";
import { proposedIn } from "../store/others.ts";
import { sql } from "../store/sql.ts";
import { noteIncomingChange } from "./undo.ts";
import { digestOfText, type LocalRecords, nextName, type Proposal, PROPOSED } from "./local_records.ts";
import { memberLabel } from "./members.ts";
import { liveRow, setMemoryAuthor } from "./rows.ts";
import {
  type Body,
  type FieldValue,
  lastOf,
  leftOf,
  merge,
  NO_HISTORY,
  type Values,
  WITHDRAWN,
} from "./merge.ts";
import { HELD, HIDDEN, IS_WAITING_PROPOSAL, type SyncRecord, WITHDRAWN_ELSEWHERE } from "./records.ts";
import type { Obstacle, Operation } from "./remote.ts";
import { MOST_AHEAD_MS } from "./stamp.ts";
import { isOwnFile, toPortable, writePortable } from "./portable.ts";

/** The most waiting proposals of one member. More would bury other candidates; they stay at the remote. */
const MOST_PROPOSALS = 50;
/** The most elements of a list (files, phrases) in a memory of another member. No real memory has more. */
const MOST_ELEMENTS = 100;
/** The most bytes of a memory of another member with its history. Larger ones could fill the disk. */
const MOST_BYTES = 1_000_000;

/**
 * Applies an operation on a member's own memory. Only the owner writes it (`Seal.open`), so the later state
 * replaces the earlier one without a merge. Returns the obstacle if it cannot be applied.
 */
export function takeFromTeam(
  local: LocalRecords,
  operation: Operation,
  { body, member }: { readonly body: Body; readonly member: string },
): Obstacle | undefined {
  const { store, context: { space, names } } = local;
  const { record } = operation;
  const known = presentRecord(local, record);
  const before = known?.history ?? NO_HISTORY;
  if (local.seal.isOwn(record)) return noteOwn(local, known, { ...operation, body });
  if (before.gone !== undefined) return undefined;
  const author = memberLabel(store, space.name, member, body.author);
  const named = { record, kind: "memory", author };
  if (body.gone !== undefined) {
    if (known !== undefined && known.ref !== HIDDEN) {
      local.forgotten++;
      if (leftOf(body) === WITHDRAWN) local.withdrawn++;
      clearTexts(store, [Number(known.ref)], new Date().toISOString());
    }
    // The digest of the forgotten text is not kept: this user's own memory with the same text must stay.
    return void local.keepGone(named, "", body.gone);
  }
  const { values, history } = merge({ values: undefined, history: NO_HISTORY }, body, local.seal.digest);
  if ((lastOf(before) ?? "") >= lastOf(history)!) return undefined;
  if (!space.shares.some(({ project }) => project === values!.fields.project)) {
    // Once this machine shares the project, `retryIgnored` makes the next sync read this operation again.
    return known && void local.keep({ ...known, digest: operation.id });
  }
  if (local.isOfExcluded("memory", known, body)) return "excluded";
  if (operation.sealed.length > MOST_BYTES || !isAcceptable(values!)) return "not-for-teams";
  if (known !== undefined && isHeld(local, known)) {
    return void local.keep({ ...known, digest: HELD + operation.id });
  }
  const row = known?.ref === HIDDEN ? copySaying(local, record, values!) : known?.ref;
  // The user has hidden, deleted or copied the memory: no row is written.
  if (row === HIDDEN) return void local.keep({ ...named, ref: HIDDEN, history, digest: known!.digest });
  const ref = writePortable(store, { kind: "memory", ref: row, names }, withoutReferences(values!));
  setMemoryAuthor(store, ref, author);
  local.keep({ ...named, ref, history });
  local.noteTaken("memory");
  local.takenOfMembers.add(ref);
  return undefined;
}

/** Lets the next pull read again what members have sent while this user's mark was on the row. */
export function retryHeld(local: LocalRecords): void {
  const held = local.where(sql`digest like ${`${HELD}%`}`).filter((record) => !isHeld(local, record));
  local.dropOperations(held.map(({ digest }) => digest.slice(HELD.length)));
}

/** Tells whether this user has rejected a member's memory or marked it as replaced: then it stays as it is. */
function isHeld({ store, seal }: LocalRecords, { ref, history: { fields } }: SyncRecord): boolean {
  const { status, rejected = null } = memoryByRow(store, Number(ref)) ?? {};
  const isOwners = (name: string, value: unknown) =>
    fields[name] === undefined || fields[name][1] === seal.digestOf(value);
  return (status === "superseded" && !isOwners("status", status)) ||
    (rejected !== null && !isOwners("rejected", rejected));
}

/**
 * Returns the row of the user's copy of a member's memory, if the member has by now made the changes that the
 * user made in the copy; else `HIDDEN`. Ends the proposal. The caller makes the copy the member's again.
 */
function copySaying(local: LocalRecords, record: string, { fields, lists }: Values): string {
  const { store, context: { names } } = local;
  const proposal = local.where(IS_WAITING_PROPOSAL).find(({ digest }) => digest === record);
  const row = proposal && liveRow(store, "memory", proposal.ref);
  const mine = row?.author === null ? toPortable(row, names) : undefined;
  if (proposal === undefined || mine === undefined) return HIDDEN;
  const known = proposal.history.lists;
  const hasAdded = Object.entries(mine.lists).some(([name, elements]) =>
    elements.some((one) => known[name]?.[local.seal.digest(one)] === undefined && !lists[name]?.includes(one))
  );
  const { changed = [] } = local.proposalOf(proposal) ?? {};
  const isSaid = [...changed, "status", "rejected"].every((name) => mine.fields[name] === fields[name]);
  if (changed.length === 0 || !isSaid || hasAdded) return HIDDEN;
  local.keep({ ...proposal, ref: HIDDEN, is_dirty: 0 });
  const copy = local.own?.recordFor("memory", proposal.ref);
  if (copy !== undefined) local.own!.keepGone(copy, WITHDRAWN); // this user's other machines get the member's, too
  return proposal.ref;
}

/** Returns the record, after `hide` if the user has deleted or copied its memory meanwhile. */
function presentRecord(local: LocalRecords, record: string): SyncRecord | undefined {
  const known = local.get(record);
  if (known === undefined || known.author === null || known.hash !== null || known.ref === HIDDEN) {
    return known;
  }
  const row = memoryByRow(local.store, Number(known.ref));
  if (row?.author !== null && row?.status !== "deleted") return known;
  local.hide(known);
  return local.get(record);
}

/**
 * Notes a record that another machine of this user has sent; its row comes through the space `me`. A record that
 * is gone is noted even if new here, as its name cannot be used again. A record that this machine sent before
 * it left the space is noted without a row, so that it can be withdrawn.
 */
function noteOwn(
  local: LocalRecords,
  known: SyncRecord | undefined,
  { record, stamp, origin, body }: Operation & { readonly body: Body },
): undefined {
  if (known !== undefined && known.hash !== null) {
    // Somebody has put an earlier state back after the removal. The next push removes that state.
    if (body.gone === undefined) return void local.keep({ ...known, is_dirty: 1 });
    // `LocalRecords` names the next record of the row by this time, which must be the same on all machines.
    local.keepGone(known, known.hash, [known.history.gone!, body.gone].sort()[0]);
  } else if (body.gone !== undefined) {
    const wasShared = known !== undefined && (known.is_dirty === 0 || local.former.has(record)); // also from here
    const left = wasShared && leftOf(body) === WITHDRAWN ? WITHDRAWN_ELSEWHERE : leftOf(body);
    local.keepGone({ record, kind: "memory" }, left, body.gone);
  } else if (known === undefined ? origin === local.context.origin : known.ref === HIDDEN) {
    const state = { values: undefined, history: NO_HISTORY };
    local.keep({
      record,
      kind: "memory",
      ref: HIDDEN,
      history: merge(state, body, local.seal.digest).history,
    });
  } else if (known !== undefined) {
    // The remote has only this older state, if it was restored from a backup or somebody has put the state back.
    const is_dirty = stamp < (lastOf(known.history) ?? "") ? 1 : 0;
    if (is_dirty === 0 || local.operationsOf([record]).length === 0) local.keep({ ...known, is_dirty });
  }
}

/** Tells whether a memory that a member has sent has the form of a shared memory. */
function isAcceptable({ fields, lists }: Values): boolean {
  const { scope, status, confidence, created_at, rejected } = fields;
  return hasValidTexts(fields) && scope === "project" && (status === "active" || status === "superseded") &&
    (rejected === null || isText(rejected)) &&
    typeof confidence === "number" && confidence >= 0 && confidence <= 1 &&
    typeof created_at === "string" && Date.parse(created_at) < Date.now() + MOST_AHEAD_MS &&
    Object.values(lists).every((list) => list.length <= MOST_ELEMENTS && list.every((one) => isText(one)));
}

/** Tells whether a memory's text, title, category and scope have values that mneme itself could have written. */
function hasValidTexts({ body, title, category, scope }: Readonly<Record<string, unknown>>): boolean {
  return isText(body) && body !== "" && (title === null || isText(title, MAX_TITLE_UNITS)) &&
    MEMORY_CATEGORIES.some((known) => known === category) && (scope === "project" || scope === "user");
}

function isText(value: unknown, most = MAX_BODY_UNITS): boolean {
  return typeof value === "string" && value.length <= most;
}

/**
 * Removes what a foreign memory must not refer to here: sessions, rows, files outside of the project. Cuts a
 * long quotation. Writes the time in mneme's form, by which rows are sorted.
 */
function withoutReferences({ fields, lists, changedAt }: Values): Values {
  const quote = typeof fields.evidence === "string" ? asObject(parseJson(fields.evidence))?.quote : undefined;
  const evidence = typeof quote === "string"
    ? encodeEvidence({ quote: quote.slice(0, MAX_BODY_UNITS), cues: [], uuid: undefined, offset: undefined })
    : null;
  const created_at = new Date(String(fields.created_at)).toISOString();
  const files = (lists.files ?? []).filter(isOwnFile);
  return {
    fields: { ...fields, evidence, session_id: null, created_at },
    lists: { ...lists, files },
    changedAt: Math.min(changedAt, Date.now()),
  };
}

/** Saves a member's proposal as a candidate, or removes the candidate if the member takes it back. */
export function takeProposal(
  local: LocalRecords,
  { record }: Operation,
  { body, member }: { readonly body: unknown; readonly member: string },
): Obstacle | undefined {
  const { store, name: space } = local;
  const proposal = decodeProposal(body);
  if (proposal === undefined) return "form";
  const { fields } = proposal;
  // Another scope also means another project: none, if the memory is for all projects.
  const changed = Object.keys(fields ?? {}).flatMap((name) => name === "scope" ? [name, "project"] : [name]);
  const known = local.get(record);
  // Ignores this user's own proposal, and one about another member's record.
  if (local.seal.isOwn(record) || !local.seal.isOwn(proposal.of)) return undefined;
  const author = memberLabel(store, space, member, proposal.author);
  const noted = { record, kind: "proposal", author, digest: proposal.of };
  if (fields !== undefined && changed.length === 0) {
    const candidate = known?.kind === "proposal" ? memoryByRow(store, Number(known.ref)) : undefined;
    if (candidate?.status === "candidate" && candidate.author !== null) { // an edited candidate is the user's own
      clearTexts(store, [candidate.id], new Date().toISOString());
      local.forgotten++;
      local.withdrawn++;
    }
    // The operation stays at the remote, for this user's other machines.
    return (known?.kind ?? "proposal") === "proposal" ? void local.keep(noted) : undefined;
  }
  if (known !== undefined) return undefined;
  const memory = memoryByRow(store, Number(local.rowNamed(proposal.of)));
  if (memory === undefined || memory.status === "deleted") return undefined;
  if (memory.project !== null && local.context.isExcluded(memory.project)) return "excluded";
  if (local.proposedCandidates(author).length >= MOST_PROPOSALS) {
    return `crowded ${MOST_PROPOSALS} proposals of ${author}`;
  }
  const parts = Object.entries(fields ?? {})
    .map(([name, value]) => `${value === null ? "no" : "another"} ${name}`); // `null`: the present title goes
  const deed = fields === undefined ? "to forget" : `${parts.join(" and ")} for`;
  const said = { ...memory, ...fields } as MemoryRow;
  const row = insertMemory(store, {
    ...said,
    ...(fields?.scope === "user" ? { project: null } : { scope: memory.scope }),
    evidence: encodeEvidence({
      ...{ quote: "", uuid: undefined, offset: undefined },
      cues: [`${author} proposes ${deed} ${memoryId(memory.id)}`],
      proposes: { memory: memory.id, forget: fields === undefined, changed },
    }),
    ...{ source: "user", confidence: 1, sessionId: null, files: [] },
  }, { status: "candidate", at: new Date().toISOString() });
  setMemoryAuthor(store, String(row), author);
  local.keep({ ...noted, ref: String(row) });
  noteIncomingChange(store, { space, memory: { ...memory, id: row }, deed: "proposed" });
  local.noteTaken("proposal");
  return undefined;
}

/** Removes proposals whose operation another machine of this user has removed at the remote, as they are decided. */
export function removeDecided(local: LocalRecords): void {
  const { store } = local;
  const there = new Set(local.operations().values());
  store.transaction(() => {
    for (const row of local.proposedCandidates()) {
      const record = local.ofRow("proposal", String(row))!;
      if (there.has(record.record) || memoryByRow(store, row)!.author === null) continue; // edited: the user's own
      local.drop(record); // a proposal that is sent again is asked again
      clearTexts(store, [row], new Date().toISOString());
      local.forgotten++;
    }
  });
}

/** Removes proposals that are done: the memory says the same, or is gone as proposed. */
export function removeDoneProposals(local: LocalRecords): void {
  const { store } = local;
  const done = local.proposedCandidates().filter((row) => {
    const candidate = memoryByRow(store, row)!;
    const { memory = 0, forget = false, changed = [] } = proposedIn(candidate) ?? {};
    const target = memoryByRow(store, memory);
    if (target === undefined || target.status === "deleted") return forget;
    const [asked, said]: Record<string, unknown>[] = [{ ...candidate }, { ...target }];
    return changed.length > 0 && changed.every((name) => asked![name] === said![name]);
  });
  store.transaction(() => clearTexts(store, done, new Date().toISOString()));
}

/**
 * Removes members' memories of which this user has made a copy on another machine. Their records go, too, so that a
 * member's later state is applied like a new memory. If that state says what the user proposed, it stays: the other
 * machine then withdraws the copy.
 */
export function removeCopied(local: LocalRecords): void {
  const { store, name: space } = local;
  const copies = store.all<MemoryRow>(sql`
    select * from memories where author is null and status <> 'deleted' and instr(evidence, '"from":') > 0`)
    .map((copy) => ({ copy, ...decodeEvidence(copy.evidence ?? "") })).filter(({ from }) =>
      from?.space === space
    );
  if (copies.length === 0) return;
  const isCopied = (one: MemoryRow) =>
    copies.some(({ copy, from, edited }) => {
      const isAlike = one.body === copy.body && one.title === copy.title && one.category === copy.category;
      const keys = edited?.keys ?? [memoryKey(copy.category, copy.body)];
      const isChanged = isAlike && edited !== undefined; // as the user proposed
      return one.author === from?.author && keys.includes(memoryKey(one.category, one.body)) && !isChanged;
    });
  const isForeign = sql`r.kind = 'memory' and m.author is not null and m.status <> 'deleted'`;
  store.transaction(() => {
    for (const one of local.memories(isForeign).map((row) => memoryByRow(store, row)!).filter(isCopied)) {
      local.drop(local.ofRow("memory", String(one.id))!);
      if (local.takenOfMembers.has(String(one.id)) && --local.taken.memory! === 0) delete local.taken.memory;
      clearTexts(store, [one.id], one.updated_at); // keeps the time: no session is told of a loss, as the copy remains
    }
  });
}

/** Forgets memories that only other machines of this user have shared, if one of them has forgotten them. */
export function forgetDetached(local: LocalRecords): void {
  const { own, seal, store } = local;
  const detached = own === undefined ? new Set() : local.detached();
  if (detached.size === 0) return;
  const isWithdrawn = sql`author is null and hash in (${WITHDRAWN}, ${WITHDRAWN_ELSEWHERE})`;
  const ends = new Map(local.where(isWithdrawn).map(({ record, history }) => [record, history.gone]));
  store.transaction(() => {
    for (const [content, hash] of own!.gone()) {
      if (hash.startsWith(WITHDRAWN)) continue;
      let record = seal.recordOf(content);
      while (ends.has(record)) record = seal.recordOf(nextName(content, ends.get(record)));
      const known = local.get(record);
      if (detached.has(record)) local.keepGone(known ?? { record, kind: "memory" }, digestOfText(known));
    }
  });
}

/** Decodes a proposal, with only the fields that its author has changed; `undefined` for any other value. */
function decodeProposal(value: unknown): Proposal | undefined {
  const { of, author, fields, changed } = asObject(value) ?? {};
  if (typeof of !== "string" || typeof author !== "string") return undefined;
  if (fields === undefined) return { of, author };
  const names = Array.isArray(changed) ? PROPOSED.filter((name) => changed.includes(name)) : PROPOSED;
  if (Array.isArray(changed) && changed.length === 0) return { of, author, fields: {} };
  const said = asObject(fields) ?? {};
  if (!hasValidTexts(said)) return undefined;
  return { of, author, fields: Object.fromEntries(names.map((name) => [name, said[name] as FieldValue])) };
}
