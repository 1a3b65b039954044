// Joins the records of a space with the rows for which they stand: notes which rows have changed, and makes
// the bodies to send from them. For `run.ts`, arrivals and `mneme sync`.
import { isAbsolute } from "../machine/paths.ts";
import { cleanText } from "../privacy/clean.ts";
import { memoryByRow, type MemoryRow, saidKey } from "../store/memories.ts";
import { sql, type SqlValue } from "../store/sql.ts";
import { listProjects, moveItems } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { HIDDEN, IS_WAITING_PROPOSAL, Records, type SyncRecord, WITHDRAWN_ELSEWHERE } from "./records.ts";
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
  WITHDRAWN,
} from "./merge.ts";
import type { RecordKind } from "./remote.ts";
import { Seal } from "./sealing.ts";
import { isTeam, type Space } from "./spaces.ts";
import { msOf, type Stamp, stampAfter, uuidNow } from "./stamp.ts";
import { type ProjectNames, sharedPart, toPortable } from "./portable.ts";

/** The context of a run of sync, besides the remote. */
export interface SyncContext {
  readonly store: Store;
  readonly space: Space;
  /** The user's own space, if `space` is a team. */
  readonly own?: Space | undefined;
  readonly origin: string;
  readonly names: ProjectNames;
  /** Returns true if a project is excluded: of it, only a forget is sent or applied. */
  isExcluded(folder: string): boolean;
  /** Pauses between two transactions, so that hooks can write. */
  rest(): Promise<void>;
  /** Shows the number of records that were received or sent so far. */
  showProgress?(done: number, what: "pulled" | "pushed"): void;
}

const PORTION = 50; // the rows that one transaction notes
const KINDS = Object.keys(SYNCED) as SyncedKind[];

/** Removes secrets, whatever the settings say. */
function clean(text: string): string {
  return cleanText(text, { redactSecrets: true });
}

/** The records of a space. In a team, their names come from the records of the user's own space. */
export class LocalRecords extends Records {
  readonly context: SyncContext;
  readonly seal: Seal;
  readonly own: LocalRecords | undefined;
  /** This user's memories without a record here, by the name that their record has on a machine that shares them. */
  #rowsByName: ReadonlyMap<string, string> | undefined;
  #byText: Map<string, Pick<MemoryRow, "id">[]> | undefined;
  /** The number of rows removed here because they were forgotten or withdrawn elsewhere. */
  forgotten = 0;
  /** The number of those that were withdrawn: their owner has them still. */
  withdrawn = 0;
  /** The number of rows written here, by kind of record. */
  taken: Record<string, number> = {};
  /** The rows of members' memories that were written here, of which a later step may remove some. */
  readonly takenOfMembers = new Set<string>();
  /** The records that were at the remote when this machine synced before. */
  former: ReadonlySet<string> = new Set();
  /** The folders of projects that stay here, with the former names of those that have another name now. */
  readonly unnamed = new Map<string, string | undefined>();

  constructor(context: SyncContext) {
    super(context.store, context.space.name);
    const { own, ...rest } = context;
    this.context = context;
    this.seal = new Seal(context.space);
    this.own = own && new LocalRecords({ ...rest, space: own });
  }

  /** Notes the rows that have changed since the last run. Returns the folders of projects without a name. */
  async noteChanges(): Promise<readonly string[]> {
    const { store } = this;
    await this.#moveToFolders();
    store.transaction(() => {
      this.takenOver().forEach((record) => this.hide(record));
      this.givenBack().forEach((record) => this.keepGone(record, WITHDRAWN));
      for (const one of this.where(IS_WAITING_PROPOSAL)) {
        if (memoryByRow(store, Number(one.ref)) === undefined) {
          this.keep({ ...one, is_dirty: 0 }); // the row went with its project: nothing is proposed
        } else if (this.proposalOf(one)?.changed?.length === 0) { // the copy is forgotten, or says the same again
          this.keep({ ...one, ref: HIDDEN, is_dirty: 1 });
        }
      }
    });
    this.#noteRenamed();
    for (const kind of isTeam(this.name) ? ["memory"] as const : KINDS) {
      const known = this.digests(kind);
      const dead = new Set(known.keys());
      for (const rows of liveRows(store, kind)) {
        for (const { ref } of rows) dead.delete(ref);
        const changed = rows.filter((row) => this.#isChanged(kind, row, known.get(row.ref)));
        await this.#inPortions(changed.map(({ ref }) => ref), (ref) => this.#noteRow(kind, ref));
      }
      await this.#inPortions([...dead], (ref) => this.noteGone(kind, ref));
    }
    return [...this.unnamed.keys()].sort();
  }

  /**
   * Marks this user's records of a project as withdrawn from a team, and returns their number: those sent
   * under the project's name, and those whose rows are in its folder. The memories stay here.
   */
  withdraw({ project, folder }: { readonly project: string; readonly folder: string }): number {
    const digest = this.seal.digestOf(project);
    const records = this.where(sql`
      kind = 'memory' and hash is null and author is null and (json_extract(history, '$.fields.project[1]') = ${digest}
      or cast(ref as integer) in (select id from memories where project = ${folder}))`);
    this.store.transaction(() => records.forEach((record) => this.keepGone(record, WITHDRAWN)));
    return records.length;
  }

  /** Returns exactly the values that would be sent to a team, by the number of the memory. */
  previewShare(): ReadonlyMap<number, Values> {
    const found = new Map<number, Values>();
    const sent = (_: string, value: unknown) => typeof value === "string" ? clean(value) : value;
    for (const row of liveRows(this.store, "memory").toArray().flat().reverse()) { // by number
      const values = this.isFormer(row) ? undefined : this.valuesToSend("memory", row);
      if (values !== undefined) found.set(Number(row.ref), JSON.parse(JSON.stringify(values), sent));
    }
    return found;
  }

  async #inPortions(refs: readonly string[], work: (ref: string) => void): Promise<void> {
    for (let i = 0; i < refs.length; i += PORTION) {
      this.store.transaction(() => refs.slice(i, i + PORTION).forEach(work));
      await this.context.rest();
    }
  }

  /** Returns the body of a record to send; `undefined` if it cannot be sent now. */
  bodyOf(record: SyncRecord): Body | undefined {
    const { history } = record;
    const { author } = this.context.space;
    if (history.gone !== undefined) return goneBody(history.gone, author, record.hash ?? "");
    const kind = record.kind as SyncedKind;
    const values = this.valuesToSend(kind, liveRow(this.store, kind, record.ref), history);
    if (values === undefined) return undefined;
    return bodyOf(history, values, { digest: this.seal.digest, clean, author });
  }

  /** Moves rows into their project's folder, if they arrived before the project was on this machine. */
  async #moveToFolders(): Promise<void> {
    const { store, names, rest } = this.context;
    for (const { project } of listProjects(store)) {
      const folder = names.folderOf(names.ownName(project));
      if (folder === project || isAbsolute(project)) continue;
      await moveItems(store, { from: project, into: folder, limit: PORTION }, rest);
    }
  }

  /** Returns true if a row differs from its record, whose digest is given, or is not sent any more. */
  #isChanged(kind: SyncedKind, row: SyncedRow, digest: string | undefined): boolean {
    if (row.author !== null) return false;
    const values = this.valuesToSend(kind, row);
    return (values === undefined ? undefined : this.digestOf(values)) !== digest;
  }

  /** Returns true if what arrives would change or make a row of an excluded project. A forget is applied there, too. */
  isOfExcluded(kind: SyncedKind, known: SyncRecord | undefined, { fields, gone, into }: Body): boolean {
    const { names, isExcluded } = this.context;
    if (known?.history.gone !== undefined || (gone !== undefined && into === undefined)) return false;
    const row = known === undefined ? undefined : keptRow(this.store, kind, known.ref);
    const project = fields.project?.[0];
    const folders = [row?.fields.project, typeof project === "string" ? names.folderOf(project) : null];
    return folders.some((folder) => typeof folder === "string" && isExcluded(folder));
  }

  /** Returns the values of a row as they are sent; `undefined` if the row is not sent. */
  valuesToSend(kind: SyncedKind, row: SyncedRow | undefined, history?: History): Values | undefined {
    if (row === undefined) return undefined;
    const { space, names, isExcluded } = this.context;
    const project = row.fields.project;
    if (row.author !== null) return undefined; // only the author may send a memory
    if (typeof project === "string" && isExcluded(project)) return undefined;
    const unlinked = toPortable(row, names);
    if (unlinked === undefined) {
      if (kind !== "session") this.unnamed.set(String(project), undefined); // summaries alone are not missed
      return undefined;
    }
    const link = this.#linkOf(kind, row, history);
    const fields = link === undefined ? unlinked.fields : { ...unlinked.fields, [LINK]: link };
    const values = { ...unlinked, fields };
    return isTeam(space.name) ? sharedPart(values, space) : values;
  }

  /**
   * Returns the name of the record that has replaced a row: `null` if the link was removed, `undefined` if
   * there was none. Without `history`, that of the row's record counts. Before that record arrives, the row has
   * no link, and its history has the name.
   */
  #linkOf(kind: SyncedKind, { ref, link, fields }: SyncedRow, history?: History): string | null | undefined {
    const to = link === null ? undefined : this.ofRow(kind, String(link));
    if (to !== undefined) return to.record;
    const isAwaited = link === null && fields.status === "superseded";
    const own = isAwaited && history === undefined ? this.ofRow(kind, ref) : undefined;
    const known = (own?.history ?? history)?.fields[LINK]?.[1];
    return known === undefined ? undefined : isAwaited && known !== "" ? known : null;
  }

  /** Notes folders with members' memories of a shared project whose name has changed, here or in the owners' shares. */
  #noteRenamed(): void {
    const { store, space: { shares }, names } = this.context;
    for (const { project } of shares) {
      const isHere = names.folderOf(project) !== project;
      for (const row of this.memoriesLost(this.seal.digestOf(project), isHere)) {
        const folder = memoryByRow(store, row)!.project ?? "";
        const name = names.nameOf(folder);
        // Without a folder of its name, a project waits for a clone; it was not renamed.
        const isKnown = name === project ? !isHere : shares.some((one) => one.project === name);
        if (name && isAbsolute(folder) && !isKnown) this.unnamed.set(folder, project);
      }
    }
  }

  #noteRow(kind: SyncedKind, ref: string): void {
    const row = liveRow(this.store, kind, ref);
    if (row === undefined) return;
    const known = this.ofRow(kind, ref);
    const values = this.valuesToSend(kind, row, known?.history);
    if (values === undefined) {
      if (known?.author === null && isTeam(this.name)) this.#endSharing(known, row);
      return;
    }
    const record = known?.record ?? this.#newName(kind, ref, values.fields);
    if (record === undefined) return;
    // This user may have sent the record before leaving the space. Then the row is a later state of it.
    const before = known ?? this.get(record);
    if (this.isFormer(row, before)) return;
    const history = before?.history ?? NO_HISTORY;
    const clock = { origin: this.context.origin, digest: this.seal.digest, now: Date.now() };
    const next = refreshed(history, values, clock);
    const is_dirty = next === history ? known?.is_dirty ?? 1 : 1;
    this.keep({ record, kind, ref, is_dirty, digest: this.digestOf(values), history: next });
    if (known !== undefined || kind !== "memory") return;
    // The newer rows that this row has replaced were noted before it, without its record's name.
    const isReplaced = sql`superseded_by = ${Number(ref)} and id > ${Number(ref)}`;
    const newer = this.store.column<number>(sql`select id from memories where ${isReplaced}`);
    for (const row of newer) this.#noteRow(kind, String(row));
  }

  /**
   * Withdraws a record whose row a team gets no more, as its category, scope or project has changed. If only the
   * name of its project's folder has changed, or the project is excluded, the record stays as it is.
   */
  #endSharing(known: SyncRecord, { fields: { project }, changedAt }: SyncedRow): void {
    const { space: { shares }, names, isExcluded } = this.context;
    const name = typeof project === "string" ? names.nameOf(project) : "";
    const isShared = shares.some((one) => one.project === name);
    const [, digest] = known.history.fields.project ?? [];
    const former = shares.find((one) => this.seal.digestOf(one.project) === digest);
    // Its folder was renamed if none here has the former name, or if the memory was not edited since: a move edits it.
    const isEdited = changedAt > msOf(lastOf(known.history)!);
    const hasMoved = name && former && former.project !== name && isEdited &&
      names.folderOf(former.project) !== former.project;
    if (project === null || hasMoved || (isShared && !isExcluded(String(project)))) {
      this.keepGone(known, WITHDRAWN);
    } else if (name && !isShared) this.unnamed.set(String(project), former?.project);
  }

  /**
   * Returns a name for the new record of a row; `undefined` if the record of an equal row has or had it, or if another
   * machine of this user has withdrawn it. The name comes from the content, so that machines with copies of one
   * database make the same one; in a team, from the row's record in the user's own space, as another machine may have
   * shared the row with another text. A withdrawn name is not used again: other machines ignore it.
   */
  #newName(kind: SyncedKind, ref: string, { created_at, body, text, goal, project }: SyncRowFields) {
    const own = this.own?.recordFor(kind, ref)?.record;
    const said = JSON.stringify([kind, created_at, body ?? text ?? goal, project]);
    const content = own ?? (kind === "session" ? `session ${ref}` : said);
    for (let name = content, isWithdrawnElsewhere = false;;) {
      const record = this.seal.recordOf(name);
      const found = this.get(record);
      if (found === undefined) return isWithdrawnElsewhere ? undefined : record;
      if (found.ref === HIDDEN && found.author === null) return record;
      isWithdrawnElsewhere ||= found.hash === WITHDRAWN_ELSEWHERE;
      const isWithdrawn = found.hash === WITHDRAWN || found.hash === WITHDRAWN_ELSEWHERE;
      const forgotten = this.forgottenTexts().get(this.seal.digestOf(body ?? "")) ?? 0;
      // A text that was forgotten after its record was withdrawn must not be sent again; `verify` names the row.
      if (!isWithdrawn || forgotten > msOf(found.history.gone!)) return undefined;
      name = nextName(content, found.history.gone);
    }
  }

  /** Returns the record of a row, and makes one if there is none. */
  recordFor(kind: SyncedKind, ref: string): SyncRecord | undefined {
    if (this.ofRow(kind, ref) === undefined) this.#noteRow(kind, ref);
    return this.ofRow(kind, ref);
  }

  /** Returns the row of this user's memory with this record, also if only another machine shares it. */
  rowNamed(record: string): string | undefined {
    const known = this.get(record);
    if (known !== undefined || this.own === undefined) return known?.hash === null ? known.ref : undefined;
    this.#rowsByName ??= new Map(
      liveRows(this.store, "memory").flatMap((rows) =>
        rows.filter(({ author }) => author === null).map(({ ref, fields }) =>
          [this.#newName("memory", ref, fields) ?? "", ref] as const
        )
      ),
    );
    return this.#rowsByName.get(record);
  }

  /** Tells whether the remote has memories of a project here that only other machines of this user have sent. */
  hasFromElsewhere(project: string): boolean {
    return this.detached().values().some((record) =>
      memoryByRow(this.store, Number(this.rowNamed(record)))?.project === project
    );
  }

  /**
   * Hides a teammate's record whose row the user has deleted or made their own. Its owner gets a proposal if
   * the user has deleted or changed the memory, but not if the row went with its project.
   */
  hide(known: SyncRecord): void {
    const row = memoryByRow(this.store, Number(known.ref));
    const digest = row === undefined || row.status === "deleted" ? "" : known.ref;
    this.keep({ ...known, ref: HIDDEN, is_dirty: 0, digest });
    if (row === undefined) return;
    if (row.status !== "deleted" && this.#changed({ ...row }, known.history).length === 0) return;
    const record = this.seal.recordOf(`proposal ${uuidNow()}`);
    const ref = row.status === "deleted" ? "" : known.ref;
    this.keep({ record, kind: "proposal", ref, is_dirty: 1, history: known.history, digest: known.record });
  }

  #changed(fields: SyncRowFields, { fields: known }: History) {
    return PROPOSED.filter((name) => known[name]?.[1] !== this.seal.digestOf(fields[name]));
  }

  /**
   * Returns a proposal to the owner of a record: to forget the memory (no `fields`), to change it, or to take
   * a proposal back (empty `fields`); `undefined` while the project is excluded, so that it waits.
   */
  proposalOf(proposal: SyncRecord): Proposal | undefined {
    const { ref, digest } = proposal;
    const { store, space, isExcluded } = this.context;
    const head = { of: digest, author: space.author };
    const row = liveRow(store, "memory", ref);
    if (row !== undefined && isExcluded(String(row.fields.project))) return undefined;
    // A proposal to forget has no reference; an earlier mneme stored the number of the row.
    const isOthers = row === undefined && (memoryByRow(store, Number(ref))?.author ?? null) !== null;
    if (ref === "" || isOthers) return head;
    const changed = row === undefined ? [] : this.#changed(row.fields, proposal.history);
    const fields = (changed.length === 0 ? [] : PROPOSED).map((name) => { // all, as `decodeProposal` demands
      const value = row!.fields[name];
      return [name, typeof value === "string" ? clean(value) : null] as const;
    });
    return { ...head, fields: Object.fromEntries(fields), changed };
  }

  /** Marks the record of a removed row as gone. A teammate's record is only hidden here. */
  noteGone(kind: SyncedKind, ref: string): void {
    const known = this.ofRow(kind, ref);
    if (known === undefined || keptRow(this.store, kind, ref) !== undefined) return;
    if (known.author !== null) this.hide(known);
    else this.keepGone(known, digestOfText(known));
  }

  /** Returns a digest of a row. A removed link counts as none, as `#isChanged` has no history. */
  digestOf({ fields, lists }: Values): string {
    return this.seal.digestOf([{ ...fields, [LINK]: fields[LINK] ?? undefined }, lists]);
  }

  /** The active memories by text, read once. */
  get byText() {
    return this.#byText ??= memoriesByText(this.store);
  }

  /** Adds a memory that has arrived to `byText`: another record may bring it once more, from another clone. */
  addToTexts(memory: MemoryRow): void {
    if (memory.status !== "active") return;
    const key = saidKey(memory);
    this.byText.set(key, [...this.byText.get(key) ?? [], { id: memory.id }]);
  }

  noteTaken(kind: RecordKind): void {
    this.taken[kind] = (this.taken[kind] ?? 0) + 1;
  }

  /** Stores a record. Unless given otherwise, it is this user's own, exists and need not be sent. */
  keep(record: Named & Partial<SyncRecord>): void {
    this.put({ ref: "", author: null, is_dirty: 0, hash: null, digest: "", history: NO_HISTORY, ...record });
  }

  /** Notes that a record is gone, with its `hash`. Without `since`, it is gone as of now and must be sent. */
  keepGone(known: Named & Partial<SyncRecord>, hash: string, since?: Stamp): void {
    const { record, kind, author = null, is_dirty = 0, history = NO_HISTORY } = known;
    const gone = since ?? stampAfter(lastOf(history), Date.now(), this.context.origin);
    const state = { record, kind, author, hash, is_dirty: since === undefined ? 1 : is_dirty };
    this.keep({ ...state, history: { ...NO_HISTORY, gone } });
  }
}

/** Returns the text that names the record of a row after the one that was withdrawn at `gone`. */
export function nextName(content: string, gone: Stamp | undefined): string {
  return `${content} after ${gone}`;
}

/** Returns the digest by which `verify` finds the text of a forgotten memory; "" for other kinds. */
export function digestOfText(known: SyncRecord | undefined): string {
  return known?.history.fields.body?.[1] ?? "";
}

type Named = Pick<SyncRecord, "record" | "kind">;
type SyncRowFields = Readonly<Record<string, SqlValue | undefined>>;

export const PROPOSED = ["body", "title", "category", "scope"] as const;

export interface Proposal {
  /** The name of the record that the proposal is about. */
  readonly of: string;
  readonly author: string;
  /** The fields of the member's copy: absent in a proposal to forget, empty in one that is taken back. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** The names of the fields that the member has changed; absent from an earlier mneme. */
  readonly changed?: readonly string[];
}
