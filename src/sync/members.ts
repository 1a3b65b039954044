import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { derivedKey, type SpaceKey } from "./space_key.ts";
import { isTeam, type Spaces } from "./spaces.ts";

/** The DER head of an Ed25519 private key (RFC 8410). */
const DER_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const TAG_DIGITS = 16;
const NAME_UNITS = 40;

/** A member of a team as this machine: signs what it sends. */
export class Signer {
  /** The public key in base64url, 43 letters. */
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

/** Tells whether this member has signed the text; false for a broken public key. */
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
 * Returns the name of a record of this member. Its second half follows from the member's public key, so that nobody
 * else can have made it.
 */
export function ownedName(record: string, member: string): string {
  const tag = createHash("sha256").update(member).digest("hex").slice(0, TAG_DIGITS);
  return `${record.slice(0, 18)}-${tag.slice(0, 4)}-${tag.slice(4)}`;
}

export function isOwner(record: string, member: string): boolean {
  return record === ownedName(record, member);
}

/**
 * Returns the seed of this person's key pair in a team. It follows from the first key of the person's own space, if
 * there is one, so that all machines of that space are one member.
 */
export function memberSeed(team: string, { person, spaces }: Spaces): SpaceKey {
  const own = spaces.find(({ name }) => !isTeam(name));
  const root = [...own?.keys ?? [], ...own?.retired ?? []].at(-1) ?? person;
  return derivedKey(root, `member of ${team}`);
}

/**
 * Returns the name under which a member is shown on this machine: the member's own, with the beginning of its key if
 * somebody else has that name first or it holds confusable letters.
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

/** Folds names that look alike into the same text. */
function folded(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[1iıl|]/g, "l").replace(/0/g, "o");
}
