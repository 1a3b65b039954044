import { asObject } from "../base/json.ts";
import { type Operation, type Remote } from "./remote.ts";
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
  const head = {
    space: spaceId(space),
    record: KEYS_RECORD,
    kind: "keys" as const,
    stamp: stampAfter(undefined, Date.now(), origin),
  };
  const sealed = await seal.seal(head, { keys: keys.slice(1).map((key) => key.toHex()) });
  const before = (await keyOperations(remote)).map(({ id }) => id);
  await remote.push([{ ...head, id: uuidNow(), origin, sealed }], before);
}

/** The keys of a space, newest first, for somebody who was given the newest one. */
export async function findKeys(remote: Remote, newest: SpaceKey): Promise<readonly SpaceKey[]> {
  const seal = await Seal.from([newest]);
  for (const operation of await keyOperations(remote)) {
    const keys = asObject(await seal.open(operation, operation.sealed))?.keys;
    if (Array.isArray(keys)) return [newest, ...keys.map((key) => Uint8Array.fromHex(String(key)))];
  }
  return [newest];
}

/** Whether a key opens something of what is there; true where nothing is there yet. */
export async function fitsSpace(remote: Remote, keys: readonly SpaceKey[]): Promise<boolean> {
  const { operations } = await remote.pull(undefined, () => false);
  const seal = await Seal.from(keys);
  return operations.length === 0 || operations.some(({ sealed }) => seal.knowsKeyOf(sealed));
}

async function keyOperations(remote: Remote): Promise<Operation[]> {
  const found: Operation[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const page = await remote.pull(cursor, () => false);
    found.push(...page.operations.filter(({ kind }) => kind === "keys"));
    ({ cursor, isLast } = page);
  }
  return found;
}
