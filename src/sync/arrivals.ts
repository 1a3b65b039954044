import { areTitlesApart } from "../memory/memory_relation.ts";
import { forgetMemory, memoriesWith } from "../store/forget.ts";
import { clearTexts, memoryByRow, saidKey } from "../store/memories.ts";
import { forgottenTexts, keepRecord, recordOf, recordOfRow, type SyncRecord } from "./records.ts";
import { keptRow, liveRow, lostMemories, memoriesByText, removeRow, type SyncedKind } from "./rows.ts";
import { noteIncomingChange } from "./undo.ts";
import { HIDDEN, type LocalRecords } from "./local_records.ts";
import { type Body, type History, leftOf, LINK, merge, NO_HISTORY, refreshed, type Values } from "./merge.ts";
import type { Obstacle, Operation } from "./remote.ts";
import { msOf, originOf, type Stamp } from "./stamp.ts";
import { writePortable } from "./portable.ts";

const NOTHING_HERE = { values: undefined, history: NO_HISTORY, isDirty: false };

/** Writes records that arrive from this user's other machines into the rows of this machine. */
export class Arrivals {
  readonly #local: LocalRecords;
  /** The active memories by their text, read once, when they are first needed. */
  #byText: ReturnType<typeof memoriesByText> | undefined;

  constructor(local: LocalRecords) {
    this.#local = local;
  }

  /** Applies a decrypted operation. Returns the obstacle if it must wait. Throws if the database refuses its row. */
  apply(operation: Operation, kind: SyncedKind, body: Body): Obstacle | undefined {
    const { context: { store, space, names, origin, isExcluded }, seal } = this.#local;
    return store.transaction(() => {
      const { record } = operation;
      const found = recordOf(store, space.name, record);
      const twin = found === undefined ? this.#twinOf(record, kind, body) : undefined;
      const forgotten = found === undefined ? this.#forgottenText(body) : undefined;
      if (twin?.isKept || forgotten !== undefined) {
        this.#local.keepGone({ record, kind }, forgotten ?? `>${twin!.record.record}`);
        return undefined;
      }
      const known = found ?? twin?.record;
      const here = this.#refreshed(kind, known);
      if (here === undefined && body.gone === undefined) {
        return isExcluded(String(keptRow(store, kind, known!.ref)?.fields.project)) ? "excluded" : "unnamed";
      }
      const merged = merge(here ?? NOTHING_HERE, body, seal.digest);
      const is_dirty = known?.is_dirty === 1 || here?.isDirty ? 1 : 0;
      if (merged.history.gone !== undefined) {
        // If a record that a twin has replaced was edited here since, its row is another memory now, and gets another
        // record.
        const isAnother = body.into !== undefined && is_dirty === 1;
        if (here?.history.gone === undefined && !isAnother) this.#remove(kind, known, body);
        const isUnaware = body.gone === undefined; // the sender did not know that the record is gone
        const hash = isUnaware ? known?.hash ?? "" : leftOf(body);
        this.#local.keepGone({ record, kind, is_dirty: isUnaware ? 1 : 0 }, hash, merged.history.gone);
      } else if (known?.ref === HIDDEN) { // forgotten on this machine alone
        this.#local.keep(known, merged.history);
      } else {
        const values = merged.values!;
        const isWritten = merged.isChanged || known === undefined || known.ref === "";
        const memory = isWritten && kind === "memory" ? memoryByRow(store, Number(known?.ref)) : undefined;
        const row = kind === "session" ? String(values.fields.session_id) : known?.ref || undefined;
        const ref = isWritten ? writePortable(store, { kind, ref: row, names }, values) : known.ref;
        if (isWritten) this.#local.taken.push(kind);
        if (memory !== undefined) {
          const isOwn = operation.origin === origin; // an edit that came back after a restore
          noteIncomingChange(store, { space: space.name, memory, deed: "changed", isOwn }, seal);
        }
        const now = this.#local.valuesToSend(kind, liveRow(store, kind, ref), merged.history) ?? values;
        this.#local.keep({ record, kind, ref, is_dirty, digest: this.#local.digestOf(now) }, merged.history);
        if (merged.lost !== undefined) this.#keepLost(record, values, merged.lost);
      }
    });
  }

  /** Returns the digest of an arriving candidate's text (it lost a merge elsewhere) if the text was forgotten here. */
  #forgottenText({ fields }: Body): string | undefined {
    const { store, space } = this.#local.context;
    const digest = this.#textDigest(fields.body?.[0]);
    if (fields.status?.[0] !== "candidate") return undefined;
    return forgottenTexts(store, space.name).has(digest) ? digest : undefined;
  }

  /**
   * Finds a memory of this machine with the same text as an arriving memory, unless their titles name different things.
   * The row of the memory becomes the row of the arriving record. If the row already has a record, every machine keeps
   * that one of the two records whose name is smaller, and marks the other one as gone, with a reference to the kept
   * one. `isKept` is true if the row keeps its record.
   */
  #twinOf(record: string, kind: SyncedKind, { fields, gone }: Body) {
    const { store, space, names } = this.#local.context;
    if (kind !== "memory" || gone !== undefined || fields.status?.[0] !== "active") return undefined;
    const [project, scope, category, body] = ["project", "scope", "category", "body"].map((name) =>
      fields[name]?.[0]
    );
    const folder = typeof project === "string" ? names.folderOf(project) : null;
    this.#byText ??= memoriesByText(store);
    const said = { project: folder, scope: String(scope), category: String(category), body: String(body) };
    const title = typeof fields.title?.[0] === "string" ? fields.title[0] : null;
    const row = this.#byText.get(saidKey(said))?.flatMap(({ id }) => memoryByRow(store, id) ?? []).find((
      one,
    ) => one.body === body && !areTitlesApart(one, { ...said, title }));
    if (row === undefined) return undefined;
    const ref = String(row.id);
    const known = recordOfRow(store, space.name, kind, ref);
    const isKept = known !== undefined && known.record < record;
    if (isKept) return { record: known, isKept };
    if (known !== undefined) this.#local.keepGone(known, `>${record}`);
    const history = known?.history ?? JSON.stringify(NO_HISTORY);
    const taken = { record, kind, ref, history, author: null, is_dirty: 1, hash: null, digest: "" };
    keepRecord(store, space.name, taken);
    return { record: taken, isKept };
  }

  /**
   * Returns the state of a record with the latest changes of its row. Returns `undefined` for a row that is not sent,
   * because its project is excluded or has no name.
   */
  #refreshed(kind: SyncedKind, known: SyncRecord | undefined) {
    const { store, origin } = this.#local.context;
    if (known === undefined) return NOTHING_HERE;
    const before = JSON.parse(known.history) as History;
    if (before.gone !== undefined || known.ref === "" || known.ref === HIDDEN) {
      return { values: undefined, history: before, isDirty: false };
    }
    const row = keptRow(store, kind, known.ref);
    const values = this.#local.valuesToSend(kind, row, before);
    if (row !== undefined && values === undefined) return undefined;
    const history = refreshed(before, values, { origin, digest: this.#local.seal.digest, now: Date.now() });
    return { values, history, isDirty: history !== before };
  }

  #remove(kind: SyncedKind, known: SyncRecord | undefined, body: Body): void {
    const { store, space } = this.#local.context;
    if (known === undefined || known.ref === "" || known.ref === HIDDEN) return;
    if (kind !== "memory") {
      if (body.into !== undefined) return;
      this.#local.forgotten++;
      return removeRow(store, kind, known.ref);
    }
    const memory = memoryByRow(store, Number(known.ref));
    if (memory === undefined || memory.status === "deleted") return;
    const now = new Date().toISOString();
    if (body.into !== undefined) {
      const kept = recordOf(store, space.name, body.into);
      if (kept?.ref !== HIDDEN) return clearTexts(store, [memory.id], now);
      return keepRecord(store, space.name, { ...kept, ref: known.ref }); // forgotten on this machine alone, and said again
    }
    this.#local.forgotten++;
    // A copy with its own record is another memory: if it was forgotten, too, another operation says so. A candidate
    // with a text that lost a merge waits for the user's decision, unless its own text was forgotten.
    const lost = new Set(lostMemories(store, space.name));
    const isOther = (row: number) => recordOfRow(store, space.name, kind, String(row)) !== undefined;
    for (const row of lost.union(new Set(memoriesWith(store, [memory.body])))) {
      const copy = memoryByRow(store, row)!;
      if (copy.author !== null) continue; // a teammate's memory is not this user's to forget
      const isTheSame = lost.has(row)
        ? this.#textDigest(copy.body) === body.hash
        : copy.body === memory.body && copy.project === memory.project &&
          (row === memory.id || !isOther(row));
      if (isTheSame) forgetMemory(store, copy, now);
      if (isTheSame && row !== memory.id) this.#local.noteDeath(kind, String(row));
    }
    // This comes after `forgetMemory`, because that removes the earlier versions that are kept for an undo.
    noteIncomingChange(store, { space: space.name, memory, deed: "forgotten" }, this.#local.seal);
  }

  #textDigest(text: unknown): string {
    return this.#local.seal.digest(JSON.stringify(text));
  }

  /** Saves a text that lost a merge as a candidate. Every machine gives its record the same name and history. */
  #keepLost(record: string, values: Values, lost: { readonly text: string; readonly stamp: Stamp }): void {
    const { store, space, names } = this.#local.context;
    const name = this.#local.seal.recordOf(`lost ${record} ${lost.stamp}`);
    if (recordOf(store, space.name, name) !== undefined) return;
    const at = new Date(msOf(lost.stamp)).toISOString();
    const evidence = JSON.stringify({ quote: "", cues: ["edited on two machines at once"] });
    const { [LINK]: _, ...said } = values.fields;
    const candidate = { body: lost.text, status: "candidate", evidence, title: null, created_at: at };
    const fields = { ...said, ...candidate };
    const own: Values = { fields, lists: values.lists, changedAt: msOf(lost.stamp) };
    const ref = writePortable(store, { kind: "memory", ref: undefined, names }, own);
    const [origin, digest, now] = [originOf(lost.stamp), this.#local.seal.digest, msOf(lost.stamp)];
    const state = { ref, is_dirty: 1, digest: this.#local.digestOf(own) };
    const history = refreshed(NO_HISTORY, own, { origin, digest, now }); // as the machine that wrote the text would note it
    this.#local.keep({ record: name, kind: "memory", ...state }, history);
  }
}
