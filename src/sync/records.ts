import { join, list, raw, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { type History, lastOf } from "./merge.ts";
import { type Obstacle, type Operation, type SetAside, setAside } from "./remote.ts";
import { SYNCED } from "./rows.ts";
import { msOf } from "./stamp.ts";

/** A record of a space: its row on this machine, and its history. */
export interface SyncRecord {
  readonly record: string;
  readonly kind: string;
  /** The reference of its row; "" for a record that is gone, `HIDDEN` for one that this machine no longer shows. */
  readonly ref: string;
  /** A `History` as JSON, which contains digests and no text. */
  readonly history: string;
  /** The author if it is another person; `null` for this user's own record. */
  readonly author: string | null;
  /** 1 if the record must be sent. */
  readonly is_dirty: number;
  /**
   * `null` for a record that exists. For one that is gone: the digest of its text ("" if unknown), `>` and the record with
   * the same text, or `>` alone if it was withdrawn.
   */
  readonly hash: string | null;
  /**
   * The digest of the row when it was last read, so that `history` is read only for changed rows. For a proposal, the
   * name of the record that it is about. For a memory of another member, the id of an ignored operation, or "".
   */
  readonly digest: string;
}

const COLUMNS = sql`record, kind, ref, history, author, is_dirty, hash, digest`;

export function recordOf(store: Store, space: string, record: string): SyncRecord | undefined {
  return store.first<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and record = ${record}`);
}

/** Returns the record of a row, unless the record is gone. */
export function recordOfRow(store: Store, space: string, kind: string, ref: string): SyncRecord | undefined {
  return store.first<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and kind = ${kind} and ref = ${ref} and hash is null`);
}

export function keepRecord(store: Store, space: string, row: SyncRecord): void {
  store.run(sql`
    insert or replace into sync_records (space, record, kind, ref, history, author, is_dirty, hash, digest)
    values (${space}, ${row.record}, ${row.kind}, ${row.ref}, ${row.history}, ${row.author}, ${row.is_dirty},
    ${row.hash}, ${row.digest})`);
}

/** Returns the digests of rows when they were last read, by reference; without records that are gone. */
export function digestsOfKind(store: Store, space: string, kind: string): Map<string, string> {
  return store.map(sql`
    select ref, digest from sync_records where space = ${space} and kind = ${kind} and hash is null`);
}

/** Returns the next records to send, after the record `after`. */
export function dirtyRecords(store: Store, space: string, after: string, limit: number): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and is_dirty = 1 and record > ${after}
    order by record limit ${limit}`);
}

/** Notes that a record was sent, unless it was changed or taken back since. */
export function noteSent(store: Store, space: string, { record, history, ref }: SyncRecord): void {
  store.run(sql`
    update sync_records set is_dirty = 0
    where space = ${space} and record = ${record} and history = ${history} and ref = ${ref}`);
}

export function countDirty(store: Store, space: string): number {
  return store.value<number>(sql`
    select count(*) from sync_records where space = ${space} and is_dirty = 1`) ?? 0;
}

/** Returns the records of a space that are gone, with their `hash`. */
export function goneRecords(store: Store, space: string): Map<string, string> {
  return store.map(sql`
    select record, hash from sync_records where space = ${space} and hash is not null order by record`);
}

/** Returns the digests of forgotten texts, with the time of the forget in milliseconds. */
export function forgottenTexts(store: Store, space: string): Map<string, number> {
  const rows = store.all<{ hash: string; gone: string }>(sql`
    select hash, json_extract(history, '$.gone') as gone from sync_records
    where space = ${space} and hash > '' and hash not like '>%' order by gone`);
  return new Map(rows.map(({ hash, gone }) => [hash, msOf(gone)]));
}

/** Returns the ids of the known operations of these records. */
export function operationsOf(store: Store, space: string, records: readonly string[]): string[] {
  return store.column<string>(sql`
    select id from sync_operations where space = ${space} and record in ${list(records)}`);
}

export function keepOperation(store: Store, space: string, id: string, record: string): void {
  store.run(sql`
    insert or ignore into sync_operations (space, id, record) values (${space}, ${id}, ${record})`);
}

export function dropOperations(store: Store, space: string, ids: readonly string[]): void {
  store.run(sql`delete from sync_operations where space = ${space} and id in ${list(ids)}`);
}

/** Returns the operations that this machine has sent or applied and that are still at the remote, with their records. */
export function recordsByOperation(store: Store, space: string): Map<string, string> {
  return store.map(sql`select id, record from sync_operations where space = ${space}`);
}

/** Marks this user's proposals with these operations, so that they are sent again. */
export function sendProposals(store: Store, space: string, ids: readonly string[]): void {
  store.run(sql`
    update sync_records set is_dirty = 1 where space = ${space} and author is null and kind = 'proposal'
    and record in (select record from sync_operations where space = ${space} and id in ${list(ids)})`);
}

/** Deletes the operations that are no longer at the remote. */
export function dropAbsent(store: Store, space: string, present: readonly string[]): void {
  store.run(sql`
    delete from sync_operations where space = ${space} and id not in (select value from json_each(${present}))`);
}

/** Marks this user's records that are missing at the remote, so that they are sent again. */
export function sendMissing(store: Store, space: string): void {
  store.run(sql`
    update sync_records set is_dirty = 1 where space = ${space} and is_dirty = 0 and author is null and ref <> 'hidden'
    and record not in (select record from sync_operations where space = ${space}) and kind <> 'proposal'`);
}

/**
 * Marks this user's record, so that it is sent again, if the remote has only this older state of it. This happens if
 * the remote was restored from a backup, or if somebody has put an old operation back.
 */
export function sendNewer(store: Store, space: string, { record, stamp }: Operation): void {
  const known = recordOf(store, space, record);
  if (known?.author !== null || (lastOf(JSON.parse(known.history) as History) ?? "") <= stamp) return;
  if (operationsOf(store, space, [record]).length === 0) keepRecord(store, space, { ...known, is_dirty: 1 });
}

/**
 * Lists records of other members that are missing at the remote. Only their authors can send them again. Returns none
 * while this machine may lack their new key.
 */
export function missingRecords(store: Store, space: string) {
  return store.all<{ readonly record: string; readonly author: string }>(sql`
    select record, author from sync_records where space = ${space} and author is not null and kind <> 'proposal' and hash is null
    and record not in (select record from sync_operations where space = ${space})
    and not exists (select 1 from sync_refused where space = ${space} and reason = 'no-key') order by record`);
}

/** Makes the next sync read ignored operations again, because this machine may accept them now. */
export function retryIgnored(store: Store, space: string): void {
  store.run(sql`
    delete from sync_operations as o where space = ${space} and not exists (select 1 from sync_records r
    where r.space = ${space} and r.record = o.record and r.digest <> o.id)`);
}

/** Returns the operations of proposals that the user has accepted, refused or forgotten; not of those taken back. */
export function settledProposals(store: Store, space: string): string[] {
  return store.column<string>(sql`
    select o.id from sync_operations o join sync_records r on r.space = o.space and r.record = o.record
    left join memories m on m.id = cast(r.ref as integer) where o.space = ${space} and r.kind = 'proposal'
    and r.author is not null and r.ref <> '' and m.status is not 'candidate'`);
}

/** Returns this user's proposals that refer to a row. Proposals to forget, and those that were taken back, do not. */
export function waitingProposals(store: Store, space: string): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and kind = 'proposal' and author is null
    and cast(ref as integer) > 0`);
}

/** Returns the candidates that members propose, or one of them, and that wait for the user's decision. */
export function proposedCandidates(store: Store, space: string, author: string | null = null): number[] {
  return store.column<number>(sql`
    select m.id from sync_records r join memories m on m.id = cast(r.ref as integer) where r.space = ${space}
    and r.kind = 'proposal' and r.author = coalesce(${author}, r.author) and m.status = 'candidate'`);
}

/** Lists this user's records in a team whose project has this mark in the history, or whose row is in the folder. */
export function ownRecords(
  store: Store,
  space: string,
  { mark, folder }: { readonly mark: string; readonly folder: string },
): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and kind = 'memory' and hash is null and author is null
    and (json_extract(history, '$.fields.project[1]') = ${mark}
    or cast(ref as integer) in (select id from memories where project = ${folder}))`);
}

/** Returns the records of other members whose rows are now this user's own, after an edit or `mneme sync adopt`. */
export function takenOver(store: Store, space: string): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select record, kind, ref, history, r.author, is_dirty, hash, digest from sync_records r
    join memories m on m.id = cast(r.ref as integer)
    where space = ${space} and kind = 'memory' and hash is null and r.author is not null and m.author is null`);
}

/** Selects the records of the rows of a project. */
function ofProject(project: string): Sql {
  const kinds = Object.entries(SYNCED).map(([kind, { table, key }]) =>
    sql`kind = ${kind} and ref in (select cast(${raw(key)} as text) from ${
      raw(table)
    } where project = ${project})`
  );
  return sql`hash is null and (${join(kinds, sql` or `)})`;
}

/** Returns the spaces to which this user has sent something of a project. */
export function spacesWith(store: Store, project: string): string[] {
  return store.column<string>(sql`
    select distinct space from sync_records where author is null and ${ofProject(project)} order by space`);
}

/** A waiting proposal is noted as one that was taken back, so that it stays at the remote for this user's other machines. */
const DETACHED = sql`ref = iif(kind = 'proposal', '', 'hidden'), is_dirty = 0`;

/** Detaches the records of a project from their rows: what becomes of these says nothing to others, and nothing comes back. */
export function detachProject(store: Store, project: string): void {
  const candidates =
    sql`select cast(id as text) from memories where project = ${project} and status = 'candidate'`;
  store.run(sql`
    update sync_records set ${DETACHED} where ${ofProject(project)}
    or (kind = 'proposal' and author is not null and ref in (${candidates}))`);
}

/** Returns this user's records in a team that have no row here. */
export function detachedRecords(store: Store, space: string): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and author is null and hash is null
    and ref = 'hidden' and kind = 'memory'`);
}

/** Detaches in an older copy what was detached since, as the copy loses these rows, too. */
export function detachAgain(copy: Store, store: Store): void {
  const records = store.column<string>(sql`
    select record from sync_records where iif(kind = 'proposal', author is not null and ref = '',
    author is null and ref = 'hidden')`);
  copy.run(sql`update sync_records set ${DETACHED} where hash is null and record in ${list(records)}`);
}

/** Marks every record that this machine has ever changed, so that it is sent again. */
export function sendAgain(store: Store, space: string, origin: string): void {
  store.run(sql`
    update sync_records set is_dirty = 1 where space = ${space} and instr(history, ${`-${origin}"`}) > 0`);
}

interface SpaceState {
  /** The number of operations that were ever sent. */
  readonly pushed: number;
  /** The number of operations that were ever received. */
  readonly pulled: number;
  /** The digest `gone` of the last `MachineNote` that this machine has sent. */
  readonly told: string | null;
  /** The end of the last sync that succeeded, ISO 8601. */
  readonly last_at: string | null;
  /** The reason why the last sync failed; `null` if it succeeded. */
  readonly last_error: string | null;
}

const NO_STATE: SpaceState = { pushed: 0, pulled: 0, told: null, last_at: null, last_error: null };

export function spaceState(store: Store, space: string): SpaceState {
  return store.first<SpaceState>(sql`
    select pushed, pulled, told, last_at, last_error from sync_spaces where space = ${space}`) ??
    NO_STATE;
}

export function keepSpaceState(store: Store, space: string, change: Partial<SpaceState>): void {
  const state = { ...spaceState(store, space), ...change };
  store.run(sql`insert or ignore into sync_spaces (space) values (${space})`); // keeps `cursor` (`tellSync`)
  store.run(sql`
    update sync_spaces set pushed = ${state.pushed}, pulled = ${state.pulled}, told = ${state.told},
    last_at = ${state.last_at}, last_error = ${state.last_error} where space = ${space}`);
}

/** Notes an operation that this machine did not apply. */
export function refuse(store: Store, space: string, id: string, obstacle: Obstacle): void {
  store.run(sql`
    insert or replace into sync_refused (space, id, reason, at)
    values (${space}, ${id}, ${obstacle}, ${new Date().toISOString()})`);
}

export function refusedOperations(store: Store, space: string): SetAside[] {
  return store.all<{ readonly id: string; readonly obstacle: string }>(sql`
    select id, reason as obstacle from sync_refused where space = ${space} order by id`)
    .map(({ id, obstacle }) => setAside(id, obstacle));
}

/** Deletes the notes about refused operations, because the next pull tries these operations again. */
export function clearRefused(store: Store, space: string): void {
  store.run(sql`delete from sync_refused where space = ${space}`);
}

/** Deletes all records and the state of a space. The caller removes the memories that came from it. */
export function forgetSpace(store: Store, space: string): void {
  for (const table of ["records", "operations", "refused", "spaces", "members", "changes"]) {
    store.run(`delete from sync_${table} where space = ?`, space);
  }
}
