import { createHash, createHmac } from "node:crypto";
import { hashText } from "../base/hash.ts";
import type { Digest } from "./merge.ts";
import { hasSigned, isOwner, ownedName, Signer } from "./members.ts";
import type { OperationHead } from "./remote.ts";
import { derivedKey, KEY_BYTES, newKey, type SpaceKey } from "./space_key.ts";
import { isTeam, type Space } from "./spaces.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const NAME_BYTES = 8;
/** Version, name of the key, the operation's own key sealed with the space's, then the body sealed with its own. */
const VERSION = 1;
const WRAPPED_AT = 1 + NAME_BYTES;
const SEALED_AT = WRAPPED_AT + IV_BYTES + KEY_BYTES + TAG_BYTES;

/** Of what a newer key may have sealed. */
export const LACKS_KEY = "it is sealed with a key that this machine lacks";

const BROKEN = "it is broken";

/** Something that was opened: what it says, and which member of the team has signed it. */
export interface Opened {
  readonly body: unknown;
  /** `undefined` among one's own machines, where to have the key is to be its owner. */
  readonly member: string | undefined;
}

/**
 * Seals and opens what travels (AES-256-GCM): every operation with a random key of its own, which the space's newest key
 * seals. What the remote is told beside it (record, moment, kind) is bound to it, so that nothing can be passed off as
 * something else. In a team it is signed, too, and **opens only where the owner of its record has signed it**: here, and
 * nowhere else, it is decided that nobody speaks for another.
 */
export class Seal {
  /** Compares what a field held with what it holds: thousands a run, so that it is quick and not more than that. */
  readonly digest: Digest;
  /** Names things, so that nobody without the key can tell what they say (HMAC-SHA-256). */
  readonly name: Digest;
  /** Seals on this machine what another one has changed or forgotten, while it can be undone. */
  readonly undoKey: SpaceKey;
  readonly #keys: ReadonlyMap<string, CryptoKey>;
  readonly #retired: ReadonlySet<string>;
  readonly #newest: { readonly name: string; readonly key: CryptoKey };
  readonly #signer: Signer | undefined;
  readonly #isTeam: boolean;

  private constructor(
    { name, keys, retired = [], member }: Sealed,
    imported: ReadonlyMap<string, CryptoKey>,
  ) {
    const root = [...keys, ...retired].at(-1)!;
    const salt = createHash("sha256").update("mneme digest ").update(root).digest("hex");
    this.digest = (text) => `d${hashText(salt + text)}`;
    this.name = (text) => createHmac("sha256", root).update(text).digest("hex").slice(0, 32);
    this.undoKey = derivedKey(root, "undo");
    this.#keys = imported;
    this.#retired = new Set(retired.map(nameOf));
    this.#newest = { name: nameOf(keys[0]!), key: imported.get(nameOf(keys[0]!))! };
    this.#isTeam = isTeam(name);
    this.#signer = member === undefined ? undefined : new Signer(member);
  }

  /** With the keys of a space. */
  static async from(space: Sealed): Promise<Seal> {
    const imported = new Map<string, CryptoKey>();
    for (const key of space.keys) imported.set(nameOf(key), await importKey(key));
    return new Seal(space, imported);
  }

  /** The name of a record that follows from a text, and that is this member's own in a team. */
  recordOf(text: string): string {
    const name = uuidFrom(this.name, text);
    return this.#signer === undefined ? name : ownedName(name, this.#signer.member);
  }

  /** Tells whether a record is this member's; among one's own machines each is. */
  isOwn(record: string): boolean {
    return this.#signer === undefined || isOwner(record, this.#signer.member);
  }

  async seal(head: OperationHead, body: unknown): Promise<Uint8Array> {
    const own = newKey();
    const bound = boundOf(head);
    const data = new TextEncoder().encode(this.#signed(head, JSON.stringify(body)));
    const [wrapped, sealed] = await Promise.all([
      encrypt(this.#newest.key, own, bound),
      importKey(own).then((key) => encrypt(key, data, bound)),
    ]);
    return this.#packed(wrapped, sealed);
  }

  /**
   * Returns the sealed text, or the reason why it cannot be had: it is broken, was changed, or is not by its record's
   * owner.
   */
  async open(head: OperationHead, sealed: Uint8Array): Promise<Opened | string> {
    if (sealed[0] !== VERSION || sealed.length <= SEALED_AT + IV_BYTES) return BROKEN;
    const name = sealedWith(sealed);
    if (this.#retired.has(name)) return "it is sealed with a key that was replaced";
    const key = this.#keys.get(name);
    if (key === undefined) return LACKS_KEY;
    try {
      const bound = boundOf(head);
      const own = await importKey(await decrypt(key, sealed.subarray(WRAPPED_AT, SEALED_AT), bound));
      const text = new TextDecoder().decode(await decrypt(own, sealed.subarray(SEALED_AT), bound));
      return this.#checked(head, JSON.parse(text));
    } catch {
      return BROKEN;
    }
  }

  /** Tells whether it was sealed with a key that is in force here. */
  knowsKeyOf(sealed: Uint8Array): boolean {
    return this.#keys.has(sealedWith(sealed));
  }

  /** The same, sealed with the newest key; what was signed stays so. */
  async resealed(head: OperationHead, sealed: Uint8Array): Promise<Uint8Array> {
    const bound = boundOf(head);
    const key = this.#keys.get(sealedWith(sealed))!;
    const own = await decrypt(key, sealed.subarray(WRAPPED_AT, SEALED_AT), bound);
    return this.#packed(await encrypt(this.#newest.key, own, bound), sealed.subarray(SEALED_AT));
  }

  #packed(wrapped: Uint8Array, sealed: Uint8Array): Uint8Array {
    const whole = new Uint8Array(WRAPPED_AT + wrapped.length + sealed.length);
    whole[0] = VERSION;
    whole.set(hexBytes(this.#newest.name), 1);
    whole.set(wrapped, WRAPPED_AT);
    whole.set(sealed, SEALED_AT);
    return whole;
  }

  #signed(head: OperationHead, said: string): string {
    if (!this.#isTeam || head.kind === "keys") return said;
    const { member } = this.#signer!;
    return JSON.stringify([member, this.#signer!.sign(signedText(head, said)), said]);
  }

  /** Keys are no words: whoever has the newest one may leave those before it. */
  #checked(head: OperationHead, found: unknown): Opened | string {
    if (!this.#isTeam || head.kind === "keys") return { body: found, member: undefined };
    const [member, signature, said] = Array.isArray(found) ? found.map(String) : [];
    const isSigned = member !== undefined && isOwner(head.record, member) &&
      hasSigned(member, signedText(head, said ?? ""), signature ?? "");
    return isSigned ? { body: JSON.parse(said ?? ""), member } : "the owner of its record has not signed it";
  }
}

type Sealed = Pick<Space, "name" | "keys" | "retired" | "member">;

function signedText({ space, record, stamp, kind }: OperationHead, said: string): string {
  return JSON.stringify([space, record, stamp, kind, said]);
}

/** A number of 128 bits that follows from a text, as a UUID (version 8). */
export function uuidFrom(name: Digest, text: string): string {
  const hex = name(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${
    hex.slice(20)
  }`;
}

/** The number of ids made together that differ in their last two digits alone. */
export const TOGETHER = 64;

/** UUIDs that sort by time (version 7, RFC 9562); the folder keeps in one file what was named together. */
export function uuidsNow(count: number): string[] {
  let base = "";
  return Array.from({ length: count }, (_, i) => {
    if (i % TOGETHER === 0) base = uuidNow().slice(0, -2);
    return base + (i % TOGETHER).toString(16).padStart(2, "0");
  });
}

/** One by itself. */
export function uuidNow(): string {
  const hex = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const ms = Date.now().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6)}00`;
}

function sealedWith(sealed: Uint8Array): string {
  return [...sealed.subarray(1, 1 + NAME_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function nameOf(key: SpaceKey): string {
  return createHash("sha256").update("mneme key ").update(key).digest("hex").slice(0, NAME_BYTES * 2);
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
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, data),
  );
  const whole = new Uint8Array(IV_BYTES + sealed.length);
  whole.set(iv);
  whole.set(sealed, IV_BYTES);
  return whole;
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

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
