import { isAbsolute } from "../machine/paths.ts";
import { decodeEvidence, encodeEvidence } from "../memory/memory_evidence.ts";
import { cleanText } from "../privacy/clean.ts";
import { memoryByRow, moveExclusions } from "../store/memories.ts";
import { sql, type SqlValue } from "../store/sql.ts";
import { listProjects, MOVABLE_TABLES, moveRows, reindexProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { HIDDEN, IS_WAITING_PROPOSAL, Records, type SyncRecord } from "./records.ts";
import {
  keptRow,
  liveRow,
  liveRows,
  memoriesByText,
  SYNCED,
  type SyncedKind,
  type SyncedRow,
} from "./rows.ts";
import {
  type Body,
  bodyOf,
  type FieldValue,
  goneBody,
  type History,
  lastOf,
  LINK,
  NO_HISTORY,
  refreshed,
  type Values,
} from "./merge.ts";
import type { RecordKind } from "./remote.ts";
import { Seal } from "./sealing.ts";
import { isTeam, type Space } from "./spaces.ts";
import { type Stamp, stampAfter, uuidNow } from "./stamp.ts";
import { type ProjectNames, toPortable } from "./portable.ts";

/** The context of a run of sync, besides the remote. */
export interface SyncContext {
  readonly store: Store;
  readonly space: Space;
  /** This user's own space, if `space` is a team. */
  readonly own?: Space | undefined;
  readonly origin: string;
  readonly names: ProjectNames;
  /** Returns true if a project is excluded, so that nothing of it is sent. */
  isExcluded(folder: string): boolean;
  /** Pauses between two transactions, so that hooks can write. */
  rest(): Promise<void>;
  /** Shows the number of records that were received or sent so far. */
  showProgress?(done: number, what: "pulled" | "pushed"): void;
}

/** The number of rows that are noted in one transaction. */
const PORTION = 50;
const KINDS = Object.keys(SYNCED) as SyncedKind[];

/** Removes secrets from a text before it is sent, whatever the settings say. */
function clean(text: string): string {
  return cleanText(text, { redactSecrets: true });
}

/** The records of a space together with the rows of this machine. */
export class LocalRecords extends Records {
  readonly context: SyncContext;
  readonly seal: Seal;
  /** The records of this user's own space: a memory has its name in a team from its record there. */
  readonly own: LocalRecords | undefined;
  /** The rows by the names of their records, of this user's memories that only other machines share. */
  #rowsByName: ReadonlyMap<string, string> | undefined;
  #byText: ReturnType<typeof memoriesByText> | undefined;
  /** The number of rows that were removed here because they were forgotten or withdrawn elsewhere. */
  forgotten = 0;
  /** The number of rows that were written here, by the kind of the records. */
  readonly taken: Record<string, number> = {};
  readonly #unnamed = new Set<string>();

  constructor(context: SyncContext) {
    super(context.store, context.space.name);
    const { own, ...rest } = context;
    this.context = context;
    this.seal = new Seal(context.space);
    this.own = own && new LocalRecords({ ...rest, space: own });
  }

  /** Notes which rows have changed since the last run; returns the projects without a name. */
  async noteChanges(): Promise<readonly string[]> {
    const { store } = this;
    await this.#settleProjects();
    store.transaction(() => {
      this.where(IS_TAKEN_OVER).forEach((record) => this.settle(record));
      if (this.own !== undefined) this.#forgetDetached(this.own);
      for (const one of this.where(IS_WAITING_PROPOSAL)) {
        if (memoryByRow(store, Number(one.ref)) === undefined) {
          this.keep({ ...one, is_dirty: 0 }); // the row was removed with its project, so there is nothing to propose
        } else if (this.proposalOf(one)?.changed?.length === 0) { // the copy is forgotten, or says the same again
          this.keep({ ...one, ref: HIDDEN, is_dirty: 1 });
        }
      }
    });
    for (const kind of isTeam(this.name) ? ["memory"] as const : KINDS) {
      const known = this.digests(kind);
      const dead = new Set(known.keys());
      for (const rows of liveRows(store, kind)) {
        for (const { ref } of rows) dead.delete(ref);
        const changed = rows.filter((row) => this.#isChanged(kind, row, known.get(row.ref)));
        await this.#inPortions(changed.map(({ ref }) => ref), (ref) => this.#noteRow(kind, ref));
      }
      await this.#inPortions([...dead], (ref) => this.noteDeath(kind, ref));
    }
    return [...this.#unnamed].sort();
  }

  /**
   * Marks this user's records of a project as withdrawn from a team; the memories stay here. Returns their number. Finds
   * the records that were sent under the name of the project, even if their rows have changed, and the records whose rows
   * are in the folder.
   */
  withdraw({ project, folder }: { readonly project: string; readonly folder: string }): number {
    const mark = this.seal.mark(project);
    const records = this.where(sql`
      kind = 'memory' and hash is null and author is null and (json_extract(history, '$.fields.project[1]') = ${mark}
      or cast(ref as integer) in (select id from memories where project = ${folder}))`);
    this.store.transaction(() => records.forEach((record) => this.keepGone(record, ">")));
    return records.length;
  }

  /** Returns the records that would be sent to a team, exactly as they would be sent, by the number of the memory. */
  previewShare(): ReadonlyMap<number, Values> {
    const found = new Map<number, Values>();
    const sent = (_: string, value: unknown) => typeof value === "string" ? clean(value) : value;
    for (const row of liveRows(this.store, "memory").toArray().flat().reverse()) {
      const values = this.valuesToSend("memory", row);
      if (values !== undefined) found.set(Number(row.ref), JSON.parse(JSON.stringify(values), sent));
    }
    return found;
  }

  /** Marks the records without a row here as gone whose memories another machine of this user has forgotten. */
  #forgetDetached(own: LocalRecords): void {
    const detached = this.where(
      sql`author is null and hash is null and ref = ${HIDDEN} and kind = 'memory'`,
    );
    if (detached.length === 0) return;
    const gone = [...own.gone()].filter(([, hash]) => !hash.startsWith(">"));
    const names = new Set(gone.map(([record]) => this.seal.recordOf(record)));
    for (const one of detached) if (names.has(one.record)) this.#forget(one);
  }

  /** Calls `work` with each row, each portion in one transaction. */
  async #inPortions(refs: readonly string[], work: (ref: string) => void): Promise<void> {
    for (let i = 0; i < refs.length; i += PORTION) {
      this.store.transaction(() => refs.slice(i, i + PORTION).forEach(work));
      await this.context.rest();
    }
  }

  /**
   * Returns the body of a record to send; `undefined` if it cannot be sent, for example if its project has lost its name.
   */
  bodyOf(record: SyncRecord): Body | undefined {
    const { history } = record;
    const { author } = this.context.space;
    if (history.gone !== undefined) return goneBody(history.gone, author, record.hash ?? "");
    const kind = record.kind as SyncedKind;
    const values = this.valuesToSend(kind, liveRow(this.store, kind, record.ref), history);
    if (values === undefined) return undefined;
    return bodyOf(history, values, { digest: this.seal.digest, clean, author });
  }

  /** Moves rows to their project's folder, if they arrived before the project was on this machine. */
  async #settleProjects(): Promise<void> {
    const { store, names, rest } = this.context;
    for (const { project } of listProjects(store)) {
      const folder = names.folderOf(project);
      if (folder === project || isAbsolute(project)) continue;
      reindexProject(store, project);
      moveExclusions(store, project, folder);
      for (const table of MOVABLE_TABLES) {
        while (moveRows(store, table, { from: project, into: folder, limit: PORTION }) > 0) await rest();
      }
    }
  }

  /** Returns true if a row differs from its record, which has this digest, or is not sent any more. */
  #isChanged(kind: SyncedKind, row: SyncedRow, digest: string | undefined): boolean {
    if (row.author !== null) return false;
    const values = this.valuesToSend(kind, row);
    return (values === undefined ? undefined : this.digestOf(values)) !== digest;
  }

  /** Returns a row as it is sent; `undefined` for a row that is not sent. */
  valuesToSend(kind: SyncedKind, row: SyncedRow | undefined, history?: History): Values | undefined {
    if (row === undefined) return undefined;
    const { space, names, isExcluded } = this.context;
    const project = row.fields.project;
    if (row.author !== null) return undefined; // only the author may send a memory
    if (typeof project === "string" && isExcluded(project)) return undefined;
    const unlinked = toPortable(row, names);
    if (unlinked === undefined) {
      this.#unnamed.add(String(project));
      return undefined;
    }
    const link = this.#linkOf(kind, row, history);
    const fields = link === undefined ? unlinked.fields : { ...unlinked.fields, [LINK]: link };
    const values = { ...unlinked, fields };
    return isTeam(space.name) ? sharedPart(values, space) : values;
  }

  /**
   * Returns the name of the record that has replaced a row. If that record has not arrived here yet, the row is
   * superseded without a link, and the name comes from the row's history. Returns `null` if the link was removed,
   * `undefined` if there never was one.
   */
  #linkOf(kind: SyncedKind, { ref, link, fields }: SyncedRow, history?: History): string | null | undefined {
    const to = link === null ? undefined : this.ofRow(kind, String(link));
    if (to !== undefined) return to.record;
    const isAwaited = link === null && fields.status === "superseded";
    const own = isAwaited && history === undefined ? this.ofRow(kind, ref) : undefined;
    const known = (own?.history ?? history)?.fields[LINK]?.[1];
    return known === undefined ? undefined : isAwaited && known !== "" ? known : null;
  }

  #noteRow(kind: SyncedKind, ref: string): void {
    const { space, origin, names } = this.context;
    const row = liveRow(this.store, kind, ref);
    if (row === undefined) return;
    const known = this.ofRow(kind, ref);
    const values = this.valuesToSend(kind, row, known?.history);
    if (values === undefined) {
      const { project } = row.fields; // if its git remote was changed, it is shared under another name
      const name = known && isTeam(space.name) && typeof project === "string"
        ? names.nameOf(project)
        : undefined;
      if (name && !space.shares.some((one) => one.project === name)) this.#unnamed.add(String(project));
      return;
    }
    const record = known?.record ?? this.#newRecord(kind, ref, values.fields);
    if (record === undefined) return;
    // This user may have sent the record before leaving the space. The present row is then a later state of that record.
    const sent = known ?? this.get(record);
    const history = sent?.history ?? NO_HISTORY;
    const next = refreshed(history, values, { origin, digest: this.seal.digest, now: Date.now() });
    const is_dirty = next === history ? known?.is_dirty ?? 1 : 1;
    this.keep({ record, kind, ref, is_dirty, digest: this.digestOf(values), history: next });
    if (known !== undefined || kind !== "memory") return;
    // The newer rows that this one has replaced were noted before it, without its name.
    const isReplaced = sql`superseded_by = ${Number(ref)} and id > ${Number(ref)}`;
    const newer = this.store.column<number>(sql`select id from memories where ${isReplaced}`);
    for (const row of newer) this.#noteRow(kind, String(row));
  }

  /**
   * Returns a name for the new record of a row. It is derived from the row's content, so that two machines with copies
   * of one database use the same name. In a team it is derived from the row's record in this user's own space, which the
   * row gets if it has none yet, because another machine may have shared the row when it had another text. Returns
   * `undefined` if another row with this content, or a forgotten one, has the name. If the record with the name was
   * withdrawn, returns another name, because other machines ignore the old one.
   */
  #newRecord(kind: SyncedKind, ref: string, { created_at, body, text, goal, project }: SyncRowFields) {
    const own = this.own?.recordFor(kind, ref)?.record;
    const content = own ??
      (kind === "session"
        ? `session ${ref}`
        : JSON.stringify([kind, created_at, body ?? text ?? goal, kind === "lesson" ? ref : project]));
    for (let name = content;;) {
      const record = this.seal.recordOf(name);
      const found = this.get(record);
      if (found === undefined || (found.ref === HIDDEN && found.author === null)) return record;
      if (found.hash !== ">") return undefined;
      name = `${content} after ${found.history.gone}`;
    }
  }

  /** Returns the record of a row, which gets one if it has none yet. */
  recordFor(kind: SyncedKind, ref: string): SyncRecord | undefined {
    if (this.ofRow(kind, ref) === undefined) this.#noteRow(kind, ref);
    return this.ofRow(kind, ref);
  }

  /** Returns the row of one of this user's memories by the name of its record, also if only another machine shares it. */
  rowNamed(record: string): string | undefined {
    const known = this.get(record);
    if (known !== undefined || this.own === undefined) return known?.hash === null ? known.ref : undefined;
    this.#rowsByName ??= new Map(
      liveRows(this.store, "memory").flatMap((rows) =>
        rows.filter(({ author }) => author === null).map(({ ref, fields }) =>
          [this.#newRecord("memory", ref, fields) ?? "", ref] as const
        )
      ),
    );
    return this.#rowsByName.get(record);
  }

  /**
   * Hides a teammate's record whose row the user has deleted or made their own, so that it is not shown again. If the
   * user has deleted or changed the memory, its owner gets a proposal. A row that was removed with its project makes no
   * proposal.
   */
  settle(known: SyncRecord): void {
    const row = memoryByRow(this.store, Number(known.ref));
    this.keep({ ...known, ref: HIDDEN, is_dirty: 0, digest: "" });
    if (row === undefined) return;
    if (row.status !== "deleted" && this.#changed({ ...row }, known.history).length === 0) return;
    const record = this.seal.recordOf(`proposal ${uuidNow()}`);
    const ref = row.status === "deleted" ? "" : known.ref;
    const { history, record: digest } = known;
    this.keep({ record, kind: "proposal", ref, is_dirty: 1, history, digest });
  }

  /** Returns the names of the fields of a teammate's memory that the user has changed. */
  #changed(fields: SyncRowFields, { fields: known }: History) {
    return PROPOSED.filter((name) => known[name]?.[1] !== this.seal.mark(fields[name]));
  }

  /**
   * Returns the proposal to the owner of a record. Without `fields`, it proposes to forget the memory; with the row's
   * present fields, to change it. Empty `fields` take an earlier proposal back. Returns `undefined` while the project is
   * excluded: then the proposal waits.
   */
  proposalOf(proposal: SyncRecord): Proposal | undefined {
    const { ref, digest } = proposal;
    const { store, space, isExcluded } = this.context;
    const head = { of: digest, author: space.author };
    const row = liveRow(store, "memory", ref);
    if (row !== undefined && isExcluded(String(row.fields.project))) return undefined;
    // A proposal to forget has no reference. An earlier mneme stored the number of the row.
    if (ref === "" || (row === undefined && (memoryByRow(store, Number(ref))?.author ?? null) !== null)) {
      return head;
    }
    const changed = row === undefined ? [] : this.#changed(row.fields, proposal.history);
    const fields = (changed.length === 0 ? [] : PROPOSED).map((name) => {
      const value = row!.fields[name];
      return [name, typeof value === "string" ? clean(value) : null] as const;
    });
    return { ...head, fields: Object.fromEntries(fields), changed };
  }

  /** Marks the record of a deleted row as gone; a teammate's record is only hidden here. */
  noteDeath(kind: SyncedKind, ref: string): void {
    const known = this.ofRow(kind, ref);
    if (known === undefined || keptRow(this.store, kind, ref) !== undefined) return;
    if (known.author !== null) this.settle(known);
    else this.#forget(known);
  }

  /** Notes that a record is gone, with the digest of the text that it had last. */
  #forget(known: SyncRecord): void {
    this.keepGone(known, known.history.fields.body?.[1] ?? "");
  }

  /** Returns a row's digest, which detects changes. A removed link counts as none, because `#isChanged` has no history. */
  digestOf({ fields, lists }: Values): string {
    return this.seal.mark([{ ...fields, [LINK]: fields[LINK] ?? undefined }, lists]);
  }

  /** The active memories by their text, read once, when they are first needed. */
  get byText() {
    return this.#byText ??= memoriesByText(this.store);
  }

  noteTaken(kind: RecordKind): void {
    this.taken[kind] = (this.taken[kind] ?? 0) + 1;
  }

  /** Stores the state of a record. Parts that `row` lacks are those of a record of this user that exists and was sent. */
  keep(row: Named & Partial<SyncRecord>): void {
    this.put({ ref: "", author: null, is_dirty: 0, hash: null, digest: "", history: NO_HISTORY, ...row });
  }

  /** Notes that a record is gone. `hash`: as in `SyncRecord`. Without the time `since`, it goes now, and this is sent. */
  keepGone(known: Named & Partial<SyncRecord>, hash: string, since?: Stamp): void {
    const { record, kind, author = null, is_dirty = 0, history = NO_HISTORY } = known;
    const gone = since ?? stampAfter(lastOf(history), Date.now(), this.context.origin);
    const state = { record, kind, author, hash, is_dirty: since === undefined ? 1 : is_dirty };
    this.keep({ ...state, history: { ...NO_HISTORY, gone } });
  }
}

/** The records of other members whose rows are now this user's own, after an edit or `mneme sync adopt`. */
const IS_TAKEN_OVER = sql`kind = 'memory' and hash is null and author is not null
  and cast(ref as integer) in (select id from memories where author is null)`;

type Named = Pick<SyncRecord, "record" | "kind">;
type SyncRowFields = Readonly<Record<string, SqlValue | undefined>>;

/** The fields of a record that a member can propose to change. */
export const PROPOSED = ["body", "title", "category", "scope"] as const;

export interface Proposal {
  /** The name of the record that the proposal is about. */
  readonly of: string;
  readonly author: string;
  /** The fields of the member's copy (`PROPOSED`). Absent in a proposal to forget, empty in one that is taken back. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** The names of the fields that the member has changed. Absent if an earlier mneme sent the proposal. */
  readonly changed?: readonly string[];
}

/** Returns the shared part of a memory; `undefined` if the memory is not shared. */
function sharedPart({ fields, lists, changedAt }: Values, { name, shares }: Space): Values | undefined {
  const share = shares.find(({ project }) => project === fields.project);
  if (share === undefined || !share.categories.includes(String(fields.category))) return undefined;
  if (fields.status === "candidate") return undefined;
  const { quote, cues, from } = decodeEvidence(String(fields.evidence ?? ""));
  if (from?.space === name) return undefined; // the team has the original
  const evidence = share.evidence && fields.evidence !== null
    ? encodeEvidence({ quote, cues, uuid: undefined, offset: undefined })
    : null;
  const files = (lists.files ?? []).filter((file) => file.startsWith("./"));
  return { fields: { ...fields, evidence, session_id: null }, lists: { ...lists, files }, changedAt };
}
