// Notes, lists and undoes changes by other machines to this one's memories. For arrivals and `mneme sync`.
import { orUndefined } from "../base/or_undefined.ts";
import { UserError } from "../base/user_error.ts";
import { memoryId } from "../memory/memory_text.ts";
import { insertMemory, memoriesWithWords, memoryByRow, type MemoryRow, redraft } from "../store/memories.ts";
import { editMemory, saveMemory } from "../store/save_memory.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { decrypt, encrypt, type Seal } from "./sealing.ts";

export const UNDO_DAYS = 10;
const DAY_MS = 86_400_000;

/** A change that another machine made to a memory which this machine has, too. */
interface IncomingChange {
  readonly space: string;
  readonly memory: MemoryRow;
  readonly deed: "changed" | "forgotten" | "proposed";
  /** True if this machine made the change, before its database was restored. Nobody is told of such a change. */
  readonly isOwn?: boolean;
}

/** Notes a change once it is made; `memory` is the former state. Without a seal, as for a proposal, no undo is kept. */
export function noteIncomingChange(
  store: Store,
  { space, memory, deed, isOwn = false }: IncomingChange,
  seal?: Seal,
): void {
  const after = memoryByRow(store, memory.id);
  if (seal !== undefined && RESTORED.every((name) => memory[name] === after?.[name])) return;
  const sealed = seal && encrypt(seal.undoKey, JSON.stringify({ ...memory, after, isOwn }));
  const at = new Date().toISOString();
  store.run(sql`
    insert into sync_changes (space, memory_id, deed, at, sealed, told_at)
    values (${space}, ${memory.id}, ${deed}, ${at}, ${sealed ?? null}, ${isOwn ? at : null})`);
}

export function dropOldChanges(store: Store): void {
  const before = new Date(Date.now() - UNDO_DAYS * DAY_MS).toISOString();
  store.run(sql`delete from sync_changes where at < ${before}`);
}

/** Returns the changes that can still be undone, newest first. */
export function undoable(store: Store, space: string) {
  type Change =
    & Pick<IncomingChange, "space" | "deed">
    & Readonly<{ id: number; memory_id: number; at: string }>;
  return store.all<Change & { readonly sealed: Uint8Array }>(sql`
    select id, space, memory_id, deed, at, sealed from sync_changes
    where space = ${space} and sealed is not null order by id desc`);
}

/** Returns the memories that other machines forgot, with the words that they had here. */
export function forgottenElsewhere(store: Store, space: string, seal: Seal): MemoryRow[] {
  return undoable(store, space).flatMap(({ deed, sealed }) =>
    deed === "forgotten" ? openedRow(sealed, seal) ?? [] : []
  );
}

export type ListedChange = ReturnType<typeof listChanges>[number];

/** Returns the changes that an undo would still take back, each with the columns that the user should see. */
export function listChanges(store: Store, space: string, seal: Seal) {
  return undoable(store, space).flatMap(({ sealed, ...change }) => {
    const opened = openedRow(sealed, seal);
    if (opened === undefined) return [];
    const now = memoryByRow(store, change.memory_id);
    const { after, isOwn, ...before } = opened;
    const all = RESTORED.filter((name) => before[name] !== after?.[name]);
    const said = all.filter((name) => !BESIDE.has(name));
    const changed = (said.length > 0 ? said : all).filter((name) => before[name] !== now?.[name])
      .map((name) => ({ name, before: before[name], after: after?.[name] ?? null }));
    return changed.length === 0 ? [] : [{ ...change, isOwn, changed }];
  });
}

/** The columns that an undo restores: those of `PLACE` only together, any other by itself. */
const RESTORED = [
  ...["body", "title", "category", "scope", "project", "evidence", "files", "recall_when"] as const,
  ...["status", "rejected", "source", "confidence", "session_id"] as const,
];
const PLACE: readonly (keyof MemoryRow)[] = ["scope", "project"];
/** The restored columns that a list leaves out if any other has changed. */
const BESIDE: ReadonlySet<string> = new Set(["evidence", "source", "confidence", "session_id"]);

/**
 * Restores a memory as it was before the change, as a new one if it is gone. A column that was changed again
 * since stays (`isNewer`); if that is the text, the former text becomes a candidate. Returns the ids of the
 * memory and the candidate. `isUndone` is false if everything stays.
 */
export function undoChange(store: Store, id: number, seal: Seal) {
  return store.transaction(() => {
    const found = store.first<{ memory_id: number; sealed: Uint8Array }>(sql`
      select memory_id, sealed from sync_changes where id = ${id} and sealed is not null`);
    const opened = found === undefined ? undefined : openedRow(found.sealed, seal);
    if (found === undefined || opened === undefined) {
      throw new UserError(`Cannot undo ${id}: nothing of it is kept`, {
        hint: "`mneme sync undo` lists what can be undone",
      });
    }
    const at = new Date().toISOString();
    const known = memoryByRow(store, found.memory_id);
    const now = known?.status === "deleted" ? undefined : known;
    // The row stays, so that no later change gets its number, which may be in a list on the user's screen.
    store.run(
      sql`update sync_changes set sealed = null, told_at = coalesce(told_at, ${at}) where id = ${id}`,
    );
    const { after, isOwn: _, ...before } = opened;
    const draft = redraft(before);
    const isLost = now === undefined && before.status === "active" && before.rejected === null;
    const [again] = isLost ? memoriesWithWords(store, draft) : [];
    if (again !== undefined) { // somebody has saved the forgotten words again, so that memory takes what it lacks
      const { row } = saveMemory(store, { ...draft, title: again.title ?? draft.title }, at);
      return { id: memoryId(row), candidate: undefined, isNewer: false, isUndone: true };
    }
    const row = now?.id ?? insertMemory(store, draft, { status: "active", at });
    const isNewer = (name: keyof MemoryRow) => now !== undefined && now[name] !== after?.[name];
    const newer = RESTORED.filter((name) => PLACE.includes(name) ? PLACE.some(isNewer) : isNewer(name));
    const stays = newer.filter((name) => before[name] !== after?.[name] && before[name] !== now?.[name]);
    const evidence = JSON.stringify({ quote: "", cues: ["said before another machine changed it"] });
    const candidate = stays.includes("body")
      ? memoryId(insertMemory(store, { ...draft, evidence }, { status: "candidate", at }))
      : undefined;
    const restored = { ...before, ...Object.fromEntries(newer.map((name) => [name, now?.[name]])) };
    const { session_id, status, rejected, source, confidence } = restored;
    const { superseded_by } = newer.includes("status") ? now! : before;
    // The record of the forgotten memory stays gone. A record is named by `created_at`, so the new one needs another.
    const created = now === undefined ? at : before.created_at;
    editMemory(store, row, restored, at); // leaves the columns that follow
    store.run(sql`
      update memories set status = ${status}, rejected = ${rejected}, superseded_by = ${superseded_by}, source = ${source},
      confidence = ${confidence}, session_id = ${session_id}, created_at = ${created} where id = ${row}`);
    const isUndone = stays.length === 0 || RESTORED.some((name) => restored[name] !== now?.[name]);
    return { id: memoryId(row), candidate, isNewer: stays.length > 0, isUndone };
  });
}

type KeptRow = MemoryRow & { readonly after?: MemoryRow; readonly isOwn: boolean };

function openedRow(sealed: Uint8Array, { undoKey }: Seal): KeptRow | undefined {
  return orUndefined(() => JSON.parse(decrypt(undoKey, sealed).toString("utf8")));
}
