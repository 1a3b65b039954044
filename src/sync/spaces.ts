// The spaces of this machine (each is shared with other machines through a remote), with their keys, in a
// file of their own. For sync, `doctor` and backups.
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { createHash, createHmac } from "node:crypto";
import { UserError } from "../base/user_error.ts";
import { ensurePrivateFolder, infoOf, textOf, writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";

export interface Share {
  readonly project: string;
  /** The categories that are sent. Without any, memories of the team are received and none are sent. */
  readonly categories: readonly string[];
  /** True if evidence, the words from which a memory was made, is sent, too. */
  readonly evidence?: boolean;
}

export interface Space {
  /** `me`, or `team:NAME`. */
  readonly name: string;
  /** The address of the remote, possibly with a password. */
  readonly remote: string;
  /** The valid keys, newest first. */
  readonly keys: readonly SpaceKey[];
  /** The keys that `rotate` has replaced, newest first. Operations encrypted with them are refused. */
  readonly retired: readonly SpaceKey[];
  /** The seed of this user's key pair in a team (`memberSeed`); absent outside of teams. */
  readonly member?: SpaceKey;
  /** The name by which this user is shown to a team. */
  readonly author: string;
  readonly shares: readonly Share[];
  /** True if `init` on this machine has made the space, and may show its key once more. */
  readonly isMadeHere?: true;
}

export interface Spaces {
  /** The id of this machine in stamps and operations. */
  readonly origin: string;
  /**
   * The seed of the key pairs in teams for a user without a space `me`, and the oldest key of a space `me` that is made
   * here. It stays when a team is left.
   */
  readonly person: SpaceKey;
  readonly spaces: readonly Space[];
}

/**
 * Reads the spaces. In a new or copied data folder, each call makes a new identity, until `ownSpaces` stores
 * one: two machines with one identity would lose edits. Throws a `UserError` if the file is damaged.
 */
export function readSpaces(paths: Paths): Spaces {
  const text = textOf(paths.spaces);
  if (text === undefined) return { origin: newOrigin(), person: newKey(), spaces: [] };
  const { place, ...found } = decodeSpaces(paths, text);
  return place === placeOf(paths) ? found : { ...found, origin: newOrigin() };
}

/** Decodes the file. Its `place` differs from `placeOf` if the data folder is a copy. */
function decodeSpaces(paths: Paths, text: string): Spaces & { readonly place: string } {
  const key = (hex: string) => Uint8Array.fromHex(hex);
  try {
    const { person, spaces, ...more } = JSON.parse(text, (name, value) => {
      if (name === "keys" || name === "retired") return value.map(key);
      return name === "person" || name === "member" ? key(value) : value;
    });
    const isWhole = (space: Partial<Space>) => Array.isArray(space.keys) && Array.isArray(space.retired);
    if (person === undefined || !spaces.every(isWhole)) throw new Error("a part is missing");
    return { ...more, person, spaces };
  } catch (cause) {
    throw new UserError(`Cannot read ${paths.spaces}: it is damaged`, {
      hint: "move it away and run `mneme sync join` with the key of each space",
      cause,
    });
  }
}

/** Writes the file, which only this user can read, because it contains keys. */
export function writeSpaces(paths: Paths, { origin, person, spaces }: Spaces): void {
  ensurePrivateFolder(paths.sync);
  const written = { origin, place: placeOf(paths), person, spaces };
  const text = JSON.stringify(written, (_, value) => value instanceof Uint8Array ? value.toHex() : value, 2);
  writeAtomic(paths.spaces, `${text}\n`, { durable: true });
}

/** Returns the space with this name. Throws a `UserError` if this machine is not in it. */
export function requireSpace({ spaces }: Spaces, name: string): Space {
  const found = spaces.find((space) => space.name === name);
  if (found !== undefined) return found;
  throw new UserError(`This machine is not in the space ${name}`, {
    hint: "`mneme sync status` lists the spaces, `mneme sync join REMOTE --space NAME` joins one",
  });
}

/** The name of the space of a user's own machines. */
export const ME = "me";

export function isTeam(name: string): boolean {
  return name.startsWith("team:");
}

/** Returns inode and path of the folder, which differ in a copy of it. */
function placeOf(paths: Paths): string {
  return `${infoOf(paths.sync)?.ino ?? ""} ${paths.sync}`;
}

function newOrigin(): string {
  return crypto.getRandomValues(new Uint8Array(4)).toHex();
}

export type SpaceKey = Uint8Array<ArrayBuffer>;

export const KEY_BYTES = 32;

export function newKey(): SpaceKey {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES));
}

/** Returns the key as 24 words (BIP 39). The last one contains a checksum, which detects mistyped words. */
export function keyWords(key: SpaceKey): string {
  return entropyToMnemonic(key, wordlist);
}

/** Returns the key of 24 words. Throws a `UserError` for other text. */
export function keyFromWords(words: string): SpaceKey {
  try {
    const key = mnemonicToEntropy(words.trim().toLowerCase().split(/\s+/).join(" "), wordlist);
    if (key.length === KEY_BYTES) return new Uint8Array(key);
  } catch {
    // The error below does not repeat the words, which may be most of a key.
  }
  throw new UserError("This is not a key: a key has 24 words, and at least one is missing or misspelt", {
    hint: "paste the line that `mneme sync init` printed",
  });
}

export function derivedKey(key: SpaceKey, use: string): SpaceKey {
  return new Uint8Array(createHmac("sha256", key).update(`mneme ${use}`).digest());
}

/** Returns the id of a space at a remote: a hash, so that the name is not sent. */
export function spaceId(name: string): string {
  return createHash("sha256").update(`mneme space ${name}`).digest("hex").slice(0, 24);
}
