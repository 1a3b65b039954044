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

/** Returns the key as 24 words (BIP 39). The last one contains a checksum, which detects mistyped words. */
export function keyWords(key: SpaceKey): string {
  return entropyToMnemonic(key, wordlist);
}

/** Returns the key of 24 words. Throws a `UserError` for other text. */
export function keyFromWords(words: string): SpaceKey {
  try {
    const key = mnemonicToEntropy(words.trim().toLowerCase().split(/\s+/).join(" "), wordlist);
    if (key.length === KEY_BYTES) return new Uint8Array(key);
  } catch {
    // The error below does not repeat the words, as they may be most of a key.
  }
  throw new UserError("The key is not one: it has 24 words, one of which is missing or misspelt", {
    hint: "paste the line that `mneme sync init` printed",
  });
}

/** Derives a key for another use from a key. */
export function derivedKey(key: SpaceKey, use: string): SpaceKey {
  return new Uint8Array(createHmac("sha256", key).update(`mneme ${use}`).digest());
}

/** Returns the id of a space at a remote, a hash: the name itself is not sent. */
export function spaceId(name: string): string {
  return createHash("sha256").update(`mneme space ${name}`).digest("hex").slice(0, 24);
}
