// Encrypts, decrypts and signs operations, and derives names and digests from a space's key. For all of sync.
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { hashText } from "../base/hash.ts";
import type { Digest } from "./merge.ts";
import { hasSigned, isOwner, ownedName, Signer } from "./members.ts";
import type { Obstacle, Operation, OperationHead } from "./remote.ts";
import { derivedKey, isTeam, KEY_BYTES, newKey, type Space, spaceId, type SpaceKey } from "./spaces.ts";
import { uuidNow } from "./stamp.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_NAME_BYTES = 8;
/**
 * The first byte of an encrypted operation. The name of the space's key follows, then the data key encrypted
 * with the space's key, then the body encrypted with the data key (envelope encryption).
 */
const VERSION = 1;
const WRAPPED_AT = 1 + KEY_NAME_BYTES;
const SEALED_AT = WRAPPED_AT + IV_BYTES + KEY_BYTES + TAG_BYTES;

export interface Opened {
  readonly body: unknown;
  /** The public key of the member that signed it; `undefined` outside of teams. */
  readonly member: string | undefined;
}

/**
 * AES-256-GCM. Each operation has a random data key, encrypted with the newest key of the space. The head of
 * an operation, which the remote can read, is authenticated. In a team, **`open` accepts an operation only
 * with the signature of its record's owner**: nothing else keeps members from writing each other's records.
 */
export class Seal {
  /** A fast digest by which changes of fields are found. Not cryptographic: a sync computes thousands. */
  readonly digest: Digest;
  /** Turns a text into a name (HMAC-SHA-256). Without the key nobody can guess name or text. */
  readonly nameFor: Digest;
  /** The key for earlier versions of memories, which are kept for an undo. */
  readonly undoKey: SpaceKey;
  /** The valid keys by name, the newest first. */
  readonly #keys: ReadonlyMap<string, SpaceKey>;
  readonly #retired: ReadonlySet<string>;
  readonly #signer: Signer | undefined;
  readonly #space: string;
  readonly #isTeam: boolean;

  constructor({ name, keys, retired = [], member }: SpaceKeys) {
    // The oldest key, so that digests and names stay the same after `rotate`.
    const root = [...keys, ...retired].at(-1)!;
    const salt = createHash("sha256").update("mneme digest ").update(root).digest("hex");
    this.digest = (text) => `d${hashText(salt + text)}`;
    this.nameFor = (text) => createHmac("sha256", root).update(text).digest("hex").slice(0, 32);
    this.undoKey = derivedKey(root, "undo");
    this.#keys = new Map(keys.map((key) => [nameOf(key), key]));
    this.#retired = new Set(retired.map(nameOf));
    this.#space = spaceId(name);
    this.#isTeam = isTeam(name);
    this.#signer = member === undefined ? undefined : new Signer(member);
  }

  /** Returns the name of a record, derived from a text and, in a team, from this member. */
  recordOf(text: string): string {
    const hex = this.nameFor(text);
    const end = `8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`; // a UUID of version 8
    const name = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${end}`;
    return this.#signer === undefined ? name : ownedName(name, this.#signer.member);
  }

  /** Returns true if a record belongs to this user. Outside of teams every record does. */
  isOwn(record: string): boolean {
    return this.#signer === undefined || isOwner(record, this.#signer.member);
  }

  digestOf(value: unknown): string {
    return this.digest(JSON.stringify(value));
  }

  operation(
    { id = uuidNow(), origin, ...about }: Omit<Operation, "id" | "space" | "sealed"> & {
      readonly id?: string;
    },
    body: unknown,
  ): Operation {
    const head = { space: this.#space, ...about };
    return { ...head, id, origin, sealed: this.seal(head, body) };
  }

  seal(head: OperationHead, body: unknown): Uint8Array {
    const [dataKey, text] = [newKey(), this.#signed(head, JSON.stringify(body))];
    return this.#packed(head, dataKey, encrypt(dataKey, text, boundOf(head)));
  }

  /** Decrypts an operation. Returns the obstacle if it cannot, or if the record's owner has not signed it. */
  open(head: OperationHead, sealed: Uint8Array): Opened | Obstacle {
    if (head.space !== this.#space) return "foreign";
    if (sealed[0]! > VERSION) return "form";
    if (sealed[0] !== VERSION || sealed.length <= SEALED_AT + IV_BYTES) return "broken";
    const name = keyNameOf(sealed);
    if (this.#retired.has(name)) return "old-key";
    if (!this.#keys.has(name)) return "no-key"; // it may be newer than the keys of this machine
    try {
      const text = decrypt(this.#dataKey(head, sealed), sealed.subarray(SEALED_AT), boundOf(head));
      return this.#checked(head, JSON.parse(text.toString("utf8")));
    } catch {
      return "broken";
    }
  }

  /** Encrypts the data key with the space's newest key. The body stays as it is, with its signature. */
  resealed(head: OperationHead, sealed: Uint8Array): Uint8Array {
    return this.#packed(head, this.#dataKey(head, sealed), sealed.subarray(SEALED_AT));
  }

  #dataKey(head: OperationHead, sealed: Uint8Array): Uint8Array {
    return decrypt(this.#keys.get(keyNameOf(sealed))!, sealed.subarray(WRAPPED_AT, SEALED_AT), boundOf(head));
  }

  #packed(head: OperationHead, dataKey: Uint8Array, sealedBody: Uint8Array): Uint8Array {
    const [[name, newest]] = [...this.#keys] as [[string, SpaceKey]];
    const wrapped = encrypt(newest, dataKey, boundOf(head));
    const parts = [Uint8Array.of(VERSION), Uint8Array.fromHex(name), wrapped, sealedBody];
    return new Uint8Array(Buffer.concat(parts));
  }

  #signed(head: OperationHead, body: string): string {
    if (!this.#isTeam || head.kind === "keys") return body;
    const { member } = this.#signer!;
    return JSON.stringify([member, this.#signer!.sign(signedText(head, body)), body]);
  }

  /** Checks the signature. The record with older keys has none: anybody with the newest key may write it. */
  #checked(head: OperationHead, found: unknown): Opened | Obstacle {
    if (!this.#isTeam || head.kind === "keys") return { body: found, member: undefined };
    const [member, signature, body] = Array.isArray(found) ? found.map(String) : [];
    const isSigned = member !== undefined && isOwner(head.record, member) &&
      hasSigned(member, signedText(head, body ?? ""), signature ?? "");
    return isSigned ? { body: JSON.parse(body ?? ""), member } : "unsigned";
  }
}

type SpaceKeys = Pick<Space, "name" | "keys"> & Partial<Pick<Space, "retired" | "member">>;

function signedText({ space, record, stamp, kind }: OperationHead, body: string): string {
  return JSON.stringify([space, record, stamp, kind, body]);
}

/** Returns the name of the space's key with which an operation is encrypted. */
function keyNameOf(sealed: Uint8Array): string {
  return sealed.subarray(1, 1 + KEY_NAME_BYTES).toHex();
}

function nameOf(key: SpaceKey): string {
  return createHash("sha256").update("mneme key ").update(key).digest("hex").slice(0, KEY_NAME_BYTES * 2);
}

/** Encrypts data. `bound` is additional authenticated data (AAD): `decrypt` needs the same. */
export function encrypt(key: Uint8Array, data: string | Uint8Array, bound = ""): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(bound));
  const encrypted = [cipher.update(Buffer.from(data)), cipher.final()];
  return new Uint8Array(Buffer.concat([iv, ...encrypted, cipher.getAuthTag()]));
}

/** Decrypts data. Throws if they were changed, or encrypted with another key. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound = ""): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

function boundOf({ space, record, stamp, kind }: OperationHead): string {
  return JSON.stringify([space, record, stamp, kind]);
}
