import type { Prompt } from "../../core/refinement/prompt.ts";
import type { HttpQuestion } from "./http.ts";

/** A model behind HTTP: how it is asked, and where its words stand in the answer. */
export interface HttpProvider {
  readonly keyVariables: readonly string[];
  /** Where it is unless `llm.base_url` says otherwise; `null` when that must. */
  readonly baseUrl: string | null;
  readonly model: string;
  /** Whether a server of the user's own may be asked without a key. */
  readonly isKeyOptionalAtHome: boolean;
  readonly ask: (prompt: Prompt, place: Place) => Pick<HttpQuestion, "path" | "headers" | "bodies">;
  /** The model's words; `undefined` where the body is not what this provider sends. Total. */
  readonly readAnswer: (body: unknown) => string | undefined;
}

export interface Place {
  /** The path of the endpoint. */
  readonly basePath: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** `value[path[0]][path[1]]…` as far as it goes; nothing foreign makes it throw. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

/** The texts among the parts of an answer, in order; `undefined` when there are none. */
export function joinTexts(parts: unknown, isAnswer: (part: unknown) => boolean): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.filter(isAnswer).map((part) => at(part, "text")).filter((text) =>
    typeof text === "string"
  );
  return texts.length === 0 ? undefined : texts.join("");
}
