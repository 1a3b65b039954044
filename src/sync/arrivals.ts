// Applies what this user's other machines have sent. An operation has the state of one record; a record
// stands for the same row, such as a memory, on every machine. For `run.ts`.
import { isAbsolute } from "../machine/paths.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { areTitlesApart } from "../memory/memory_relation.ts";
import { type MemoryCategory, memoryKey } from "../memory/memory_text.ts";
import { forgetMemories } from "../store/forget.ts";
import { clearTexts, memoryByRow, type MemoryRow, saidKey } from "../store/memories.ts";
import { sql } from "../store/sql.ts";
import { HIDDEN, Records, type SyncRecord } from "./records.ts";
import { keptRow, liveRow, removeRow, type SyncedKind, valueSaying, wasForgotten } from "./rows.ts";
import { noteIncomingChange } from "./undo.ts";
import { digestOfText, type LocalRecords } from "./local_records.ts";
import { type Body, leftOf, LINK, merge, NO_HISTORY, refreshed, type Values, WITHDRAWN } from "./merge.ts";
import type { Obstacle, Operation } from "./remote.ts";
import { msOf, originOf, type Stamp, stampsIn } from "./stamp.ts";
import { type ProjectNames, writePortable } from "./portable.ts";

const NOTHING_HERE = { values: undefined, history: NO_HISTORY, isDirty: false };

/**
 * Applies an operation of another machine to the rows here, in the caller's transaction. Returns the obstacle
 * if the operation must wait; throws if the database refuses its row.
 */
export function takeOwn(
  local: LocalRecords,
  operation: Operation,
  kind: SyncedKind,
  body: Body,
): Obstacle | undefined {
  const { store, seal, context: { names, origin } } = local;
  const { record: sent } = operation;
  const found = local.get(sent);
  if (local.isOfExcluded(kind, found, body)) return "excluded";
  const [twin, forgotten] = found ? [] : [twinOf(local, sent, kind, body), forgottenText(local, body)];
  if (twin?.isKept || forgotten !== undefined) {
    local.keepGone({ record: sent, kind }, forgotten ?? `${WITHDRAWN}${twin!.record.record}`);
    if (!twin?.isEdited || forgotten !== undefined) return undefined; // an edited twin's row still takes the later text
  }
  const record = twin?.record.record ?? sent;
  const known = found ?? twin?.record;
  if (known !== undefined) nameGoneFolder(local, kind, known, body);
  const here = refreshedState(local, kind, known);
  if (here === undefined && body.gone === undefined) return "unnamed";
  const merged = merge(here ?? NOTHING_HERE, inOwnFolder(local, kind, known, body), seal.digest);
  const is_dirty = known?.is_dirty === 1 || here?.isDirty ? 1 : 0;
  if (merged.history.gone !== undefined) {
    // Another record has replaced this one, but its row was edited here since, so the row is another memory.
    const isGoneHere = here?.history.gone !== undefined;
    const isAnother = body.into !== undefined && is_dirty === 1 && !isGoneHere;
    if (!isGoneHere && !isAnother) remove(local, kind, known, body);
    const left = isAnother ? WITHDRAWN : leftOf(body); // withdrawn, so the next note makes a new record
    const own = known?.hash ?? digestOfText(known); // a row removed since the last note has no `hash` yet
    const hash = isGoneHere && !body.hash ? own : left; // only a digest replaces `own`
    // The next sync sends that the record is gone, unless the sender knows it and no other `hash` waits here.
    const unsent = body.gone === undefined ? 1 : hash === left ? 0 : is_dirty;
    local.keepGone({ record, kind, is_dirty: unsent }, hash, merged.history.gone);
  } else if (known?.ref === HIDDEN) { // forgotten on this machine alone
    local.keep({ ...known, history: merged.history });
  } else {
    const values = merged.values!;
    const isWritten = merged.isChanged || known === undefined;
    const memory = isWritten && kind === "memory" ? memoryByRow(store, Number(known?.ref)) : undefined;
    const row = kind === "session" ? String(values.fields.session_id) : known?.ref;
    const ref = isWritten ? writePortable(store, { kind, ref: row, names }, values) : known.ref;
    if (isWritten) local.noteTaken(kind);
    if (memory !== undefined) {
      // True for an edit of this machine that comes back after a restore. A remote can change no stamp.
      const isOwn = operation.origin === origin && originOf(operation.stamp) === origin;
      noteIncomingChange(store, { space: local.name, memory, deed: "changed", isOwn }, seal);
    }
    if (known === undefined && kind === "memory") local.addToTexts(memoryByRow(store, Number(ref))!);
    const { history } = merged;
    const now = local.valuesToSend(kind, liveRow(store, kind, ref), history) ?? values;
    // The remote has lost the state with the other changes: it was restored from a backup, or set up anew.
    const isLost = local.operationsOf([record]).length === 0 && !stampsIn(history).isSubsetOf(stampsIn(body));
    local.keep({ record, kind, ref, is_dirty: isLost ? 1 : is_dirty, digest: local.digestOf(now), history });
    // A text is not lost if the text that won is a later edit of it.
    const [before] = twin?.isEdited ? textKeys({ ...values.fields, body: merged.lost?.text ?? "" }) : [];
    const isEarlier = before !== undefined && textKeys(values.fields).includes(before);
    if (merged.lost !== undefined && !isEarlier) keepLost(local, record, values, merged.lost);
  }
}

/**
 * Returns the digest of an arriving memory's text, if the memory was forgotten here: before this machine joined the
 * space, or with its memory, if it is a candidate (a text of that memory that lost a merge elsewhere).
 */
function forgottenText(local: LocalRecords, { fields }: Body): string | undefined {
  const { store, seal, context: { names } } = local;
  const [body, created_at, status] = [fields.body?.[0], fields.created_at?.[0], fields.status?.[0]];
  const digest = seal.digestOf(body);
  const project = folderIn(fields, names);
  const isForgotten = (status === "candidate" && local.forgottenTexts().has(digest)) ||
    wasForgotten(store, { project, body: String(body), created_at: String(created_at) });
  return isForgotten ? digest : undefined;
}

/** Returns the folder of an arriving record's project; `null` for one of all projects. */
function folderIn({ project }: Body["fields"], names: ProjectNames): string | null {
  return typeof project?.[0] === "string" ? names.folderOf(project[0]) : null;
}

/**
 * Finds a memory or value here with the text of an arriving one, or a memory that both machines have edited outside of
 * the space (`isEdited`). `isKept`: its own record has the smaller name, and stays, as on every machine. Else the row
 * gets the arriving record.
 */
function twinOf(local: LocalRecords, record: string, kind: SyncedKind, body: Body) {
  const said = body.gone === undefined ? rowSaying(local, kind, body) : undefined;
  const row = said ?? (body.gone === undefined ? rowEdited(local, kind, body) : undefined);
  if (row === undefined) return undefined;
  const isEdited = said === undefined;
  const ref = String(row.id);
  const known = local.ofRow(kind, ref);
  const isSent = known !== undefined && (!isEdited || local.operationsOf([known.record]).length > 0);
  const isKept = isSent && known.record < record;
  if (isKept) return { record: { ...known, is_dirty: 1 }, isKept, isEdited };
  if (known !== undefined) local.keepGone(known, `${WITHDRAWN}${record}`);
  const { history } = known ?? { history: NO_HISTORY };
  const taken = { record, kind, ref, history, author: null, is_dirty: 1, hash: null, digest: "" };
  local.put(taken);
  return { record: taken, isKept, isEdited };
}

/** Finds the row of a value or an active memory with this text, unless the titles name different things. */
function rowSaying(local: LocalRecords, kind: SyncedKind, { fields }: Body) {
  const { store, context: { names } } = local;
  const textOf = (name: string) => String(fields[name]?.[0] ?? "");
  const title = fields.title?.[0] ?? null;
  const folder = folderIn(fields, names);
  if (kind === "value") return valueSaying(store, folder, textOf("text"));
  if (kind !== "memory" || textOf("status") !== "active") return undefined;
  const [scope, category, body] = [textOf("scope"), textOf("category"), textOf("body")];
  const said = { project: folder, scope, category, body, title: title === null ? null : String(title) };
  return local.byText.get(saidKey(said))?.map(({ id }) => memoryByRow(store, id))
    .find((one) => one?.body === body && !areTitlesApart(one, said));
}

/** Finds the active memory that was once this one: made at the same time, with a former or present text in common. */
function rowEdited({ store, context: { names } }: LocalRecords, kind: SyncedKind, { fields }: Body) {
  const said = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
  if (kind !== "memory" || said.status !== "active") return undefined;
  const [now, ...before] = textKeys(said);
  const made = sql`project is ${folderIn(fields, names)} and created_at = ${said.created_at}`;
  return store.all<MemoryRow>(sql`
    select * from memories where status = 'active' and author is null and ${made} order by id`)
    .find((one) => {
      const [own, ...earlier] = textKeys({ ...one });
      return one.body !== said.body &&
        (earlier.includes(now) || [own, ...earlier].some((key) => before.includes(key)));
    });
}

/** Returns the keys of a memory's text and of its earlier texts. */
function textKeys({ category, body, evidence }: Values["fields"]): [string, ...string[]] {
  const { keys = [] } = decodeEvidence(String(evidence ?? "")).edited ?? {};
  return [memoryKey(category as MemoryCategory, String(body)), ...keys];
}

/**
 * Returns an arriving state so that the row here stays in its folder, if no folder here has the state's project: the
 * sender's folder has another git remote by now, or belongs to another project. As the time of the change is not
 * changed, the machines do not send their different names of the project to and fro.
 */
function inOwnFolder(local: LocalRecords, kind: SyncedKind, known: SyncRecord | undefined, body: Body): Body {
  const { store, context: { names } } = local;
  const [name, stamp] = body.fields.project ?? [];
  if (typeof name !== "string" || names.folderOf(name) !== name) return body;
  const folder = known && keptRow(store, kind, known.ref)?.fields.project;
  const own = typeof folder === "string" && isAbsolute(folder) ? names.nameOf(folder) : undefined;
  return own === undefined ? body : { ...body, fields: { ...body.fields, project: [own, stamp!] } };
}

/** Gives a row's folder that is gone the name under which its record is known, so that changes of the row arrive. */
function nameGoneFolder(local: LocalRecords, kind: SyncedKind, known: SyncRecord, { fields }: Body): void {
  const folder = keptRow(local.store, kind, known.ref)?.fields.project;
  const name = fields.project?.[0];
  const isKnown = local.seal.digestOf(name ?? null) === known.history.fields.project?.[1];
  if (isKnown && typeof folder === "string" && typeof name === "string") {
    local.context.names.nameGone(folder, name);
  }
}

/** Returns a record's state with what its row changed since the last note; `undefined` if the row may not be sent. */
function refreshedState(local: LocalRecords, kind: SyncedKind, known: SyncRecord | undefined) {
  const { store, context: { origin } } = local;
  if (known === undefined) return NOTHING_HERE;
  const before = known.history;
  if (before.gone !== undefined || known.ref === HIDDEN) {
    return { values: undefined, history: before, isDirty: false };
  }
  const row = keptRow(store, kind, known.ref);
  const values = local.valuesToSend(kind, row, before);
  if (row !== undefined && values === undefined) return undefined;
  const history = refreshed(before, values, { origin, digest: local.seal.digest, now: Date.now() });
  return { values, history, isDirty: history !== before };
}

/** Removes the row of a record that is gone elsewhere: forgotten, withdrawn, or replaced by `body.into`. */
function remove(local: LocalRecords, kind: SyncedKind, known: SyncRecord | undefined, body: Body): void {
  const { store, context: { names } } = local;
  if (known === undefined || known.ref === HIDDEN) return;
  const kept = body.into === undefined ? undefined : local.get(body.into);
  // The record that stays was forgotten on this machine alone, and this row says it again.
  if (kept?.ref === HIDDEN) return local.put({ ...kept, ref: known.ref });
  if (kind !== "memory") {
    if (body.into !== undefined && !kept?.ref) return; // the row will get the record that replaces its own
    const isRemoved = removeRow(store, kind, known.ref);
    if (body.into === undefined && isRemoved) local.forgotten++;
    return;
  }
  const memory = memoryByRow(store, Number(known.ref));
  if (memory === undefined || memory.status === "deleted") return;
  const now = new Date().toISOString();
  const name = names.nameOf(memory.project ?? "");
  // Of two clones here, each has its own folder and both have one name.
  const isOfSameProject = ({ project }: MemoryRow) =>
    project === memory.project || (name !== undefined && project !== null && names.nameOf(project) === name);
  if (body.into !== undefined) {
    const { from } = decodeEvidence(memory.evidence ?? "");
    // A copy was taken back: the member's memory, whose record `removeCopied` has dropped, is read again.
    if (from !== undefined && body.into === "") new Records(store, from.space).retryIgnored();
    const other = memoryByRow(store, Number(kept?.ref));
    // The machine that replaced the record cannot know that each of two clones here needs its own row.
    const isInClone = other?.status === "active" && other.project !== memory.project &&
      isOfSameProject(other);
    // Keeps the time if another row has this text, so that no session is told of a loss.
    return isInClone ? undefined : clearTexts(store, [memory.id], body.into === "" ? now : memory.updated_at);
  }
  local.forgotten++;
  // A copy with its own record is another memory. A merge's candidate is forgotten if its text is the forgotten one.
  const lost = new Set(local.memories(sql`r.kind = 'memory' and r.hash is null and m.status = 'candidate'`));
  const alike = store.column<number>(sql`
    select id from memories where status <> 'deleted' and body = ${memory.body} order by id`);
  for (const row of lost.union(new Set(alike))) {
    const copy = memoryByRow(store, row)!;
    if (copy.author !== null) continue; // a teammate's memory is not this user's to forget
    const isTheSame = lost.has(row)
      ? local.seal.digestOf(copy.body) === body.hash
      : copy.body === memory.body && isOfSameProject(copy) &&
        (row === memory.id || local.ofRow(kind, String(row)) === undefined);
    if (isTheSame) forgetMemories(store, [copy], now);
    if (isTheSame && row !== memory.id) local.noteGone(kind, String(row));
  }
  // After `forgetMemories`, which removes the earlier versions that are kept for an undo.
  noteIncomingChange(store, { space: local.name, memory, deed: "forgotten" }, local.seal);
}

/** Saves a text that lost a merge as a candidate. Every machine gives it the same record and history. */
function keepLost(
  local: LocalRecords,
  record: string,
  values: Values,
  lost: { readonly text: string; readonly stamp: Stamp },
): void {
  const { store, seal, context: { names } } = local;
  const name = seal.recordOf(`lost ${record} ${lost.stamp}`);
  if (local.get(name) !== undefined) return;
  const now = msOf(lost.stamp);
  const evidence = JSON.stringify({ quote: "", cues: ["edited on two machines at once"], lostTo: record });
  const { [LINK]: _, ...said } = values.fields;
  const created_at = new Date(now).toISOString();
  const fields = { ...said, body: lost.text, status: "candidate", evidence, title: null, created_at };
  const own: Values = { fields, lists: values.lists, changedAt: now };
  const ref = writePortable(store, { kind: "memory", ref: undefined, names }, own);
  const state = { ref, is_dirty: 1, digest: local.digestOf(own) };
  // The history is the one that the machine that wrote the text would note.
  const history = refreshed(NO_HISTORY, own, { origin: originOf(lost.stamp), digest: seal.digest, now });
  local.keep({ record: name, kind: "memory", ...state, history });
}
