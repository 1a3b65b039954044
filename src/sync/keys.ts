import { asObject } from "../base/json.ts";
import { everyOperation, type Remote } from "./remote.ts";
import { Seal, spaceId, type SpaceKey, uuidNow } from "./sealing.ts";
import { stampAfter } from "./stamp.ts";

/** The record that holds the keys before the newest, so that who is given that one can read all. */
const KEYS_RECORD = "00000000-0000-8000-a000-6b6579730000";

/** Leaves the older keys of a space at the remote, sealed with the newest. */
export async function sendKeys(
  remote: Remote,
  { space, keys, origin }: {
    readonly space: string;
    readonly keys: readonly SpaceKey[];
    readonly origin: string;
  },
): Promise<void> {
  const seal = await Seal.from(keys);
  const stamp = stampAfter(undefined, Date.now(), origin);
  const head = { space: spaceId(space), record: KEYS_RECORD, kind: "keys" as const, stamp };
  const sealed = await seal.seal(head, { keys: keys.slice(1).map((key) => key.toHex()) });
  const before: string[] = [];
  for await (const { id } of keyOperations(remote)) before.push(id);
  await remote.push([{ ...head, id: uuidNow(), origin, sealed }], before);
}

/** The keys of a space, newest first, for somebody who was given the newest one. */
export async function findKeys(remote: Remote, newest: SpaceKey): Promise<readonly SpaceKey[]> {
  const seal = await Seal.from([newest]);
  for await (const operation of keyOperations(remote)) {
    const keys = asObject(await seal.open(operation, operation.sealed))?.keys;
    if (Array.isArray(keys)) return [newest, ...keys.map((key) => Uint8Array.fromHex(String(key)))];
  }
  return [newest];
}

/** Whether a key opens something of what is there; true where nothing is there yet. */
export async function fitsSpace(remote: Remote, keys: readonly SpaceKey[]): Promise<boolean> {
  const seal = await Seal.from(keys);
  let isEmpty = true;
  for await (const { operations } of remote.pull(undefined, () => false)) {
    if (operations.some(({ sealed }) => seal.knowsKeyOf(sealed))) return true;
    isEmpty &&= operations.length === 0;
  }
  return isEmpty;
}

function keyOperations(remote: Remote) {
  return everyOperation(remote, ({ kind }) => kind === "keys");
}
