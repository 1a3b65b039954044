import type { Endpoint } from "./endpoint.ts";
import { readLlmEnvironment } from "./environment.ts";

export interface KeyQuestion {
  /** The provider's usual variables. */
  readonly usual: readonly string[];
  /** What `setting` says: the name of a variable. */
  readonly named: string | null;
  readonly setting: "llm.api_key_env" | "embeddings.api_key_env";
  readonly endpoint: Endpoint;
  /** Whether a server of the user's own may be asked without a key. */
  readonly isOptionalAtHome: boolean;
}

export type FoundKey =
  | { readonly kind: "key"; readonly value: string | undefined }
  | { readonly kind: "no key"; readonly reason: string };

/**
 * The key to send. The usual variable's key was not made for whatever listens at an unencrypted address elsewhere:
 * there only the variable that the settings name is sent. No reason repeats a value, nor the named variable, where a
 * key may stand by mistake.
 */
export function findKey({ usual, named, setting, endpoint, isOptionalAtHome }: KeyQuestion): FoundKey {
  const isSafe = endpoint.isEncrypted || endpoint.isLoopback;
  const variables = named === null ? (isSafe ? usual : []) : [named];
  const value = variables.map(readLlmEnvironment).find((found) => found !== undefined);
  if (value !== undefined) {
    if (/^[\x21-\x7e]+$/.test(value)) return { kind: "key", value };
    return { kind: "no key", reason: "the key holds characters that no key has; set its variable again" };
  }
  if (named !== null) return { kind: "no key", reason: `the variable that ${setting} names is not set` };
  const isAtHome = endpoint.isLoopback || !endpoint.isEncrypted;
  if (isOptionalAtHome && isAtHome) return { kind: "key", value: undefined };
  const advice = isSafe ? `set ${usual[0]}, or name its variable` : "name its variable";
  return { kind: "no key", reason: `there is no key; ${advice} in ${setting}` };
}
