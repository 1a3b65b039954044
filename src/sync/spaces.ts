import { below } from "../base/slashes.ts";
import { UserError } from "../base/user_error.ts";
import { ensurePrivateFolder, infoOf, textOf, writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";
import { newKey, type SpaceKey } from "./space_key.ts";

/** The share of this machine's memories that goes to a team. */
export interface Share {
  /** The name of a project, as all machines call it. */
  readonly project: string;
  /** None: its memories come, and nothing goes. */
  readonly categories: readonly string[];
  /** True if their evidence goes with them. */
  readonly evidence?: boolean;
}

/** A space that this machine belongs to. */
export interface Space {
  /** `me`, or `team:NAME`. */
  readonly name: string;
  /** The address, maybe with its password. */
  readonly remote: string;
  /** Those that are in force, newest first. */
  readonly keys: readonly SpaceKey[];
  /** Those that `rotate` has ended, newest first: what was sealed with them is taken from nobody any more. */
  readonly retired?: readonly SpaceKey[];
  /** From which this person's key pair follows, in a team; absent in one that an older mneme made. */
  readonly member?: SpaceKey;
  /** The name of this machine's person in a team. */
  readonly author: string;
  readonly shares: readonly Share[];
}

/** The spaces of this machine and what the others know it by. */
export interface Spaces {
  readonly origin: string;
  /** From which the key pairs of this person follow, who has no space of their own; kept when a team is left. */
  readonly person: SpaceKey;
  readonly spaces: readonly Space[];
}

/** The spaces of this machine; none before `mneme sync init`. Throws a `UserError` where the file is damaged. */
export function readSpaces(paths: Paths): Spaces {
  const text = textOf(fileOf(paths));
  if (text === undefined) return { origin: newOrigin(), person: newKey(), spaces: [] };
  const { isCopy, ...found } = decodeSpaces(paths, text);
  if (isCopy) writeSpaces(paths, found);
  return found;
}

function decodeSpaces(paths: Paths, text: string): Spaces & { readonly isCopy: boolean } {
  try {
    const { origin, place, person, spaces } = JSON.parse(text) as {
      origin: string;
      person?: string;
      place?: string;
      spaces: WrittenSpace[];
    };
    // A home that is a copy of another one is a machine of its own: else one of two edits is taken for the other's.
    const isCopy = place !== undefined && place !== placeOf(paths);
    return {
      isCopy,
      origin: isCopy ? newOrigin() : origin,
      person: person === undefined ? newKey() : Uint8Array.fromHex(person),
      spaces: spaces.map(({ keys, retired = [], member, ...space }) => ({
        ...space,
        keys: keys.map((key) => Uint8Array.fromHex(key)),
        retired: retired.map((key) => Uint8Array.fromHex(key)),
        ...(member === undefined ? {} : { member: Uint8Array.fromHex(member) }),
      })),
    };
  } catch (cause) {
    throw new UserError(`Cannot read ${fileOf(paths)}: it is damaged`, {
      hint: "move it away and run `mneme sync join` with the key of each space",
      cause,
    });
  }
}

/** Keeps them in a file of their own, which only this user can read: keys are no settings. */
export function writeSpaces(paths: Paths, { origin, person, spaces }: Spaces): void {
  ensurePrivateFolder(syncFolder(paths));
  const plain = {
    origin,
    place: placeOf(paths),
    person: person.toHex(),
    spaces: spaces.map(({ keys, retired = [], member, ...space }): WrittenSpace => ({
      ...space,
      keys: keys.map((key) => key.toHex()),
      retired: retired.map((key) => key.toHex()),
      ...(member === undefined ? {} : { member: member.toHex() }),
    })),
  };
  writeAtomic(fileOf(paths), `${JSON.stringify(plain, null, 2)}\n`, { durable: true });
}

type WrittenSpace = Omit<Space, "keys" | "retired" | "member"> & {
  readonly keys: readonly string[];
  readonly retired?: readonly string[];
  readonly member?: string;
};

/** Keeps one of them, new or changed. */
export function writeSpace(paths: Paths, spaces: Spaces, space: Space): void {
  const others = spaces.spaces.filter(({ name }) => name !== space.name);
  writeSpaces(paths, { ...spaces, spaces: [...others, space] });
}

/** The space of this name; throws a `UserError` where this machine is in none. */
export function requireSpace({ spaces }: Spaces, name: string): Space {
  const found = spaces.find((space) => space.name === name);
  if (found !== undefined) return found;
  throw new UserError(`This machine is not in the space ${name}`, {
    hint: "`mneme sync status` lists the spaces, `mneme sync join REMOTE --space NAME` joins one",
  });
}

export function isTeam(name: string): boolean {
  return name.startsWith("team:");
}

/** Holds the keys, and what remotes keep on this machine. */
export function syncFolder(paths: Paths): string {
  return below(paths.root, "sync");
}

function fileOf(paths: Paths): string {
  return below(syncFolder(paths), "spaces.json");
}

/** Returns the place of the folder on its disk: a copy lies elsewhere. */
function placeOf(paths: Paths): string {
  return `${infoOf(syncFolder(paths))?.ino ?? ""} ${syncFolder(paths)}`;
}

function newOrigin(): string {
  return crypto.getRandomValues(new Uint8Array(4)).toHex();
}
