import { ANSWER_SCHEMA } from "../../core/refinement/prompt.ts";
import { KEY_VARIABLES } from "./environment.ts";
import { at, type HttpProvider } from "./provider.ts";

/** Whatever speaks OpenAI's `chat/completions`, a server on this machine included. */
export const OPENAI_COMPATIBLE: HttpProvider = {
  keyVariables: KEY_VARIABLES["openai-compatible"],
  baseUrl: null,
  model: "gpt-5.6-luna",
  isKeyOptionalAtHome: true,
  ask: ({ system, user }, { basePath, model, key }) => {
    const messages = [{ role: "system", content: system }, { role: "user", content: user }];
    const question = { model, messages, stream: false };
    const json_schema = { name: "verdicts", strict: true, schema: ANSWER_SCHEMA };
    return {
      path: completionsPath(basePath),
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      bodies: [
        { ...question, response_format: { type: "json_schema", json_schema } },
        { ...question, response_format: { type: "json_object" } },
      ],
    };
  },
  readAnswer: (body) => {
    const text = at(body, "choices", 0, "message", "content");
    return typeof text === "string" ? text : undefined;
  },
};

/** A bare host means the usual `/v1`, as people copy it from their server's greeting. */
function completionsPath(basePath: string): string {
  if (basePath.endsWith("/chat/completions")) return basePath;
  return `${basePath === "" ? "/v1" : basePath}/chat/completions`;
}
