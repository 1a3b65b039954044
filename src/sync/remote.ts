// The interface of remotes: places, such as a folder, through which machines share records. Also the
// operations that a remote stores, and the reasons for which a machine sets one aside.
import { quoteLine } from "../base/frame.ts";
import { reasonOf, UserError } from "../base/user_error.ts";
import { quotedWord } from "../machine/mneme_command.ts";
import { isStamp, type Stamp } from "./stamp.ts";

/**
 * The first four stand for rows. `proposal`: a member proposes to change or forget another member's memory.
 * `machine`: the note of a machine (`sendMachineNote`). `keys`: the older keys of the space (`sendKeys`).
 */
export type RecordKind = "memory" | "lesson" | "value" | "session" | "proposal" | "machine" | "keys";

/** The part of an operation that is authenticated, not encrypted: a change by the remote is noticed. */
export interface OperationHead {
  readonly space: string;
  readonly record: string;
  readonly stamp: Stamp;
  readonly kind: RecordKind;
}

/** A message at the remote: the whole state of a record, as one machine knew it. */
export interface Operation extends OperationHead {
  readonly id: string;
  /** The machine that made it (`Spaces.origin`). Neither `id` nor `origin` is authenticated. */
  readonly origin: string;
  readonly sealed: Uint8Array;
}

export const REPAIR = "`mneme sync repair` on a machine that still has the record sends it again";
const NEWEST = "install the newest mneme";

/** The reasons to set an operation aside (`%`: the detail), each with a remedy if something is wrong. */
const OBSTACLES = {
  unreadable: ["it cannot be read", REPAIR],
  broken: ["it is broken", REPAIR],
  changed: ["it was changed", REPAIR],
  foreign: ["it belongs to another space", REPAIR],
  unsigned: ["the owner of its record has not signed it", REPAIR],
  "old-key": ["it is sealed with a key that was replaced", REPAIR],
  "no-key": ["it is sealed with a key that this machine lacks", "`mneme sync join` takes the newest key"],
  form: ["this version of mneme does not know its format", NEWEST],
  "not-for-teams": ["a team cannot have such a record", NEWEST],
  ahead: ["the clock of its machine is more than a day ahead", "correct the wrong clock, then sync there"],
  unnamed: ["this machine has no name for its project", "restore the project's git remote or .mneme-project"],
  excluded: ["its project is excluded on this machine (undo: `mneme projects exclude --undo DIR`)"],
  crowded: ["% wait already; keep or drop some"],
  unfit: ["it does not fit into the database: %", "`mneme doctor` checks the database"],
} as const;

type ObstacleKind = keyof typeof OBSTACLES;
/** A kind, or a kind with a detail after a blank. The table `sync_refused` stores it. */
export type Obstacle = ObstacleKind | `${ObstacleKind} ${string}`;
export type SetAside = ReturnType<typeof setAside>;

/** Describes an operation that was set aside. An earlier mneme stored the reason in place of the kind. */
export function setAside(id: string, obstacle: string) {
  const [kind = "", detail = ""] = obstacle.split(/ (.*)/s);
  const known: Readonly<Record<string, readonly [string, string?]>> = OBSTACLES;
  const [reason, help] = known[kind] ?? [obstacle];
  return { id, kind: kind in known ? kind : "unknown", reason: reason.replace("%", () => detail), help };
}

/** The number of operations that a remote returns at once, to limit the use of memory. */
export const PAGE = 1000;

/**
 * A place that all machines of a space can reach. It stores operations and cannot read their content. Its
 * methods throw a `UserError` that says what is wrong with the place.
 */
export interface Remote extends AsyncDisposable {
  /** Returns the ids of all operations. Nobody relies on their order, which a remote could forge. */
  ids(): Promise<readonly string[]>;
  /** Reads operations, about `PAGE` at once, except those that are removed or cannot be read. */
  read(ids: readonly string[]): AsyncIterable<readonly Operation[]>;
  /** Adds operations, then removes those that they replace. A reader may see both: that does no harm. */
  push(added: readonly Operation[], replaced: readonly string[]): Promise<void>;
  /** Waits until something new may be there, at most `ms` milliseconds. */
  wait(ms: number): Promise<void>;
}

export interface RemoteOptions {
  /** `postgres://…`, `dir:PATH` or `git:URL`. */
  readonly url: string;
  /** The id of the space (`spaceId`). */
  readonly space: string;
  readonly name: string;
  /** A private folder on this machine for the remote's own files. */
  readonly folder: string;
  /** True to create the space if the remote lacks it. */
  readonly isNew?: boolean;
  /** Stops programs that the remote has started. */
  readonly signal?: AbortSignal | undefined;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function* everyOperation(remote: Remote): AsyncGenerator<Operation> {
  for await (const operations of remote.read(await remote.ids())) yield* operations;
}

/**
 * Removes passwords from a text; from an `https` address also the user, which may be a token. A name with dots before
 * a slash is the host, and an "@" behind it belongs to the path.
 */
export function withoutPassword(text: string): string {
  return text.replace(/(https?:\/\/)(?![\w-]+(?:\.[\w-]+)+\/)\S*@/gi, "$1")
    .replace(/(\/\/[^\s'":/@]*):\S*@/g, "$1@")
    .replace(/([?&]\w*password=)[^\s&]*/gi, "$1…");
}

/** Returns the command by which a machine joins a space again. The doctor looks for it in messages. */
export function joinCommand({ remote, name }: { readonly remote: string; readonly name: string }): string {
  return `mneme sync join ${quotedWord(withoutPassword(remote))} --space ${name}`;
}

/** Returns the error for a remote that lacks the space. `others`: the number of other spaces there. */
export function noSpace({ url, name }: Pick<RemoteOptions, "url" | "name">, others: number): UserError {
  const there = others === 0 ? "" : `, but it has ${others === 1 ? "another space" : "other spaces"}`;
  return new UserError(`${withoutPassword(url)} has no space called ${name}${there}`, {
    hint: others === 0 ? "check the address and the name" : "give its name, as in --space team:web",
  });
}

const MAX_REASON_UNITS = 600;

export function unusable(address: string, help: string, cause: unknown): UserError {
  if (cause instanceof UserError) return cause;
  const reason = quoteLine(withoutPassword(reasonOf(cause)), MAX_REASON_UNITS); // a server's words, which may be hostile
  const message = `Cannot use ${withoutPassword(address)}: ${reason}`;
  return new UserError(message, { hint: `${help}, then try again`, cause });
}

/** Encodes an operation as a line of JSON, with the encrypted bytes in base64. */
export function encodeOperation({ sealed, ...head }: Operation): string {
  return `${JSON.stringify({ ...head, sealed: sealed.toBase64() })}\n`;
}

/** Decodes a line of JSON; `undefined` for other text, such as half a file. Never throws. */
export function decodeOperation(text: string): Operation | undefined {
  try {
    const { sealed, ...head } = JSON.parse(text);
    return checkedOperation({ ...head, sealed: Uint8Array.fromBase64(sealed) });
  } catch {
    return undefined;
  }
}

/** Returns the operation if every part has the right form: some become names of files. A newer mneme may have more kinds. */
export function checkedOperation(found: Operation): Operation | undefined {
  const { id, space, record, stamp, kind, origin, sealed } = found;
  const isValid = [id, record].every((part) => UUID.test(part)) && isStamp(stamp) &&
    /^[0-9a-f]{8}$/.test(origin) && typeof space === "string" && /^[a-z-]{1,40}$/.test(kind);
  return isValid ? { id, space, record, stamp, kind, origin, sealed } : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
