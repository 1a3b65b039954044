import { asObject } from "../base/json.ts";
import {
  dropOperations,
  goneRecords,
  keepOperation,
  keepSpaceState,
  operationsOf,
  spaceState,
} from "./records.ts";
import { SYNCED, type SyncedKind } from "./rows.ts";
import { everyOperation, type Remote } from "./remote.ts";
import type { SyncPlace } from "./local_records.ts";
import { Seal, spaceId, uuidFrom, uuidNow } from "./sealing.ts";
import { stampAfter } from "./stamp.ts";
import { decodeBody } from "./travel.ts";

/** What a machine tells the others of itself. */
interface MachineNote {
  readonly label: string;
  /** When it last found something new, ISO 8601. */
  readonly at: string;
  /** A digest of what it knows to be gone. */
  readonly gone: string;
}

/** Tells the others what this machine knows to be gone; nothing where that is what it told last. */
export async function tellMachine(remote: Remote, place: SyncPlace, label: string): Promise<void> {
  const { store, space, origin } = place;
  const seal = await Seal.from(space.keys);
  const gone = goneDigest(place, seal);
  if (spaceState(store, space.name).told === gone) return;
  const record = uuidFrom(seal.name, `machine ${origin}`);
  const stamp = stampAfter(undefined, Date.now(), origin);
  const head = { space: spaceId(space.name), record, kind: "machine" as const, stamp };
  const note: MachineNote = { label, at: new Date().toISOString(), gone };
  const before = operationsOf(store, space.name, [record]);
  const id = uuidNow();
  await remote.push([{ ...head, id, origin, sealed: await seal.seal(head, note) }], before);
  store.transaction(() => {
    dropOperations(store, space.name, before);
    keepOperation(store, space.name, id, record);
    keepSpaceState(store, space.name, { told: gone });
  });
}

/** What `mneme sync verify` found; `--json` prints it as it is. */
export interface Verification {
  readonly space: string;
  /** Records that were forgotten or withdrawn. */
  readonly gone: number;
  /** Operations at the remote that still hold one of them. */
  readonly left_at_remote: number;
  /** Memories of this machine that say word for word what was forgotten. */
  readonly left_here: readonly string[];
  /** Every machine of the space, and whether it knows all that is gone. */
  readonly machines: readonly { readonly label: string; readonly at: string; readonly knows_all: boolean }[];
}

/** Looks at everything that is at the remote and here for what was forgotten. Run it after a sync. */
export async function verifySpace(remote: Remote, place: SyncPlace): Promise<Verification> {
  const { store, space } = place;
  const seal = await Seal.from(space.keys);
  const gone = goneRecords(store, space.name);
  let left = 0;
  const ofGone = everyOperation(remote, ({ record, kind }) => gone.has(record) && kind in SYNCED);
  for await (const operation of ofGone) {
    const body = decodeBody(await seal.open(operation, operation.sealed), operation.kind as SyncedKind);
    if (body?.gone === undefined) left++;
  }
  const digests = new Set([...gone.values()].filter((hash) => hash !== "" && !hash.startsWith(">")));
  const bodies = store.all<{ id: number; body: string }>(
    "select id, body from memories where status <> 'deleted'",
  );
  const left_here = bodies.filter(({ body }) => digests.has(seal.digest(JSON.stringify(body))));
  const ownGone = goneDigest(place, seal);
  const notes = await machineNotes(remote, seal);
  return {
    space: space.name,
    gone: gone.size,
    left_at_remote: left,
    left_here: left_here.map(({ id }) => `m${id}`),
    machines: notes.map(({ gone, ...note }) => ({ ...note, knows_all: gone === ownGone })),
  };
}

function goneDigest({ store, space }: SyncPlace, seal: Seal): string {
  return seal.name([...goneRecords(store, space.name).keys()].join(" "));
}

async function machineNotes(remote: Remote, seal: Seal): Promise<MachineNote[]> {
  const found: MachineNote[] = [];
  for await (const operation of everyOperation(remote, ({ kind }) => kind === "machine")) {
    const opened = asObject(await seal.open(operation, operation.sealed));
    const { label, at, gone } = opened ?? {};
    if (typeof label !== "string" || typeof at !== "string" || typeof gone !== "string") continue;
    found.push({ label, at, gone });
  }
  return found;
}
