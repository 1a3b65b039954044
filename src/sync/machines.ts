import { asObject } from "../base/json.ts";
import { memoryId } from "../memory/memory_text.ts";
import { undoable } from "./undo.ts";
import { SYNCED } from "./rows.ts";
import { type Operation, type Remote, type SetAside, setAside } from "./remote.ts";
import { LocalRecords, type SyncContext } from "./local_records.ts";
import { stampAfter } from "./stamp.ts";

/** Sends this machine's note if the remote has none, or if other records are gone than at the time of the last note. */
export async function sendMachineNote(remote: Remote, context: SyncContext, label: string): Promise<void> {
  const local = new LocalRecords(context);
  const { origin } = context;
  const gone = goneDigest(local);
  const record = local.seal.recordOf(`machine ${origin}`);
  const before = local.operationsOf([record]);
  if (local.state().told === gone && before.length > 0) return;
  const stamp = stampAfter(undefined, Date.now(), origin);
  const note = { label, at: new Date().toISOString(), gone }; // the other machines read it in `mneme sync verify`
  const operation = local.seal.operation({ record, kind: "machine", stamp, origin }, note);
  await remote.push([operation], before);
  context.store.transaction(() => {
    local.dropOperations(before);
    local.keepOperation(operation.id, record);
    local.keepState({ told: gone });
  });
}

/** The result of `mneme sync verify`; `--json` prints it as it is. */
export type Verification = Awaited<ReturnType<typeof verifySpace>>;

/**
 * Looks for forgotten records that are left, and for missing and damaged records. Relies on the state that the last
 * sync has stored. Removes the notes of other machines called `drop`.
 */
export async function verifySpace(remote: Remote, context: SyncContext, drop?: string) {
  const local = new LocalRecords(context);
  const { store, seal, name: space } = local;
  const gone = local.gone();
  const { whole, spoilt } = await readAll(remote, local);
  const left = whole.filter(({ operation: { record, kind }, body }) =>
    gone.has(record) && kind in SYNCED && asObject(body)?.gone === undefined
  );
  const notes = whole.filter(({ operation }) => operation.kind === "machine");
  const { dead = [], alive = [] } = Object.groupBy(notes, ({ operation: { origin }, body }) => {
    const isDead = drop !== undefined && origin !== context.origin && asObject(body)?.label === drop;
    return isDead ? "dead" : "alive";
  });
  if (dead.length > 0) await remote.push([], dead.map(({ operation }) => operation.id));
  const forgotten = local.forgottenTexts();
  const digest = goneDigest(local);
  const bodies = store.all<{ id: number; body: string; created_at: string }>(
    "select id, body, created_at from memories where status <> 'deleted' and author is null", // a teammate's words are not this user's to forget
  );
  // A memory that was saved after the same text had been forgotten is intended. A memory with its own record is another
  // memory.
  const left_here = bodies.filter(({ id, body, created_at }) =>
    Date.parse(created_at) <= (forgotten.get(seal.mark(body)) ?? -Infinity) &&
    local.ofRow("memory", String(id)) === undefined
  );
  return {
    space,
    /** The number of records that were forgotten or withdrawn. */
    gone: gone.size,
    /** The number of operations at the remote that still contain a record that is gone. */
    left_at_remote: left.length,
    /** Memories of this machine whose text equals a forgotten one. */
    left_here: left_here.map(({ id }) => memoryId(id)),
    /** The number of encrypted earlier versions of memories, which are kept for `UNDO_DAYS`. */
    kept_for_undo: undoable(store, space).length,
    /** Operations at the remote that are damaged, not signed by the owner of their record, or sealed with an unknown key. */
    spoilt,
    missing: local.missing(),
    /** The number of machines that were removed from the list. */
    dropped: dead.length,
    /** Every machine of the space. `knows_all`: its digest of the gone records equals the digest of this machine. */
    machines: alive.flatMap(({ body }) => {
      const { label, at, gone } = asObject(body) ?? {};
      const isWhole = typeof label === "string" && typeof at === "string";
      return isWhole ? [{ label, at, knows_all: gone === digest }] : [];
    }),
  };
}

/**
 * Removes damaged operations from the remote, and marks this machine's missing records so that the next sync sends them
 * again. Returns the number of removed operations. Operations with an unknown, perhaps newer, key stay.
 */
export async function repairSpace(remote: Remote, context: SyncContext): Promise<number> {
  const local = new LocalRecords(context);
  const { spoilt } = await readAll(remote, local);
  const ids = spoilt.filter(({ kind }) => kind !== "no-key").map(({ id }) => id);
  if (ids.length > 0) await remote.push([], ids);
  context.store.transaction(() => {
    local.sendProposals(ids);
    local.dropOperations(ids);
    local.sendMissing();
  });
  return ids.length;
}

/** Reads all operations: the intact ones with their content, and the damaged ones with the reason. */
async function readAll(remote: Remote, local: LocalRecords) {
  const records = local.operations();
  const unread = new Set(await remote.ids());
  const whole: { readonly operation: Operation; readonly body: unknown }[] = [];
  const spoilt: SetAside[] = [];
  for await (const operations of remote.read([...unread])) {
    for (const operation of operations) {
      const { id, record, sealed } = operation;
      unread.delete(id);
      const found = local.seal.open(operation, sealed);
      // A known operation could be read before.
      const isChanged = records.has(id) && (records.get(id) !== record || found === "no-key");
      const opened = isChanged && found !== "foreign" ? "changed" : found;
      if (typeof opened === "string") spoilt.push(setAside(id, opened));
      else whole.push({ operation, body: opened.body });
    }
  }
  const there = new Set(await remote.ids()); // without operations that were replaced meanwhile
  spoilt.push(...unread.intersection(there).values().map((id) => setAside(id, "unreadable")));
  return { whole, spoilt };
}

/** Returns a digest of the names of all records that are gone, as far as this machine knows. */
function goneDigest(local: LocalRecords): string {
  return local.seal.nameFor([...local.gone().keys()].join(" "));
}
