import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { derivedKey, isTeam, type Space, type SpaceKey, type Spaces } from "./spaces.ts";

/** The DER bytes that precede the 32-byte seed of an Ed25519 private key (RFC 8410). */
const DER_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
/** The number of hexadecimal digits in a record's name that are a hash of its owner's key. */
const TAG_DIGITS = 16;
/** The longest part of a member's label that comes from the given name, in UTF-16 units. */
const LABEL_UNITS = 40;

/** Signs operations with the key pair of this user in a team. */
export class Signer {
  /** The public key in base64url, 43 characters. */
  readonly member: string;
  readonly #key: KeyObject;

  constructor(seed: SpaceKey) {
    this.#key = createPrivateKey({ key: Buffer.concat([DER_HEAD, seed]), format: "der", type: "pkcs8" });
    this.member = String(createPublicKey(this.#key).export({ format: "jwk" }).x);
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString("base64url");
  }
}

/** Returns true if the member has signed the text; false also for an invalid public key. */
export function hasSigned(member: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: member }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/**
 * Returns the name of a record with its second half replaced by a hash of the owner's public key. So the name shows whose
 * signature the record needs.
 */
export function ownedName(record: string, member: string): string {
  const tag = createHash("sha256").update(member).digest("hex").slice(0, TAG_DIGITS);
  return `${record.slice(0, 18)}-${tag.slice(0, 4)}-${tag.slice(4)}`;
}

export function isOwner(record: string, member: string): boolean {
  return record === ownedName(record, member);
}

/**
 * Returns the seed of this user's key pair in a team. It is derived from the oldest key of the user's own space, so
 * that all machines of that space are one member, also after a rotation. Without such a space, it is derived from
 * `person`.
 */
export function memberSeed(team: string, { person, spaces }: Spaces): SpaceKey {
  const own = spaces.find(({ name }) => !isTeam(name));
  const root = own?.retired.at(-1) ?? own?.keys.at(-1) ?? person;
  return derivedKey(root, `member of ${team}`);
}

/**
 * Returns the name under which a member is shown on this machine. It is made once, from the name that the member gave,
 * and stored. The beginning of the member's key is appended if an earlier member has a similar name, or if the name has
 * letters that are not Latin, because some of these look like Latin ones.
 */
export function memberLabel(store: Store, space: string, member: string, name: string): string {
  const found = store.value<string>(sql`
    select label from sync_members where space = ${space} and member = ${member}`);
  if (found !== undefined) return found;
  const plain = name.replace(/[^\p{L}\p{N} ._@-]/gu, "").slice(0, LABEL_UNITS).trim() || "somebody";
  const others = store.column<string>(sql`select label from sync_members where space = ${space}`);
  const isTaken = others.some((label) => folded(label) === folded(plain));
  const isPlain = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(plain);
  const label = isTaken || !isPlain ? `${plain}~${member.slice(0, 8)}` : plain;
  store.run(sql`
    insert into sync_members (space, member, label) values (${space}, ${member}, ${label})`);
  return label;
}

/**
 * Reserves the user's own name in a team in place of an earlier one, so that no other member is shown under it. Returns
 * the name by which others see the user.
 */
export function ownLabel(store: Store, { name: space, member: seed, author }: Space): string {
  if (seed === undefined) return author;
  const { member } = new Signer(seed);
  store.run(sql`delete from sync_members where space = ${space} and member = ${member}`);
  return memberLabel(store, space, member, author);
}

/** Returns the same text for names that look alike. */
function folded(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[1iıl]/g, "l").replace(/0/g, "o");
}
