// Reads and writes the tables of sync: the records of each space (a record stands for one row, such as a
// memory, on all machines), and the operations at its remote (messages with the state of a record).
import { join, list, raw, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { type History, NO_HISTORY, WITHDRAWN } from "./merge.ts";
import { type Obstacle, setAside } from "./remote.ts";
import { SYNCED, type SyncedRow } from "./rows.ts";
import { isTeam } from "./spaces.ts";
import { msOf } from "./stamp.ts";

/** A record of a space: the row here for which it stands, and the history of its changes. */
export interface SyncRecord {
  readonly record: string;
  readonly kind: string;
  /** The row's reference (`SyncedRow`), or `HIDDEN`; "" if the record is gone or a proposal without a row. */
  readonly ref: string;
  readonly history: History;
  /** The name under which another author is shown; `null` for this user's own record. */
  readonly author: string | null;
  /** 1 if the record must be sent. */
  readonly is_dirty: number;
  /**
   * `null` for a record that exists, else what is left of it: a digest of its text ("" if unknown), `WITHDRAWN`
   * and the record with the same text, `WITHDRAWN` alone, or `WITHDRAWN_ELSEWHERE`.
   */
  readonly hash: string | null;
  /**
   * The digest of the row when it was last read. Of a proposal: the record that it is about. Of another
   * member's memory: the id of an ignored operation (after `HELD` if it waits for the user), or "". Of one that the
   * user has copied (`team_arrivals.ts`): the row with the copy.
   */
  readonly digest: string;
}

/**
 * The `ref` of a record that exists but has no row here: a teammate's memory that the user hid, deleted
 * or copied; or this user's, if forgotten here alone, or sent before this machine left the space.
 */
export const HIDDEN = "hidden";

/** Precedes the id of an operation on a member's memory that this user has rejected or marked as replaced. */
export const HELD = "held ";

/** The `hash` of a record that another machine of this user has withdrawn: only `share` shares its row again. */
export const WITHDRAWN_ELSEWHERE = ">>";

/** Selects this user's proposals that refer to a row. Proposals to forget, or taken back, refer to none. */
export const IS_WAITING_PROPOSAL = sql`kind = 'proposal' and author is null and cast(ref as integer) > 0`;

/** Selects what each machine of this user sends if the remote lacks it: no proposals, which a decision removes. */
const IS_SENDABLE = sql`author is null and ref <> ${HIDDEN} and kind <> 'proposal'`;

interface SpaceState {
  readonly pushed: number; // the records sent by all syncs together
  readonly pulled: number; // the operations taken by all syncs together
  /** The digest, day and name of the last note that this machine has sent (`sendMachineNote`). */
  readonly told: string | null;
  /** The end of the last sync that succeeded, ISO 8601. */
  readonly last_at: string | null;
  /** The reason why the last sync failed, or what it leaves out (`LEFT_OUT`); `null` if nothing is wrong. */
  readonly last_error: string | null;
}

const NO_STATE: SpaceState = { pushed: 0, pulled: 0, told: null, last_at: null, last_error: null };

export class Records {
  readonly store: Store;
  readonly name: string;
  readonly #space: Sql;
  /** Selects the records of which this machine knows an operation at the remote. */
  readonly #atRemote: Sql;

  constructor(store: Store, name: string) {
    this.store = store;
    this.name = name;
    this.#space = sql`space = ${name}`;
    this.#atRemote = sql`select record from sync_operations where ${this.#space}`;
  }

  where(condition: Sql): SyncRecord[] {
    return this.store.all<Omit<SyncRecord, "history"> & { readonly history: string }>(sql`
      select record, kind, ref, history, author, is_dirty, hash, digest from sync_records
      where ${this.#space} and ${condition}`).map((row) => ({ ...row, history: JSON.parse(row.history) }));
  }

  get(record: string): SyncRecord | undefined {
    return this.where(sql`record = ${record}`)[0];
  }

  /** Returns the records of other members whose rows are now this user's own, after an edit or an adoption. */
  takenOver(): SyncRecord[] {
    return this.where(sql`kind = 'memory' and hash is null and author is not null
      and cast(ref as integer) in (select id from memories where author is null)`);
  }

  /** Returns this user's records whose rows are another member's again, after an undo: the copy is taken back. */
  givenBack(): SyncRecord[] {
    return this.where(sql`kind = 'memory' and hash is null and author is null
      and cast(ref as integer) in (select id from memories where author is not null)`);
  }

  /** Returns the record of a row, unless the record is gone. */
  ofRow(kind: string, ref: string): SyncRecord | undefined {
    return this.where(sql`kind = ${kind} and ref = ${ref} and hash is null`)[0];
  }

  put(record: SyncRecord): void {
    this.store.run(sql`
      insert or replace into sync_records (space, record, kind, ref, history, author, is_dirty, hash, digest)
      values (${this.name}, ${record.record}, ${record.kind}, ${record.ref}, ${
      JSON.stringify(record.history)
    }, ${record.author}, ${record.is_dirty},
      ${record.hash}, ${record.digest})`);
  }

  /** Deletes a record, so that a later operation brings it as a new one. */
  drop({ record }: SyncRecord): void {
    this.store.run(sql`delete from sync_records where ${this.#space} and record = ${record}`);
  }

  /** Returns the digests of rows when they were last read, by reference. */
  digests(kind: string): Map<string, string> {
    return this.store.map(sql`
      select ref, digest from sync_records where ${this.#space} and kind = ${kind} and hash is null and ref <> ${HIDDEN}`);
  }

  /** Notes that a record was sent, unless it was changed or taken back since. */
  noteSent({ record, history, ref }: SyncRecord): void {
    this.store.run(sql`
      update sync_records set is_dirty = 0
      where ${this.#space} and record = ${record} and history = ${JSON.stringify(history)} and ref = ${ref}`);
  }

  countDirty(): number {
    return this.store.value<number>(sql`
      select count(*) from sync_records where ${this.#space} and is_dirty = 1`) ?? 0;
  }

  /** Returns the records that are gone, with their `hash`; in an order that all machines share. */
  gone(): Map<string, string> {
    return this.store.map(sql`
      select record, hash from sync_records where ${this.#space} and hash is not null order by record`);
  }

  /** Returns the digests of forgotten texts, with the time of the last forget of each in milliseconds. */
  forgottenTexts(): Map<string, number> {
    const rows = this.store.map<string, string>(sql`
      select hash, json_extract(history, '$.gone') as gone from sync_records
      where ${this.#space} and hash > '' and hash not like '>%' order by gone`);
    return new Map(rows.entries().map(([hash, gone]) => [hash, msOf(gone)]));
  }

  /** Returns this user's records without a row here, and all at the remote that this machine has not noted. */
  detached(): Set<string> {
    return new Set(this.store.column<string>(sql`
      select record from sync_records where ${this.#space} and author is null and hash is null and ref = ${HIDDEN}
      union ${this.#atRemote} and record not in (select record from sync_records where ${this.#space})`));
  }

  /** Returns the records of the operations at the remote that this machine has sent, applied or ignored. */
  operations(): Map<string, string> {
    return this.store.map(sql`select id, record from sync_operations where ${this.#space}`);
  }

  operationsOf(records: readonly string[]): string[] {
    return this.store.column<string>(sql`
      select id from sync_operations where ${this.#space} and record in ${list(records)}`);
  }

  keepOperation(id: string, record: string): void {
    this.store.run(sql`
      insert or ignore into sync_operations (space, id, record) values (${this.name}, ${id}, ${record})`);
  }

  dropOperations(ids: readonly string[]): void {
    this.store.run(sql`delete from sync_operations where ${this.#space} and id in ${list(ids)}`);
  }

  dropAbsent(present: readonly string[]): void {
    this.store.run(sql`delete from sync_operations where ${this.#space} and id not in ${list(present)}`);
  }

  /** Marks records, so that the next push sends them. */
  markUnsent(condition: Sql): void {
    this.store.run(sql`update sync_records set is_dirty = 1 where ${this.#space} and ${condition}`);
  }

  /** Marks this user's proposals that these operations contain, so that they are sent again. */
  markProposals(ids: readonly string[]): void {
    this.markUnsent(
      sql`author is null and kind = 'proposal' and record in (${this.#atRemote} and id in ${list(ids)})`,
    );
  }

  markMissing(): void {
    this.markUnsent(sql`${IS_SENDABLE} and record not in (${this.#atRemote})`);
  }

  /**
   * Returns the records that the remote lacks: those that this machine sends and that the last sync knew there,
   * and others', unless a refused operation may have one. `there`: the records at the remote, by default those
   * that the last sync knew.
   */
  missing(there: Iterable<string> = this.operations().values()) {
    return this.store.all<Pick<SyncRecord, "record" | "author">>(sql`
      select record, author from sync_records where ${this.#space} and record not in ${list([...there])}
      and iif(author is null, ${IS_SENDABLE} and record in (${this.#atRemote}), kind <> 'proposal' and hash is null
      and not exists (select 1 from sync_refused where ${this.#space} and reason in ('no-key', 'excluded')))
      order by record`);
  }

  /** Lets the next sync try ignored operations again: those without a record, and those whose id is its `digest`. */
  retryIgnored(): void {
    this.store.run(sql`
      delete from sync_operations as o where ${this.#space} and not exists (select 1 from sync_records r
      where r.space = ${this.name} and r.record = o.record and r.digest <> o.id)`);
  }

  /** Lets the next sync share again what another machine of this user has withdrawn. */
  shareWithdrawn(): void {
    this.store.run(sql`
      update sync_records set hash = ${WITHDRAWN} where ${this.#space} and hash = ${WITHDRAWN_ELSEWHERE}`);
  }

  /** Returns the operations of proposals that the user has accepted, refused or forgotten. */
  decidedProposals(): string[] {
    return this.store.column<string>(sql`
      select o.id from sync_operations o join sync_records r on r.space = o.space and r.record = o.record
      left join memories m on m.id = cast(r.ref as integer) where o.space = ${this.name} and r.kind = 'proposal'
      and r.author is not null and r.ref <> '' and m.status is not 'candidate'`);
  }

  /** Tells whether a team has what replaced a row, but never had the row: only own machines get this former text. */
  isFormer({ ref, link }: SyncedRow, known = this.ofRow("memory", ref)): boolean {
    if (!isTeam(this.name) || link === null || known !== undefined) return false;
    const heir = this.ofRow("memory", String(link));
    return heir !== undefined && this.operationsOf([heir.record]).length > 0;
  }

  /** Returns the numbers of the memories `m` with a record `r` for which the condition holds. */
  memories(condition: Sql): number[] {
    return this.store.column<number>(sql`
      select distinct m.id from sync_records r join memories m on m.id = cast(r.ref as integer)
      where r.space = ${this.name} and r.kind in ('memory', 'proposal') and ${condition} order by m.id`);
  }

  /**
   * Returns members' memories that arrived under the project's name with this digest: if no folder here has this name,
   * all; else those of owners who share all of theirs under another name now, which no share has.
   */
  memoriesLost(digest: string, isHere: boolean): number[] {
    const isOf = (it: Sql) =>
      sql`${it}.hash is null and json_extract(${it}.history, '$.fields.project[1]') = ${digest}`;
    const isIgnored = (it: Sql) => sql`(${it}.digest <> '' and ${it}.digest not like ${`${HELD}%`})`;
    const [r, other] = [sql`r`, sql`o`];
    const hasOthers = sql`exists (select 1 from sync_records o where o.space = r.space and o.author = r.author
      and o.kind = 'memory' and o.ref <> ${HIDDEN} and ${isOf(other)} and not ${isIgnored(other)})`;
    const isMoved = sql`(${isIgnored(r)} and not ${hasOthers})`;
    return this.memories(sql`r.author is not null and ${isOf(r)} and (not ${isHere} or ${isMoved})`);
  }

  /** Returns the candidates that members, or one of them, propose and that wait for the user's decision. */
  proposedCandidates(author: string | null = null): number[] {
    return this.memories(
      sql`r.kind = 'proposal' and r.author = coalesce(${author}, r.author) and m.status = 'candidate'`,
    );
  }

  state(): SpaceState {
    return this.store.first<SpaceState>(sql`
      select pushed, pulled, told, last_at, last_error from sync_spaces where ${this.#space}`) ?? NO_STATE;
  }

  keepState(change: Partial<SpaceState>): void {
    const sets = Object.entries(change).map(([name, value]) => sql`${raw(name)} = ${value}`);
    // Not `insert or replace`, which would clear the column `cursor` (`tellSync`).
    this.store.run(sql`insert or ignore into sync_spaces (space) values (${this.name})`);
    this.store.run(sql`update sync_spaces set ${join(sets)} where ${this.#space}`);
  }

  /** Notes an operation that this machine did not apply. */
  refuse(id: string, obstacle: Obstacle): void {
    this.store.run(sql`
      insert or replace into sync_refused (space, id, reason, at)
      values (${this.name}, ${id}, ${obstacle}, ${new Date().toISOString()})`);
  }

  refused() {
    return this.store.map<string, string>(sql`
      select id, reason from sync_refused where ${this.#space} order by id`)
      .entries().map(([id, obstacle]) => setAside(id, obstacle)).toArray();
  }

  /** Deletes the notes on refused operations, because the next pull tries these again. */
  clearRefused(): void {
    this.#clear("refused");
  }

  /** Deletes all that is known of the space. The caller removes the memories that came from it. */
  forget(): void {
    this.#clear("records", "operations", "refused", "spaces", "members", "changes");
  }

  #clear(...tables: string[]): void {
    for (const table of tables) this.store.run(sql`delete from ${raw(`sync_${table}`)} where ${this.#space}`);
  }
}

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

/**
 * Makes the user's copy the member's memory again, if the member's record is there. The next sync writes what the
 * member says by now.
 */
export function giveBack(store: Store, row: number): void {
  const operation =
    sql`select max(id) from sync_operations o where o.space = r.space and o.record = r.record`;
  const isOfRow = sql`kind = 'memory' and author is not null and hash is null and ref = ${HIDDEN}`;
  store.run(sql`
    update sync_records as r set ref = digest, digest = coalesce(${HELD} || (${operation}), ''),
    history = ${JSON.stringify(NO_HISTORY)} where ${isOfRow} and digest = ${String(row)}`);
}

/** Sets a record as detached. A proposal counts as taken back, and stays at the remote for other machines. */
const DETACHED = sql`ref = iif(kind = 'proposal', '', ${HIDDEN}), is_dirty = 0`;

/** Detaches the records of a project from its rows: nothing of them is sent, and nothing comes back. */
export function detachProject(store: Store, project: string): void {
  const candidates =
    sql`select cast(id as text) from memories where project = ${project} and status = 'candidate'`;
  store.run(sql`
    update sync_records set ${DETACHED} where ${ofProject(project)}
    or (kind = 'proposal' and author is not null and ref in (${candidates}))`);
}

/** Detaches in an older copy of the database what is detached in the store: the copy loses its rows, too. */
export function detachAgain(copy: Store, store: Store): void {
  const records = store.column<string>(sql`
    select record from sync_records where iif(kind = 'proposal', author is not null and ref = '',
    author is null and ref = ${HIDDEN})`);
  copy.run(sql`update sync_records set ${DETACHED} where hash is null and record in ${list(records)}`);
}
