import { isAbsolute } from "../machine/paths.ts";
import { decodeEvidence, encodeEvidence } from "../memory/memory_evidence.ts";
import { cleanText } from "../privacy/clean.ts";
import { memoryByRow } from "../store/memories.ts";
import { moveExclusions } from "../store/not_here.ts";
import type { SqlValue } from "../store/sql.ts";
import { listProjects, MOVABLE_TABLES, moveRows, reindexProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import {
  detachedRecords,
  digestsOfKind,
  goneRecords,
  keepRecord,
  ownRecords,
  recordOf,
  recordOfRow,
  type SyncRecord,
  takenOver,
  waitingProposals,
} from "./records.ts";
import { deadRefs, keptRow, liveRow, liveRows, SYNCED, type SyncedKind, type SyncedRow } from "./rows.ts";
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

/**
 * The reference of a record that has no row here. It is either a teammate's record whose memory the user hid, deleted,
 * adopted or edited, or a record that was forgotten on this machine alone or sent before this machine left the space.
 */
export const HIDDEN = "hidden";

/** The number of rows that are noted in one transaction. */
const PORTION = 50;
const KINDS = Object.keys(SYNCED) as SyncedKind[];

/** Notes which rows of a space have changed since the last run; returns the projects without a name. */
export async function noteChanges(context: SyncContext): Promise<readonly string[]> {
  return await (await LocalRecords.of(context)).noteChanges();
}

/**
 * Marks this user's records of a project as withdrawn from a team; the memories stay here. Returns their number. Finds
 * the records that were sent under the name of the project, even if their rows have changed, and the records whose rows
 * are in the folder.
 */
export async function withdraw(
  context: SyncContext,
  { project, folder }: { readonly project: string; readonly folder: string },
): Promise<number> {
  const { store, space } = context;
  const local = await LocalRecords.of(context);
  const records = ownRecords(store, space.name, { mark: local.seal.digest(JSON.stringify(project)), folder });
  store.transaction(() => records.forEach((record) => local.keepGone(record, ">")));
  return records.length;
}

/** Removes secrets from a text before it is sent, whatever the settings say. */
function clean(text: string): string {
  return cleanText(text, { redactSecrets: true });
}

/** Returns the records that would be sent to a team, exactly as they would be sent, by the number of the memory. */
export async function previewShare(context: SyncContext): Promise<ReadonlyMap<number, Values>> {
  const local = await LocalRecords.of(context);
  const found = new Map<number, Values>();
  const sent = (_: string, value: unknown) => typeof value === "string" ? clean(value) : value;
  for (const row of liveRows(context.store, "memory").flatMap((rows) => rows)) {
    const values = local.valuesToSend("memory", row);
    if (values !== undefined) found.set(Number(row.ref), JSON.parse(JSON.stringify(values), sent));
  }
  return found;
}

export class LocalRecords {
  readonly context: SyncContext;
  readonly seal: Seal;
  /** The records of this user's own space: a memory has its name in a team from its record there. */
  readonly own: LocalRecords | undefined;
  /** The rows by the names of their records, of this user's memories that only other machines share. */
  #rowsByName: ReadonlyMap<string, string> | undefined;
  /** The number of rows that were removed here because they were forgotten or withdrawn elsewhere. */
  forgotten = 0;
  /** The kind of each record whose row was written here. */
  readonly taken: string[] = [];
  readonly #unnamed = new Set<string>();
  /** Memories whose replacement has no record in the space, or has none yet. */
  readonly #unlinked = new Set<string>();

  private constructor(context: SyncContext, seal: Seal, own: LocalRecords | undefined) {
    this.context = context;
    this.seal = seal;
    this.own = own;
  }

  static async of(context: SyncContext): Promise<LocalRecords> {
    const { own, ...rest } = context;
    const there = own && await LocalRecords.of({ ...rest, space: own });
    return new LocalRecords(context, await Seal.from(context.space), there);
  }

  async noteChanges(): Promise<readonly string[]> {
    const { store, space } = this.context;
    await this.#settleProjects();
    store.transaction(() => {
      takenOver(store, space.name).forEach((record) => this.settle(record));
      if (this.own !== undefined) this.#forgetDetached(this.own);
      for (const one of waitingProposals(store, space.name)) {
        const history = JSON.parse(one.history);
        if (memoryByRow(store, Number(one.ref)) === undefined) {
          this.keep({ ...one, is_dirty: 0 }, history); // the row was removed with its project, so there is nothing to propose
        } else if (this.proposalOf(one)?.changed?.length === 0) { // the copy is forgotten, or says the same again
          this.keep({ ...one, ref: HIDDEN, is_dirty: 1 }, history);
        }
      }
    });
    for (const kind of isTeam(space.name) ? ["memory"] as const : KINDS) {
      const known = digestsOfKind(store, space.name, kind);
      for (const rows of liveRows(store, kind)) {
        const changed = rows.filter((row) => this.#isChanged(kind, row, known.get(row.ref)));
        await this.#inPortions(changed.map(({ ref }) => ref), (ref) => this.#noteRow(kind, ref));
      }
      for (const ref of this.#unlinked) { // their replacements may have got a record in the loop above
        const [row, now] = [liveRow(store, kind, ref), recordOfRow(store, space.name, kind, ref)];
        if (row !== undefined && this.#isChanged(kind, row, now?.digest)) this.#noteRow(kind, ref);
      }
      this.#unlinked.clear();
      const dead = deadRefs(store, kind, [...known.keys()]);
      await this.#inPortions(dead, (ref) => this.noteDeath(kind, ref));
    }
    return [...this.#unnamed].sort();
  }

  /** Marks the records without a row here as gone whose memories another machine of this user has forgotten. */
  #forgetDetached({ context: { store, space } }: LocalRecords): void {
    const detached = detachedRecords(store, this.context.space.name);
    if (detached.length === 0) return;
    const gone = [...goneRecords(store, space.name)].filter(([, hash]) => !hash.startsWith(">"));
    const names = new Set(gone.map(([record]) => this.seal.recordOf(record)));
    for (const one of detached) {
      const { fields } = JSON.parse(one.history) as History;
      if (names.has(one.record)) this.keepGone(one, fields.body?.[1] ?? "");
    }
  }

  /** Calls `work` with each row, each portion in one transaction. */
  async #inPortions(refs: readonly string[], work: (ref: string) => void): Promise<void> {
    for (let i = 0; i < refs.length; i += PORTION) {
      this.context.store.transaction(() => refs.slice(i, i + PORTION).forEach(work));
      await this.context.rest();
    }
  }

  /**
   * Returns the body of a record to send; `undefined` if it cannot be sent, for example if its project has lost its name.
   */
  bodyOf(record: SyncRecord): Body | undefined {
    const { store, space } = this.context;
    const history = JSON.parse(record.history) as History;
    const { author } = space;
    if (history.gone !== undefined) return goneBody(history.gone, author, record.hash ?? "");
    const kind = record.kind as SyncedKind;
    const values = this.valuesToSend(kind, liveRow(store, kind, record.ref), history);
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
    const { store, space } = this.context;
    const to = link === null ? undefined : recordOfRow(store, space.name, kind, String(link));
    if (to !== undefined) return to.record;
    if (link !== null) this.#unlinked.add(ref);
    const isAwaited = link === null && fields.status === "superseded";
    const own = isAwaited && history === undefined ? recordOfRow(store, space.name, kind, ref) : undefined;
    const known = (own === undefined ? history : JSON.parse(own.history) as History)?.fields[LINK]?.[1];
    return known === undefined ? undefined : isAwaited && known !== "" ? known : null;
  }

  #noteRow(kind: SyncedKind, ref: string): void {
    const { store, space, origin, names } = this.context;
    const row = liveRow(store, kind, ref);
    if (row === undefined) return;
    let known = recordOfRow(store, space.name, kind, ref);
    let history = known === undefined ? NO_HISTORY : JSON.parse(known.history) as History;
    if (known !== undefined && this.#isAnother(row.fields, history)) {
      this.keepGone(known, history.fields.body?.[1] ?? "");
      [known, history] = [undefined, NO_HISTORY];
    }
    const values = this.valuesToSend(kind, row, history);
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
    const sent = known ?? recordOf(store, space.name, record);
    if (sent !== undefined) history = JSON.parse(sent.history) as History;
    const next = refreshed(history, values, { origin, digest: this.seal.digest, now: Date.now() });
    const is_dirty = next === history ? known?.is_dirty ?? 1 : 1;
    this.keep({ record, kind, ref, is_dirty, digest: this.digestOf(values) }, next);
  }

  /** Returns true if a record's row was deleted and another row has its number: before schema 17, numbers were reused. */
  #isAnother(fields: SyncRowFields, history: History): boolean {
    const known = ["created_at", "body", "text", "goal"].filter((name) => history.fields[name] !== undefined);
    return known.length > 0 &&
      known.every((name) => history.fields[name]![1] !== this.seal.digest(JSON.stringify(fields[name])));
  }

  /**
   * Returns a name for the new record of a row. It is derived from the row's content, so that two machines with copies
   * of one database use the same name. In a team it is derived from the row's record in this user's own space, which the
   * row gets if it has none yet, because another machine may have shared the row when it had another text. Returns
   * `undefined` if another row with this content, or a forgotten one, has the name. If the record with the name was
   * withdrawn, returns another name, because other machines ignore the old one.
   */
  #newRecord(kind: SyncedKind, ref: string, { created_at, body, text, goal, project }: SyncRowFields) {
    const { store, space } = this.context;
    const own = this.own?.recordFor(kind, ref)?.record;
    const content = own ??
      (kind === "session"
        ? `session ${ref}`
        : JSON.stringify([kind, created_at, body ?? text ?? goal, kind === "lesson" ? ref : project]));
    for (let name = content;;) {
      const record = this.seal.recordOf(name);
      const found = recordOf(store, space.name, record);
      if (found === undefined || (found.ref === HIDDEN && found.author === null)) return record;
      if (found.hash !== ">") return undefined;
      name = `${content} after ${(JSON.parse(found.history) as History).gone}`;
    }
  }

  /** Returns the record of a row, which gets one if it has none yet. */
  recordFor(kind: SyncedKind, ref: string): SyncRecord | undefined {
    const known = () => recordOfRow(this.context.store, this.context.space.name, kind, ref);
    if (known() === undefined) this.#noteRow(kind, ref);
    return known();
  }

  /** Returns the row of one of this user's memories by the name of its record, also if only another machine shares it. */
  rowNamed(record: string): string | undefined {
    const { store, space } = this.context;
    const known = recordOf(store, space.name, record);
    if (known !== undefined || this.own === undefined) return known?.hash === null ? known.ref : undefined;
    this.#rowsByName ??= new Map(
      liveRows(store, "memory").flatMap((rows) =>
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
    const history = JSON.parse(known.history) as History;
    const row = memoryByRow(this.context.store, Number(known.ref));
    this.keep({ ...known, ref: HIDDEN, is_dirty: 0, digest: "" }, history);
    if (row === undefined || this.#isAnother({ ...row }, history)) return;
    if (row.status !== "deleted" && this.#changed({ ...row }, history).length === 0) return;
    const record = this.seal.recordOf(`proposal ${uuidNow()}`);
    const ref = row.status === "deleted" ? "" : known.ref;
    this.keep({ record, kind: "proposal", ref, is_dirty: 1, digest: known.record }, history);
  }

  /** Returns the names of the fields of a teammate's memory that the user has changed. */
  #changed(fields: SyncRowFields, { fields: known }: History) {
    return PROPOSED.filter((name) => known[name]?.[1] !== this.seal.digest(JSON.stringify(fields[name])));
  }

  /**
   * Returns the proposal to the owner of a record. Without `fields`, it proposes to forget the memory; with the row's
   * present fields, to change it. Empty `fields` take an earlier proposal back. Returns `undefined` while the project is
   * excluded: then the proposal waits.
   */
  proposalOf({ ref, digest, history }: SyncRecord): Proposal | undefined {
    const { store, space, isExcluded } = this.context;
    const head = { of: digest, author: space.author };
    const row = liveRow(store, "memory", ref);
    if (row !== undefined && isExcluded(String(row.fields.project))) return undefined;
    // A proposal to forget has no reference. An earlier mneme stored the number of the row.
    if (ref === "" || (row === undefined && (memoryByRow(store, Number(ref))?.author ?? null) !== null)) {
      return head;
    }
    const changed = row === undefined ? [] : this.#changed(row.fields, JSON.parse(history));
    const fields = (changed.length === 0 ? [] : PROPOSED).map((name) => {
      const value = row!.fields[name];
      return [name, typeof value === "string" ? clean(value) : null] as const;
    });
    return { ...head, fields: Object.fromEntries(fields), changed };
  }

  /** Marks the record of a deleted row as gone; a teammate's record is only hidden here. */
  noteDeath(kind: SyncedKind, ref: string): void {
    const { store, space } = this.context;
    const known = recordOfRow(store, space.name, kind, ref);
    if (known === undefined || ref === HIDDEN || keptRow(store, kind, ref) !== undefined) return;
    if (known.author !== null) return this.settle(known);
    const { fields } = JSON.parse(known.history) as History;
    this.keepGone(known, fields.body?.[1] ?? "");
  }

  /** Returns a row's digest, which detects changes. A removed link counts as none, because `#isChanged` has no history. */
  digestOf({ fields, lists }: Values): string {
    return this.seal.digest(JSON.stringify([{ ...fields, [LINK]: fields[LINK] ?? undefined }, lists]));
  }

  /** Stores the state of a record. Parts that `row` lacks are those of a record of this user that exists and was sent. */
  keep(row: Named & Partial<SyncRecord>, history: History): void {
    const state = { ref: "", author: null, is_dirty: 0, hash: null, digest: "", ...row };
    keepRecord(this.context.store, this.context.space.name, { ...state, history: JSON.stringify(history) });
  }

  /** Notes that a record is gone. `hash`: as in `SyncRecord`. Without the time `since`, it goes now, and this is sent. */
  keepGone(known: Named & Partial<SyncRecord>, hash: string, since?: Stamp): void {
    const { record, kind, author = null, is_dirty = 0, history = JSON.stringify(NO_HISTORY) } = known;
    const gone = since ?? stampAfter(lastOf(JSON.parse(history)), Date.now(), this.context.origin);
    const state = { record, kind, author, hash, is_dirty: since === undefined ? 1 : is_dirty };
    this.keep(state, { ...NO_HISTORY, gone });
  }
}

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
