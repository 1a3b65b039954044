// The addresses and keys of model servers, from settings and environment.

import type { LlmSettings, Settings } from "../base/settings.ts";

export interface Endpoint {
  readonly origin: string;
  /** The path without a trailing slash; empty for a host without path. */
  readonly path: string;
  readonly isLoopback: boolean;
  readonly isEncrypted: boolean;
}

/** Parses an http or https address; `undefined` for other texts, and for one with user, password, query or fragment. */
export function parseEndpoint(base: string): Endpoint | undefined {
  const url = URL.parse(base);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return {
    origin: url.origin,
    path: url.pathname.replace(/\/+$/, ""),
    isLoopback: /^(?:(?:.*\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname),
    isEncrypted: url.protocol === "https:",
  };
}

type FoundServer =
  | { readonly kind: "server"; readonly endpoint: Endpoint; readonly key: string | undefined }
  | { readonly kind: "no key" | "failed"; readonly reason: string };

/**
 * Returns the address and key of the chosen server, or the reason why one is missing; `undefined` if it is no server.
 * Only a key that `api_key_env` names goes unencrypted to another machine. No reason holds a key, nor the value of
 * `api_key_env`, in which a user may have written the key by mistake.
 */
export function findServer(
  settings: "llm" | "embeddings",
  { provider, base_url, api_key_env: named }: Pick<LlmSettings, "provider" | "base_url" | "api_key_env">,
): FoundServer | undefined {
  if (provider === "none" || provider === "claude-cli") return undefined;
  const address: string | null = BASE_URLS[provider];
  const usual: readonly string[] = KEY_VARIABLES[provider];
  const base = base_url ?? address;
  if (base === null) return { kind: "failed", reason: `${settings}.base_url is not set` };
  const endpoint = parseEndpoint(base);
  if (endpoint === undefined) {
    return { kind: "failed", reason: `${settings}.base_url is not a plain http or https address` };
  }
  const noKey = (reason: string) => ({ kind: "no key", reason }) as const;
  const isSafe = endpoint.isEncrypted || endpoint.isLoopback;
  const variables = named === null ? (isSafe ? usual : []) : [named];
  const key = variables.map(readLlmEnvironment).find((value) => value !== undefined);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    return noKey("the key holds characters that no key has; set its variable again");
  }
  const isAtHome = endpoint.isLoopback || !endpoint.isEncrypted;
  const mayLackKey = named === null && address === null && isAtHome; // a server of the user's own may need none
  if (key !== undefined || mayLackKey) return { kind: "server", endpoint, key };
  const setting = `${settings}.api_key_env`;
  if (named !== null) return noKey(`the variable that ${setting} names is not set`);
  const advice = isSafe ? `set ${usual[0]}, or name its variable` : "name its variable";
  return noKey(`there is no key; ${advice} in ${setting}`);
}

/** Returns the reasons why a chosen model or embeddings server cannot be asked with this process's environment. */
export function whyNotAsked(settings: Settings): string[] {
  return (["llm", "embeddings"] as const).flatMap((group) => {
    const server = findServer(group, settings[group]);
    if (server === undefined || server.kind === "server") return [];
    return [`${group}.provider is ${settings[group].provider}, but ${server.reason}`];
  });
}

/** Returns the path of a request in OpenAI's protocol. A host without path gets the usual `/v1`. */
export function openAiPath(basePath: string, name: "/chat/completions" | "/embeddings"): string {
  return basePath.endsWith(name) ? basePath : `${basePath || "/v1"}${name}`;
}

export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** The address of each provider unless `llm.base_url` is set; `null` if it must be set. */
const BASE_URLS = {
  "gemini-flash": "https://generativelanguage.googleapis.com",
  "haiku": "https://api.anthropic.com",
  "openai-compatible": null,
} as const;

/** The environment variables in which the users of each provider keep their key. */
export const KEY_VARIABLES = {
  "gemini-flash": ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  "haiku": ["ANTHROPIC_API_KEY"],
  "openai-compatible": ["OPENAI_API_KEY"],
} as const;

/** The environment variables that `claude` gets: for its paths, its login and its network access. */
export const CLAUDE_ENVIRONMENT_NAMES: readonly string[] =
  ("HOME USERPROFILE APPDATA LOCALAPPDATA SystemRoot ComSpec PATH PATHEXT USER LOGNAME TMPDIR TEMP LANG " +
    "XDG_CONFIG_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS CLAUDE_CONFIG_DIR CLAUDE_CODE_OAUTH_TOKEN " +
    "CLAUDE_CODE_GIT_BASH_PATH " +
    "CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_USE_VERTEX ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN " +
    "ANTHROPIC_BASE_URL ANTHROPIC_VERTEX_PROJECT_ID AWS_PROFILE AWS_REGION AWS_ACCESS_KEY_ID " +
    "AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_BEARER_TOKEN_BEDROCK CLOUD_ML_REGION " +
    "GOOGLE_APPLICATION_CREDENTIALS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy " +
    "NODE_EXTRA_CA_CERTS SSL_CERT_FILE")
    .split(" ");

/** Returns the value of a variable; `undefined` if it is unset, blank, unreadable or not permitted. */
export function readLlmEnvironment(name: string): string | undefined {
  try {
    return Deno.env.get(name)?.trim() || undefined;
  } catch {
    return undefined; // not Unicode, or not permitted
  }
}
