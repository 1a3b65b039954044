import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { derivedKey, type SpaceKey } from "./space_key.ts";
import { isTeam, type Spaces } from "./spaces.ts";

/** The head of a private key of Ed25519 in DER (RFC 8410). */
const DER_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const TAG_DIGITS = 16;
const NAME_UNITS = 40;

/** One of a team, as this machine is it: signs what it sends. */
export class Signer {
  /** In base64url, 43 letters. */
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

const known = new Map<string, KeyObject>();

/** Tells whether this member has signed the text; false also for a broken public key. */
export function hasSigned(member: string, text: string, signature: string): boolean {
  try {
    const key = known.get(member) ??
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: member }, format: "jwk" });
    known.set(member, key);
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/**
 * The name of a record that belongs to this member: its second half follows from the member's public key, so that nobody
 * else can have made it, whoever names it first.
 */
export function ownedName(record: string, member: string): string {
  const tag = createHash("sha256").update(member).digest("hex").slice(0, TAG_DIGITS);
  return `${record.slice(0, 18)}-${tag.slice(0, 4)}-${tag.slice(4)}`;
}

export function isOwner(record: string, member: string): boolean {
  return record === ownedName(record, member);
}

/**
 * The seed of this person's key pair in a team. Whoever has a space of their own is one member on all its machines, as it
 * follows from that space's first key.
 */
export function memberSeed(team: string, { person, spaces }: Spaces): SpaceKey {
  const own = spaces.find(({ name }) => !isTeam(name));
  const root = [...own?.keys ?? [], ...own?.retired ?? []].at(-1) ?? person;
  return derivedKey(root, `member of ${team}`);
}

/**
 * Returns the name of a member on this machine: its own, unless somebody else was called so first, or the letters are
 * not those in which the others can be told apart; then with the beginning of its key.
 */
export function memberLabel(store: Store, space: string, member: string, name: string): string {
  const found = store.value<string>(sql`
    select label from sync_members where space = ${space} and member = ${member}`);
  if (found !== undefined) return found;
  const plain = name.replace(/[^\p{L}\p{N} ._@-]/gu, "").slice(0, NAME_UNITS).trim() || "somebody";
  const others = store.column<string>(sql`select label from sync_members where space = ${space}`);
  const isTaken = others.some((label) => folded(label) === folded(plain));
  const isPlain = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(plain);
  const label = isTaken || !isPlain ? `${plain}~${member.slice(0, 8)}` : plain;
  store.run(sql`
    insert into sync_members (space, member, label) values (${space}, ${member}, ${label})`);
  return label;
}

/** Names that look alike are the same. */
function folded(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[1iıl|]/g, "l").replace(/0/g, "o");
}
