import type { EmbeddingSettings } from "../../core/settings.ts";
import { parseEndpoint } from "../llm/endpoint.ts";
import { KEY_VARIABLES } from "../llm/environment.ts";
import { findKey } from "../llm/key.ts";
import type { Post } from "../llm/post_json.ts";

export type EmbeddingsPlace =
  | { readonly kind: "place"; readonly model: string; readonly post: Post }
  | { readonly kind: "failed"; readonly reason: string };

/** Where and as whom the settings say to ask, or what they lack. The key comes from the environment alone. */
export function embeddingsPlace(settings: EmbeddingSettings): EmbeddingsPlace {
  if (settings.provider === "none") return failed("embeddings.provider is none");
  if (settings.base_url === null) return failed("embeddings.base_url is not set");
  if (settings.model === null) return failed("embeddings.model is not set");
  const endpoint = parseEndpoint(settings.base_url);
  if (endpoint === undefined) return failed("embeddings.base_url is not a plain http or https address");
  const key = findKey({
    usual: KEY_VARIABLES["openai-compatible"],
    named: settings.api_key_env,
    setting: "embeddings.api_key_env",
    endpoint,
    isOptionalAtHome: true,
  });
  if (key.kind === "no key") return failed(key.reason);
  const headers: Record<string, string> = key.value === undefined
    ? {}
    : { authorization: `Bearer ${key.value}` };
  return {
    kind: "place",
    model: settings.model,
    post: { endpoint, path: embeddingsPath(endpoint.path), headers },
  };
}

/** A bare host means the usual `/v1`, as people copy it from their server's greeting. */
function embeddingsPath(basePath: string): string {
  if (basePath.endsWith("/embeddings")) return basePath;
  return `${basePath === "" ? "/v1" : basePath}/embeddings`;
}

function failed(reason: string): EmbeddingsPlace {
  return { kind: "failed", reason };
}
