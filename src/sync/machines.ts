// Sends the note by which machines compare the records that are gone. Verifies and repairs a space.
import { asObject } from "../base/json.ts";
import { memoryId } from "../memory/memory_text.ts";
import type { MemoryRow } from "../store/memories.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { undoable } from "./undo.ts";
import { SYNCED } from "./rows.ts";
import { type Operation, type Remote, type SetAside, setAside } from "./remote.ts";
import { LocalRecords, type SyncContext } from "./local_records.ts";
import { stampAfter } from "./stamp.ts";

/** Sends a note with this machine's name and `goneDigest`, unless the remote has the same one of today. */
export async function sendMachineNote(remote: Remote, context: SyncContext, label: string): Promise<void> {
  const local = new LocalRecords(context);
  const { origin } = context;
  const gone = goneDigest(local);
  const record = local.seal.recordOf(`machine ${origin}`);
  const before = local.operationsOf([record]);
  const note = { label, at: new Date().toISOString(), gone };
  const told = `${gone} ${note.at.slice(0, 10)} ${label}`;
  if (local.state().told === told && before.length > 0) return;
  const stamp = stampAfter(undefined, Date.now(), origin);
  const operation = local.seal.operation({ record, kind: "machine", stamp, origin }, note);
  await remote.push([operation], before);
  context.store.transaction(() => {
    local.dropOperations(before);
    local.keepOperation(operation.id, record);
    local.keepState({ told });
  });
}

export type Verification = Awaited<ReturnType<typeof verifySpace>>;

/**
 * Looks for remains of forgotten records, and for missing and damaged ones, by what the last sync knew. If exactly
 * one other machine has the name or origin `drop`, removes its note.
 */
export async function verifySpace(remote: Remote, context: SyncContext, drop?: string) {
  const local = new LocalRecords(context);
  const { store, seal, name: space } = local;
  const gone = local.gone();
  const { whole, spoilt, there } = await readAll(remote, local);
  const left = whole.filter(({ operation: { record, kind }, body }) =>
    gone.has(record) && Object.hasOwn(SYNCED, kind) && asObject(body)?.gone === undefined
  );
  const notes = whole.filter(({ operation }) => operation.kind === "machine");
  const { named = [], alive = [] } = Object.groupBy(notes, ({ operation: { origin }, body }) => {
    const isNamed = origin === drop || (drop !== undefined && asObject(body)?.label === drop);
    return isNamed && origin !== context.origin ? "named" : "alive";
  });
  const origins = new Set(named.map(({ operation }) => operation.origin));
  const dead = origins.size === 1 ? named : []; // containers may share a name, and some still run
  if (dead.length > 0) await remote.push([], dead.map(({ operation }) => operation.id));
  const forgotten = local.forgottenTexts();
  const digest = goneDigest(local);
  const bodies = store.all<{ id: number; body: string; created_at: string }>(
    "select id, body, created_at from memories where status <> 'deleted' and author is null",
  );
  // A teammate's words (with an author) are not this user's to forget. A memory saved again after the forget is wanted.
  // A memory with its own record is not the forgotten one.
  const left_here = bodies.filter(({ id, body, created_at }) =>
    Date.parse(created_at) <= (forgotten.get(seal.digestOf(body)) ?? -Infinity) &&
    local.ofRow("memory", String(id)) === undefined
  );
  return {
    space,
    gone: gone.size,
    /** The number of operations at the remote that still contain a record that is gone. */
    left_at_remote: left.length,
    /** Memories here whose text equals a forgotten one. */
    left_here: left_here.map(({ id }) => memoryId(id)),
    /** The number of encrypted earlier versions of memories, which are kept for `UNDO_DAYS`. */
    kept_for_undo: undoable(store, space).length,
    spoilt,
    missing: local.missing(there),
    dropped: dead.length,
    /** The origins of the machines with the name to drop, if there are several. */
    alike: origins.size > 1 ? [...origins] : [],
    /** Every machine of the space. `knows_all`: the same records are gone there as here. */
    machines: (dead.length > 0 ? alive : notes).flatMap(({ operation: { origin }, body }) => {
      const { label, at, gone: theirs } = asObject(body) ?? {};
      const isWhole = typeof label === "string" && typeof at === "string";
      return isWhole ? [{ origin, label, at, knows_all: theirs === digest }] : [];
    }),
  };
}

/** Returns the forgotten memories whose words mneme still found in rows or files here when it last looked. */
export function memoriesWithTraces(store: Store): MemoryRow[] {
  return store.all<MemoryRow>(sql`
    select * from memories where status = 'deleted' and id in (select memory_id from forgotten_memories
    where json_array_length(traces, '$.rows') + json_array_length(traces, '$.files') > 0) order by id`);
}

/**
 * Removes damaged operations, and returns their number. Those with an unknown, perhaps newer, key or form stay. Marks
 * this machine's missing records, so that the next sync sends them.
 */
export async function repairSpace(remote: Remote, context: SyncContext): Promise<number> {
  const local = new LocalRecords(context);
  const { spoilt } = await readAll(remote, local);
  const ids = spoilt.filter(({ kind }) => kind !== "no-key" && kind !== "form").map(({ id }) => id);
  if (ids.length > 0) await remote.push([], ids);
  context.store.transaction(() => {
    local.markProposals(ids); // first, as it needs the operations; `markMissing` leaves proposals out
    local.dropOperations(ids);
    local.markMissing();
  });
  return ids.length;
}

/** Reads all operations: the intact ones with their content, the others with the reason, and the records of both. */
async function readAll(remote: Remote, local: LocalRecords) {
  const records = local.operations();
  const unread = new Set(await remote.ids());
  const there = new Set([...unread].flatMap((id) => records.get(id) ?? [])); // also of those that cannot be read
  const whole: { readonly operation: Operation; readonly body: unknown }[] = [];
  const spoilt: SetAside[] = [];
  for await (const operations of remote.read([...unread])) {
    for (const operation of operations) {
      const { id, kind, record, origin, sealed } = operation;
      unread.delete(id);
      there.add(record);
      const found = local.seal.open(operation, sealed);
      // A known operation could be read before, so it was changed since. A note's `origin` is not sealed.
      const isChanged = records.has(id) &&
        (records.get(id) !== record || found === "no-key" || found === "form");
      const isNote = kind === "machine" && local.seal.isOwn(record);
      const isRenamed = isNote && record !== local.seal.recordOf(`machine ${origin}`);
      const opened = (isChanged || isRenamed) && found !== "foreign" ? "changed" : found; // "foreign" says more
      if (typeof opened === "string") spoilt.push(setAside(id, opened));
      else whole.push({ operation, body: opened.body });
    }
  }
  const now = new Set(await remote.ids()); // without operations that were replaced meanwhile
  spoilt.push(...unread.intersection(now).values().map((id) => setAside(id, "unreadable")));
  return { whole, spoilt, there };
}

function goneDigest(local: LocalRecords): string {
  return local.seal.nameFor([...local.gone().keys()].join(" "));
}
