import { createHash, createHmac } from "node:crypto";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { UserError } from "../base/user_error.ts";

/** A space's key: 32 bytes. */
export type SpaceKey = Uint8Array<ArrayBuffer>;

export const KEY_BYTES = 32;

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

/** A key that follows from another one, for another use. */
export function derivedKey(key: SpaceKey, use: string): SpaceKey {
  return new Uint8Array(createHmac("sha256", key).update(`mneme ${use}`).digest());
}

/** Returns the name of a space at a remote: nothing of its own name stands there. */
export function spaceId(name: string): string {
  return createHash("sha256").update(`mneme space ${name}`).digest("hex").slice(0, 24);
}
