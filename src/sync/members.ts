// Members of a team: keys, signatures, owners of records, names shown. For sealing, arrivals, `mneme sync`.
import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { derivedKey, isTeam, type Space, type SpaceKey, type Spaces } from "./spaces.ts";

/** The DER bytes before the 32-byte seed of an Ed25519 private key (RFC 8410). */
const DER_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
/** The hexadecimal digits of a record's name (a UUID) that name its owner: its second half. */
const TAG_DIGITS = 16;
/** The most UTF-16 units of a member's chosen name that are shown. */
const LABEL_UNITS = 40;

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

/** Returns true if the member has signed the text. An invalid key has signed nothing. */
export function hasSigned(member: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: member }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** Returns a record's name with the tag of its owner, whose signature `Seal.open` then demands. */
export function ownedName(record: string, member: string): string {
  const tag = createHash("sha256").update(member).digest("hex").slice(0, TAG_DIGITS);
  return `${record.slice(0, 18)}-${tag.slice(0, 4)}-${tag.slice(4)}`;
}

export function isOwner(record: string, member: string): boolean {
  return record === ownedName(record, member);
}

/**
 * Returns the seed of this user's key pair in a team. All machines that were in the user's own space before they
 * joined the team are one member: the seed comes from that space's oldest key, else from this machine's `person`.
 */
export function memberSeed(team: string, { person, spaces }: Spaces): SpaceKey {
  const own = spaces.find(({ name }) => !isTeam(name));
  const root = own?.retired.at(-1) ?? own?.keys.at(-1) ?? person;
  return derivedKey(root, `member of ${team}`);
}

/**
 * Returns the name under which this machine shows a member, without most signs and invisible characters. It stays
 * once it is made. The beginning of the member's key follows it if an earlier member has a similar name, or if it has
 * letters of another alphabet or of phonetics, as some look like Latin ones.
 */
export function memberLabel(store: Store, space: string, member: string, name: string): string {
  const found = store.value<string>(sql`
    select label from sync_members where space = ${space} and member = ${member}`);
  if (found !== undefined) return found;
  const shown = name.normalize().replace(/[^\p{L}\p{M}\p{N} ._@-]|\p{DI}/gu, "");
  const plain = shown.slice(0, LABEL_UNITS).trim() || "somebody";
  const others = store.column<string>(sql`select label from sync_members where space = ${space}`);
  const isTaken = others.some((label) => folded(label) === folded(plain));
  const isPlain = /^[ -\u0137\u0139-\u017f\p{M}]*$/u.test(plain.normalize("NFKD")); // without "ĸ", which looks like k
  const label = isTaken || !isPlain ? `${plain}~${member.slice(0, 8)}` : plain;
  store.run(sql`
    insert into sync_members (space, member, label) values (${space}, ${member}, ${label})`);
  return label;
}

/** Reserves the user's name in a team, so that this machine shows no other member under it. Returns it. */
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
