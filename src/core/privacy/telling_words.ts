/** Of whom a key is a secret, as in `api_key`; a `key` alone is none. */
export const KEY_OWNERS = "api|access|private|secret|auth|account|encryption|crypt|signing|master|service" +
  "|shared|admin|license|deploy|ssh|storage|subscription|app|client|webhook|hmac|jwt|aes|openai|azure";

export const ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Whether a `_` stands before a key, or whose key it is stands near: `"Jwt": { "Key": "…" }`. */
export function isBehindOwner(lower: string, at: number): boolean {
  if (lower[at - 1] !== '"') return lower[at - 1] === "_";
  const before = lower.slice(Math.max(0, at - 250), at);
  return before.includes("{") && KEY_OWNERS.split("|").some((owner) => before.includes(owner));
}

/** Whether a name with this word, between what stands before and after it, may tell of a secret. */
export function isTelling(word: string, before: string, after: string): boolean {
  switch (word) {
    case "token": // `tokens` and `token_count` are numbers
      return after !== "s" && !after.startsWith("_count");
    case "key":
      return `${KEY_OWNERS}|session`.split("|").some((owner) => before.endsWith(owner));
    case "signature":
      return before.endsWith("amz") || before.endsWith("goog");
    case "salt": // only what is generated
      return false;
    case "sess":
      return after.startsWith("id") || endsWord(after);
    case "auth":
      return endsWord(after.replace("orization", ""));
    case "cookie":
    case "credential":
      return endsWord(after.replace("s", ""));
    case "sig":
      return endsWord(after);
    default:
      return true;
  }
}

function endsWord(after: string): boolean {
  return !ALPHANUMERIC.includes(after[0] ?? " ");
}
