import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { UserError } from "../base/user_error.ts";
import { memoryId } from "../memory/memory_text.ts";
import { insertMemory, memoryByRow, type MemoryRow } from "../store/memories.ts";
import { editMemory } from "../store/save_memory.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import type { Seal } from "./sealing.ts";

/** The number of days for which a change by another machine can be undone. */
export const UNDO_DAYS = 10;
const DAY_MS = 86_400_000;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** A change that another machine has made to a memory of this one. */
interface IncomingChange {
  readonly id: number;
  readonly space: string;
  readonly memory_id: number;
  readonly deed: "changed" | "forgotten" | "proposed";
  readonly at: string;
}

/** Notes a change. With a seal, it also saves the earlier version of the memory, encrypted, for an undo. */
export function noteIncomingChange(
  store: Store,
  { space, memory, deed }: Pick<IncomingChange, "space" | "deed"> & { readonly memory: MemoryRow },
  seal?: Seal,
): void {
  const sealed = seal === undefined ? null : sealedRow(memory, seal);
  store.run(sql`
    insert into sync_changes (space, memory_id, deed, at, sealed)
    values (${space}, ${memory.id}, ${deed}, ${new Date().toISOString()}, ${sealed})`);
}

/** Removes changes that can no longer be undone. */
export function dropOldChanges(store: Store): void {
  const before = new Date(Date.now() - UNDO_DAYS * DAY_MS).toISOString();
  store.run(sql`delete from sync_changes where at < ${before}`);
}

/** Lists the changes that can still be undone, the newest first. */
export function undoable(store: Store, space: string): IncomingChange[] {
  return store.all<IncomingChange>(sql`
    select id, space, memory_id, deed, at from sync_changes
    where space = ${space} and sealed is not null order by id desc`);
}

/** Restores the version of a memory from before the change. Returns the number of the memory, a new one if it was gone. */
export function undoChange(store: Store, id: number, seal: Seal): number {
  return store.transaction(() => {
    const found = store.first<{ memory_id: number; sealed: Uint8Array }>(sql`
      select memory_id, sealed from sync_changes where id = ${id} and sealed is not null`);
    const before = found === undefined ? undefined : openedRow(found.sealed, seal);
    if (found === undefined || before === undefined) {
      throw new UserError(`Cannot undo ${id}: nothing of it is kept`, {
        hint: "`mneme sync undo` lists what can be undone",
      });
    }
    const at = new Date().toISOString();
    const now = memoryByRow(store, found.memory_id);
    store.run(sql`delete from sync_changes where id = ${id}`);
    const { session_id: sessionId, status, rejected, superseded_by, source, confidence } = before;
    const isHere = now !== undefined && now.status !== "deleted";
    // The record of a forgotten memory is gone for ever, and its moment is part of its name: a new one needs another.
    const created = isHere ? before.created_at : at;
    const row = isHere
      ? now.id
      : insertMemory(store, { ...before, sessionId, files: [] }, { status: "active", at });
    editMemory(store, row, before, at);
    store.run(sql`
      update memories set status = ${status}, rejected = ${rejected}, superseded_by = ${superseded_by}, source = ${source},
      confidence = ${confidence}, session_id = ${sessionId}, created_at = ${created} where id = ${row}`);
    return row;
  });
}

/** Returns "3  m12 was changed 2026-11-23". */
export function changeLine({ id, memory_id, deed, at }: IncomingChange): string {
  return `${id}  ${memoryId(memory_id)} was ${deed} ${at.slice(0, 10)}`;
}

function sealedRow(row: MemoryRow, seal: Seal): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, seal.undoKey, iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(row), "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), data]));
}

function openedRow(sealed: Uint8Array, seal: Seal): MemoryRow | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, seal.undoKey, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const data = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(data.toString("utf8"));
  } catch {
    return undefined;
  }
}
