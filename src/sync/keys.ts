// The keys of a space (what several machines share through a remote). People enter the newest key as words;
// the older keys lie at the remote, encrypted with the newest. For `run.ts` and `mneme sync`.
import { asObject } from "../base/json.ts";
import { UserError } from "../base/user_error.ts";
import { everyOperation, joinCommand, type Operation, PAGE, type Remote } from "./remote.ts";
import { Seal } from "./sealing.ts";
import { type Space, spaceId, type SpaceKey } from "./spaces.ts";
import { stampAfter, uuidsNow } from "./stamp.ts";

/** The name of the record with the older keys. With it, whoever has the newest key can read everything. */
export const KEYS_RECORD = "00000000-0000-8000-a000-6b6579730000"; // "keys" in ASCII

export async function sendKeys(remote: Remote, space: Space, origin: string): Promise<void> {
  await remote.push([keysOperation(space, origin)], []);
}

function keysOperation(space: Space, origin: string): Operation {
  const stamp = stampAfter(undefined, Date.now(), origin);
  const hex = (keys: readonly SpaceKey[]) => keys.map((key) => key.toHex());
  const body = { keys: hex(space.keys.slice(1)), retired: hex(space.retired) };
  return new Seal(space).operation({ record: KEYS_RECORD, kind: "keys", stamp, origin }, body);
}

/** Returns all keys of a space, decrypted with the newest one; `undefined` if the newest one opens none. */
export async function findKeys(remote: Remote, name: string, newest: SpaceKey) {
  const seal = new Seal({ name, keys: [newest] });
  for await (const operation of everyOperation(remote)) {
    if (operation.kind !== "keys") continue;
    const opened = seal.open(operation, operation.sealed);
    const body = typeof opened === "string" ? undefined : asObject(opened.body);
    const [keys, retired] = [keysIn(body?.keys), keysIn(body?.retired)];
    if (keys === undefined || retired === undefined) continue;
    // A record that calls the newest key retired is wrong: nobody could join.
    if (!retired.some((key) => key.toHex() === newest.toHex())) return { keys: [newest, ...keys], retired };
  }
  return undefined;
}

/** Throws a `UserError` if a newer key than those of this machine has sealed the record of older keys. */
export async function requireNewestKey(remote: Remote, space: Space): Promise<void> {
  const seal = new Seal(space);
  const found = new Set<unknown>();
  for await (const operation of everyOperation(remote)) {
    if (operation.kind === "keys") found.add(seal.open(operation, operation.sealed));
  }
  // A record that opens is the space's own: anybody at the remote can add one that does not.
  if (found.has("no-key") && found.values().every((one) => typeof one === "string")) throw keyReplaced(space);
}

/** Returns the error of a machine whose key of a space was replaced on another one. */
export function keyReplaced(space: Space): UserError {
  const lost =
    `if nobody has it, \`mneme sync leave --space ${space.name}\`, then \`mneme sync init\` with an empty remote`;
  return new UserError(`The key of ${space.name} was replaced`, {
    hint: `run \`${joinCommand(space)}\` with the new one; ${lost}`,
  });
}

/** Tells whether keys from the remote are those of a space that this machine knows: `rotate` keeps every older one. */
export function isSameSpace({ keys: known }: Space, found: Pick<Space, "keys" | "retired">): boolean {
  const all = new Set([...found.keys, ...found.retired].map((key) => key.toHex()));
  return known.some((key) => all.has(key.toHex()));
}

/**
 * Returns true if an interrupted `init` (`begun`: the space that it stored) has sent the space's keys; false
 * if it has sent nothing, or the remote lacks the space. Throws a `UserError` if somebody else has made the
 * space, even if it is empty because their `init` was interrupted. Closes the remote.
 */
export async function isMade(there: Remote | undefined, space: Space, begun: Space | undefined) {
  await using remote = there;
  if (remote === undefined) return false;
  const { name, keys } = space;
  const count = (await remote.ids()).length;
  if (begun && (count === 0 || await findKeys(remote, name, keys[0]!) !== undefined)) return count > 0;
  const join = `run \`${joinCommand(space)}\` with its key`;
  const left = `the space's folder, branch or rows (${spaceId(name)})`;
  const remove = `; if nobody has the key because an \`init\` was interrupted, remove ${left} at the remote`;
  const hint = join + (count > 1 ? "" : remove); // a synced space has more records than the one with its keys
  throw new UserError(`The space ${name} is there already`, { hint });
}

/** Decodes hexadecimal keys; `undefined` if one is invalid, as any member may write such a record. */
function keysIn(found: unknown): SpaceKey[] | undefined {
  const isKey = (key: unknown) => typeof key === "string" && /^[0-9a-f]{64}$/.test(key);
  return Array.isArray(found) && found.every(isKey) ? found.map((key) => Uint8Array.fromHex(key)) : undefined;
}

/** Encrypts with the newest key the data keys of all operations that open, and sends the older keys as retired. */
export async function resealAll(remote: Remote, space: Space, origin: string): Promise<void> {
  const seal = new Seal(space);
  let added: Operation[] = [];
  let replaced: string[] = [];
  const former: string[] = []; // removed last, because `rotate` may be interrupted
  const send = async () => {
    const ids = uuidsNow(added.length);
    await remote.push(added.map((operation, i) => ({ ...operation, id: ids[i]! })), replaced);
    [added, replaced] = [[], []];
  };
  for await (const operation of everyOperation(remote)) {
    if (operation.kind === "keys") former.push(operation.id);
    else if (typeof seal.open(operation, operation.sealed) !== "string") {
      added.push({ ...operation, sealed: seal.resealed(operation, operation.sealed) });
      replaced.push(operation.id);
    }
    if (added.length >= PAGE) await send();
  }
  const [newest, ...older] = space.keys;
  const rotated = { ...space, keys: [newest!], retired: [...older, ...space.retired] };
  added.push(keysOperation(rotated, origin));
  replaced.push(...former);
  await send();
}
