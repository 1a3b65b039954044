import { isStamp, type Stamp } from "./stamp.ts";

/**
 * The kinds of records: a row of which table, `proposal` for a wish to change somebody else's, `machine` for the things
 * that a machine has seen, `keys` for the keys before.
 */
export const RECORD_KINDS = ["memory", "lesson", "value", "session", "proposal", "machine", "keys"] as const;

export type RecordKind = typeof RECORD_KINDS[number];

/** The part of an operation that the remote is told; the rest is sealed. */
export interface OperationHead {
  readonly space: string;
  readonly record: string;
  readonly stamp: Stamp;
  readonly kind: RecordKind;
}

/** The whole of a record as one machine last knew it. */
export interface Operation extends OperationHead {
  readonly id: string;
  readonly origin: string;
  readonly sealed: Uint8Array;
}

/** Of an operation that is there, and of which nothing can be read. */
export const UNREADABLE = "it cannot be read";

/** So many at once are held in memory, whatever a remote has. */
export const PAGE = 1000;

/**
 * A place that all machines of a space reach. It keeps operations until they are taken away, and knows nothing of what
 * they say. Every method throws a `UserError` that says what is wrong with the remote.
 */
export interface Remote extends AsyncDisposable {
  /** The ids of all that is there: no count and no order of the remote is believed. */
  ids(): Promise<readonly string[]>;
  /** These operations, so many at once; without those that are gone or cannot be read. */
  read(ids: readonly string[]): AsyncIterable<readonly Operation[]>;
  /** Adds these, and then takes those away that they replace, all or nothing of it. */
  push(added: readonly Operation[], replaced: readonly string[]): Promise<void>;
  /** Returns when something new may be there, or after so many milliseconds. */
  wait(ms: number): Promise<void>;
}

export interface RemotePlace {
  /** `postgres://…`, `dir:PATH` or `git:URL`. */
  readonly url: string;
  readonly space: string;
  /** A private folder for what a remote keeps on this machine. */
  readonly folder: string;
  /** Makes what is missing at the remote; without it only what is there is used. */
  readonly isNew?: boolean;
  /** Ends what hangs. */
  readonly signal?: AbortSignal | undefined;
}

/** Everything that is there, one by one. */
export async function* everyOperation(remote: Remote): AsyncGenerator<Operation> {
  for await (const operations of remote.read(await remote.ids())) yield* operations;
}

/** An address, or a message with some in it, as it may be shown and logged; the user of a web address may be a token. */
export function withoutPassword(text: string): string {
  return text.replace(/(https?:\/\/)[^\s'"]*@/gi, "$1")
    .replace(/(\/\/[^\s'":/@]*):[^\s'"]*@/g, "$1@")
    .replace(/([?&]\w*password=)[^\s'"&]*/gi, "$1…");
}

/** An operation as a file or an object holds it: a head in JSON and the sealed bytes in base64. */
export function encodeOperation({ sealed, ...head }: Operation): string {
  return `${JSON.stringify({ ...head, sealed: sealed.toBase64() })}\n`;
}

/** Total: `undefined` for what is none, such as a file that is still being copied. Whatever it holds is checked. */
export function decodeOperation(text: string): Operation | undefined {
  try {
    const { sealed, ...head } = JSON.parse(text);
    return checkedOperation({ ...head, sealed: Uint8Array.fromBase64(sealed) });
  } catch {
    return undefined;
  }
}

/** The operation, where its parts are of the form that they must have: some become names of files. */
export function checkedOperation(found: Operation): Operation | undefined {
  const { id, space, record, stamp, kind, origin, sealed } = found;
  const isOne = [id, record].every((part) => UUID.test(part)) && isStamp(stamp) &&
    /^[0-9a-f]{8}$/.test(origin) &&
    typeof space === "string" && RECORD_KINDS.includes(kind);
  return isOne ? { id, space, record, stamp, kind, origin, sealed } : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
