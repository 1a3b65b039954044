import { createHash, createHmac } from "node:crypto";
import { hashText } from "../base/hash.ts";
import { joined } from "../machine/files.ts";
import type { Digest } from "./merge.ts";
import { hasSigned, isOwner, ownedName, Signer } from "./members.ts";
import type { Obstacle, OperationHead } from "./remote.ts";
import { derivedKey, isTeam, KEY_BYTES, newKey, type Space, type SpaceKey } from "./spaces.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_NAME_BYTES = 8;
/**
 * The first byte of encrypted operations. The name of the space's key follows, then the operation's own key encrypted with
 * the space's key, then the body encrypted with the operation's own key.
 */
const VERSION = 1;
const WRAPPED_AT = 1 + KEY_NAME_BYTES;
const SEALED_AT = WRAPPED_AT + IV_BYTES + KEY_BYTES + TAG_BYTES;

/** The content of a decrypted operation. */
export interface Opened {
  readonly body: unknown;
  /** The public key of the member that signed it; `undefined` outside of teams, where nothing is signed. */
  readonly member: string | undefined;
}

/**
 * Encrypts and decrypts operations (AES-256-GCM). Each operation has a random key, which is encrypted with the newest key
 * of the space. The head, which the remote can read, is authenticated as additional data, so that it cannot be changed.
 * In a team, operations are also signed, and **`open` accepts an operation only with the signature of its record's
 * owner**. This is the only check that keeps members from writing each other's records.
 */
export class Seal {
  /** A fast digest, not a cryptographic one, which detects changes of fields. A sync computes thousands of them. */
  readonly digest: Digest;
  /** Turns a text into a name (HMAC-SHA-256). Without the key nobody can guess the name or the text. */
  readonly nameFor: Digest;
  /** The key for the earlier versions of memories that are kept for an undo. */
  readonly undoKey: SpaceKey;
  readonly #keys: ReadonlyMap<string, CryptoKey>;
  readonly #retired: ReadonlySet<string>;
  /** The name of the newest key, with which operations are encrypted. */
  readonly #newest: string;
  readonly #signer: Signer | undefined;
  readonly #isTeam: boolean;

  private constructor(
    { name, keys, retired = [], member }: SpaceKeys,
    imported: ReadonlyMap<string, CryptoKey>,
  ) {
    // The oldest key, so that digests and names stay the same after `rotate`.
    const root = [...keys, ...retired].at(-1)!;
    const salt = createHash("sha256").update("mneme digest ").update(root).digest("hex");
    this.digest = (text) => `d${hashText(salt + text)}`;
    this.nameFor = (text) => createHmac("sha256", root).update(text).digest("hex").slice(0, 32);
    this.undoKey = derivedKey(root, "undo");
    this.#keys = imported;
    this.#retired = new Set(retired.map(nameOf));
    this.#newest = nameOf(keys[0]!);
    this.#isTeam = isTeam(name);
    this.#signer = member === undefined ? undefined : new Signer(member);
  }

  static async from(space: SpaceKeys): Promise<Seal> {
    const imported = new Map<string, CryptoKey>();
    for (const key of space.keys) imported.set(nameOf(key), await importKey(key));
    return new Seal(space, imported);
  }

  /** Returns the name of a record, derived from a text. In a team it also depends on this member. */
  recordOf(text: string): string {
    const hex = this.nameFor(text);
    const end = `8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`; // a UUID of version 8
    const name = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${end}`;
    return this.#signer === undefined ? name : ownedName(name, this.#signer.member);
  }

  /** Returns true if a record belongs to this user; outside of teams every record does. */
  isOwn(record: string): boolean {
    return this.#signer === undefined || isOwner(record, this.#signer.member);
  }

  async seal(head: OperationHead, body: unknown): Promise<Uint8Array> {
    const own = newKey();
    const bound = boundOf(head);
    const data = new TextEncoder().encode(this.#signed(head, JSON.stringify(body)));
    const [wrapped, sealed] = await Promise.all([
      encrypt(this.#keys.get(this.#newest)!, own, bound),
      importKey(own).then((key) => encrypt(key, data, bound)),
    ]);
    return this.#packed(wrapped, sealed);
  }

  /**
   * Decrypts an operation. Returns the obstacle if it is damaged, has an unknown or retired key, or is not signed by
   * its record's owner.
   */
  async open(head: OperationHead, sealed: Uint8Array): Promise<Opened | Obstacle> {
    if (sealed[0] !== VERSION || sealed.length <= SEALED_AT + IV_BYTES) return "broken";
    const name = keyNameOf(sealed);
    if (this.#retired.has(name)) return "old-key";
    const key = this.#keys.get(name);
    if (key === undefined) return "no-key"; // the key may be newer than the keys of this machine
    try {
      const bound = boundOf(head);
      const own = await importKey(await decrypt(key, sealed.subarray(WRAPPED_AT, SEALED_AT), bound));
      const text = new TextDecoder().decode(await decrypt(own, sealed.subarray(SEALED_AT), bound));
      return this.#checked(head, JSON.parse(text));
    } catch {
      return "broken";
    }
  }

  /** Returns the operation with its own key encrypted by the space's newest key. The body stays, with its signature. */
  async resealed(head: OperationHead, sealed: Uint8Array): Promise<Uint8Array> {
    const bound = boundOf(head);
    const [before, newest] = [keyNameOf(sealed), this.#newest].map((name) => this.#keys.get(name)!);
    const own = await decrypt(before!, sealed.subarray(WRAPPED_AT, SEALED_AT), bound);
    return this.#packed(await encrypt(newest!, own, bound), sealed.subarray(SEALED_AT));
  }

  #packed(wrapped: Uint8Array, sealed: Uint8Array): Uint8Array {
    const prefix = Uint8Array.of(VERSION, ...Uint8Array.fromHex(this.#newest));
    return joined(joined(prefix, wrapped), sealed);
  }

  #signed(head: OperationHead, body: string): string {
    if (!this.#isTeam || head.kind === "keys") return body;
    const { member } = this.#signer!;
    return JSON.stringify([member, this.#signer!.sign(signedText(head, body)), body]);
  }

  /** Checks the signature. The record with former keys has none: anybody with the newest key may write it. */
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

function importKey(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

async function encrypt(
  key: CryptoKey,
  data: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, data);
  return joined(iv, new Uint8Array(encrypted));
}

async function decrypt(
  key: CryptoKey,
  sealed: Uint8Array,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = sealed.slice(0, IV_BYTES);
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed.slice(IV_BYTES)),
  );
}

function boundOf({ space, record, stamp, kind }: OperationHead): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([space, record, stamp, kind]));
}
