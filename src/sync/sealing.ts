import { createHash, createHmac } from "node:crypto";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { UserError } from "../base/user_error.ts";
import { hashText } from "../base/hash.ts";
import type { Digest } from "./merge.ts";
import type { OperationHead } from "./remote.ts";

/** A space's key: 32 bytes. */
export type SpaceKey = Uint8Array<ArrayBuffer>;

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NAME_BYTES = 8;
/** Version, name of the key, the operation's own key sealed with the space's, then the body sealed with its own. */
const VERSION = 1;
const WRAPPED_AT = 1 + NAME_BYTES;
const SEALED_AT = WRAPPED_AT + IV_BYTES + KEY_BYTES + TAG_BYTES;

export function newKey(): SpaceKey {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES));
}

/** The key as 24 words (BIP 39), the last of which holds a checksum, so that a slip in writing shows. */
export function keyWords(key: SpaceKey): string {
  return entropyToMnemonic(key, wordlist);
}

/** Throws a `UserError` for what is not a key. */
export function keyFromWords(words: string): SpaceKey {
  try {
    const key = mnemonicToEntropy(words.trim().toLowerCase().split(/\s+/).join(" "), wordlist);
    if (key.length === KEY_BYTES) return new Uint8Array(key);
  } catch {
    // Said below, without the words.
  }
  throw new UserError("The key is not one: it has 24 words, one of which is missing or misspelt", {
    hint: "paste the line that `mneme sync init` printed",
  });
}

/**
 * Seals and opens what travels (AES-256-GCM): every operation with a random key of its own, which the space's newest key
 * seals. What the remote is told beside it (record, moment, kind) is bound to it, so that nothing can be passed off as
 * something else.
 */
export class Seal {
  /** Compares what a field held with what it holds: thousands a run, so that it is quick and not more than that. */
  readonly digest: Digest;
  /** Names records, so that nobody without the key can tell what they say (HMAC-SHA-256). */
  readonly name: Digest;
  readonly #keys: ReadonlyMap<string, CryptoKey>;
  readonly #newest: { readonly name: string; readonly key: CryptoKey };

  private constructor(root: SpaceKey, keys: ReadonlyMap<string, CryptoKey>, newest: string) {
    const salt = createHash("sha256").update("mneme digest ").update(root).digest("hex");
    this.digest = (text) => `d${hashText(salt + text)}`;
    this.name = (text) => createHmac("sha256", root).update(text).digest("hex").slice(0, 32);
    this.#keys = keys;
    this.#newest = { name: newest, key: keys.get(newest)! };
  }

  /** The keys of a space, newest first. */
  static async from(keys: readonly SpaceKey[]): Promise<Seal> {
    const imported = new Map<string, CryptoKey>();
    for (const key of keys) imported.set(nameOf(key), await importKey(key));
    return new Seal(keys.at(-1)!, imported, nameOf(keys[0]!));
  }

  async seal(head: OperationHead, body: unknown): Promise<Uint8Array> {
    const own = newKey();
    const data = new TextEncoder().encode(JSON.stringify(body));
    const bound = boundOf(head);
    const [wrapped, sealed] = await Promise.all([
      encrypt(this.#newest.key, own, bound),
      importKey(own).then((key) => encrypt(key, data, bound)),
    ]);
    const whole = new Uint8Array(WRAPPED_AT + wrapped.length + sealed.length);
    whole[0] = VERSION;
    whole.set(hexBytes(this.#newest.name), 1);
    whole.set(wrapped, WRAPPED_AT);
    whole.set(sealed, SEALED_AT);
    return whole;
  }

  /** What was sealed; `undefined` where it is broken, was changed, or is sealed with a key that is not here. */
  async open(head: OperationHead, sealed: Uint8Array): Promise<unknown> {
    if (sealed[0] !== VERSION || sealed.length <= SEALED_AT + IV_BYTES) return undefined;
    const key = this.#keys.get(sealedWith(sealed));
    if (key === undefined) return undefined;
    try {
      const bound = boundOf(head);
      const own = await importKey(await decrypt(key, sealed.subarray(WRAPPED_AT, SEALED_AT), bound));
      return JSON.parse(new TextDecoder().decode(await decrypt(own, sealed.subarray(SEALED_AT), bound)));
    } catch {
      return undefined;
    }
  }

  /** Whether the key of this operation is known: a broken one can be told from one of a newer key. */
  knowsKeyOf(sealed: Uint8Array): boolean {
    return this.#keys.has(sealedWith(sealed));
  }
}

/** What a remote calls a space: nothing of the name stands there. */
export function spaceId(name: string): string {
  return createHash("sha256").update(`mneme space ${name}`).digest("hex").slice(0, 24);
}

/** A number of 128 bits that follows from a text, as a UUID (version 8). */
export function uuidFrom(name: Digest, text: string): string {
  const hex = name(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${
    hex.slice(20)
  }`;
}

/** How many ids that are made together differ in their last two digits alone. */
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
