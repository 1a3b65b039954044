import { list, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { msOf } from "./stamp.ts";

/** A record of a space: the row that it is here, and its history as JSON, which holds digests and no text. */
export interface SyncRecord {
  readonly record: string;
  readonly kind: string;
  readonly ref: string;
  readonly history: string;
  /** The author, where that was somebody else. */
  readonly author: string | null;
  readonly is_dirty: number;
  /** Of one that is gone: the digest of its text, or `>` and the record that says the same. */
  readonly hash: string | null;
  /** Of the whole row as it was last seen, so that its history is read only where it has changed. */
  readonly digest: string;
}

const COLUMNS = sql`record, kind, ref, history, author, is_dirty, hash, digest`;

export function recordOf(store: Store, space: string, record: string): SyncRecord | undefined {
  return store.first<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and record = ${record}`);
}

/** The record of a row that is not forgotten. */
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

/** The digests of the rows of a space as they were last seen, by their references; without what is gone. */
export function digestsOfKind(store: Store, space: string, kind: string): Map<string, string> {
  const rows = store.all<{ ref: string; digest: string }>(sql`
    select ref, digest from sync_records where space = ${space} and kind = ${kind} and hash is null`);
  return new Map(rows.map(({ ref, digest }) => [ref, digest]));
}

/** The next records to send, behind another one. */
export function dirtyRecords(
  store: Store,
  space: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select ${COLUMNS} from sync_records where space = ${space} and is_dirty = 1 and record > ${after}
    order by record limit ${limit}`);
}

/** Notes that a record was sent as it is here, unless it has changed since. */
export function noteSent(store: Store, space: string, { record, history }: SyncRecord): void {
  store.run(sql`
    update sync_records set is_dirty = 0 where space = ${space} and record = ${record} and history = ${history}`);
}

export function countDirty(store: Store, space: string): number {
  return store.value<number>(sql`
    select count(*) from sync_records where space = ${space} and is_dirty = 1`) ?? 0;
}

/** The records of a space that are gone, with the digests of their texts. */
export function goneRecords(store: Store, space: string): Map<string, string> {
  const rows = store.all<{ record: string; hash: string }>(sql`
    select record, hash from sync_records where space = ${space} and hash is not null order by record`);
  return new Map(rows.map(({ record, hash }) => [record, hash]));
}

/** The digests of the texts that were forgotten, and when, in milliseconds. */
export function forgottenTexts(store: Store, space: string): Map<string, number> {
  const rows = store.all<{ hash: string; gone: string }>(sql`
    select hash, json_extract(history, '$.gone') as gone from sync_records
    where space = ${space} and hash > '' and hash not like '>%' order by gone`);
  return new Map(rows.map(({ hash, gone }) => [hash, msOf(gone)]));
}

/** The operations at the remote that say what a record is. */
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

/** The operations that this machine has sent or taken in and that are there still, with their records. */
export function recordsByOperation(store: Store, space: string): Map<string, string> {
  const rows = store.all<{ id: string; record: string }>(sql`
    select id, record from sync_operations where space = ${space}`);
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/** The operations of all records but these, and but those of other members. */
export function operationsBut(store: Store, space: string, records: readonly string[]): string[] {
  return store.column<string>(sql`
    select id from sync_operations where space = ${space} and record not in ${list(records)}
    and record not in (select record from sync_records where space = ${space} and author is not null)`);
}

/** Forgets the records that an older mneme named by the ids of sessions, in clear; returns their operations. */
export function dropClearNames(store: Store, space: string): string[] {
  const isClear = sql`space = ${space} and kind = 'session' and record = ref`;
  const operations = store.column<string>(sql`
    select id from sync_operations where space = ${space}
    and record in (select record from sync_records where ${isClear})`);
  store.run(sql`delete from sync_records where ${isClear}`);
  return operations;
}

/** Forgets the operations that are not at the remote any more. */
export function dropAbsent(store: Store, space: string, present: readonly string[]): void {
  store.run(sql`
    delete from sync_operations where space = ${space} and id not in (select value from json_each(${present}))`);
}

const IS_MISSING = sql`kind <> 'proposal' and hash is null
  and record not in (select record from sync_operations o where o.space = sync_records.space)`;

/** Has those records sent again of which nothing is left at the remote, as far as they are this machine's to send. */
export function sendMissing(store: Store, space: string): void {
  store.run(sql`
    update sync_records set is_dirty = 1 where space = ${space} and is_dirty = 0 and author is null
    and record not in (select record from sync_operations where space = ${space}) and kind <> 'proposal'`);
}

/** Lists the records that are missing at the remote and that only their author can send again. */
export function missingRecords(
  store: Store,
  space: string,
): { readonly record: string; readonly author: string }[] {
  return store.all<{ record: string; author: string }>(sql`
    select record, author from sync_records where space = ${space} and author is not null and ${IS_MISSING}
    order by record`);
}

/** Has what was passed over looked at again: what is taken in here has changed. */
export function lookAgain(store: Store, space: string): void {
  store.run(sql`
    delete from sync_operations where space = ${space}
    and record not in (select record from sync_records where space = ${space})`);
}

/** The operations of proposals that somebody has accepted or refused here. */
export function settledProposals(store: Store, space: string): string[] {
  return store.column<string>(sql`
    select o.id from sync_operations o join sync_records r on r.space = o.space and r.record = o.record
    join memories m on m.id = cast(r.ref as integer)
    where o.space = ${space} and r.kind = 'proposal' and r.author is not null and m.status <> 'candidate'`);
}

/** Counts the proposals of a member that wait here. */
export function countProposals(store: Store, space: string, author: string): number {
  return store.value<number>(sql`
    select count(*) from sync_records r join memories m on m.id = cast(r.ref as integer)
    where r.space = ${space} and r.kind = 'proposal' and r.author = ${author} and m.status = 'candidate'`) ??
    0;
}

/** Lists the records given to a team of a project, or of a memory that holds everywhere by now. */
export function ownRecords(store: Store, space: string, project: string): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select record, kind, ref, history, r.author, is_dirty, hash, digest from sync_records r
    join memories m on m.id = cast(r.ref as integer)
    where space = ${space} and kind = 'memory' and hash is null and r.author is null
    and (m.project = ${project} or m.project is null)`);
}

/** The records of others whose rows are one's own by now: somebody has edited or adopted them. */
export function takenOver(store: Store, space: string): SyncRecord[] {
  return store.all<SyncRecord>(sql`
    select record, kind, ref, history, r.author, is_dirty, hash, digest from sync_records r
    join memories m on m.id = cast(r.ref as integer)
    where space = ${space} and kind = 'memory' and hash is null and r.author is not null and m.author is null`);
}

/** Has everything sent again that this machine has changed. */
export function sendAgain(store: Store, space: string, origin: string): void {
  store.run(sql`
    update sync_records set is_dirty = 1 where space = ${space} and instr(history, ${`-${origin}"`}) > 0`);
}

/** The state of a space's remote. */
export interface SpaceState {
  readonly pushed: number;
  readonly pulled: number;
  /** The note in which this machine has told the others of itself. */
  readonly told: string | null;
  readonly last_at: string | null;
  readonly last_error: string | null;
}

const NO_STATE: SpaceState = {
  ...{ pushed: 0, pulled: 0, told: null, last_at: null, last_error: null },
};

export function spaceState(store: Store, space: string): SpaceState {
  return store.first<SpaceState>(sql`
    select pushed, pulled, told, last_at, last_error from sync_spaces where space = ${space}`) ??
    NO_STATE;
}

export function keepSpaceState(store: Store, space: string, change: Partial<SpaceState>): void {
  const state = { ...spaceState(store, space), ...change };
  store.run(sql`
    insert or replace into sync_spaces (space, pushed, pulled, told, last_at, last_error)
    values (${space}, ${state.pushed}, ${state.pulled}, ${state.told},
    ${state.last_at}, ${state.last_error})`);
}

/** An operation that was set aside, and why; the others go on. */
export interface RefusedOperation {
  readonly id: string;
  readonly reason: string;
  readonly at: string;
}

export function refuse(store: Store, space: string, { id, reason, at }: RefusedOperation): void {
  store.run(sql`
    insert or replace into sync_refused (space, id, reason, at) values (${space}, ${id}, ${reason}, ${at})`);
}

export function refusedOperations(store: Store, space: string): RefusedOperation[] {
  return store.all<RefusedOperation>(sql`
    select id, reason, at from sync_refused where space = ${space} order by id`);
}

/** Forgets what was refused, as it is looked at again. */
export function clearRefused(store: Store, space: string): void {
  store.run(sql`delete from sync_refused where space = ${space}`);
}

/** Forgets all that is known of a space; the rows that came from it are the caller's matter. */
export function forgetSpace(store: Store, space: string): void {
  for (
    const table of [
      "sync_records",
      "sync_operations",
      "sync_refused",
      "sync_spaces",
      "sync_members",
      "sync_changes",
    ] as const
  ) {
    store.run(`delete from ${table} where space = ?`, space);
  }
}
