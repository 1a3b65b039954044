import { ANSWER_SCHEMA } from "../../core/refinement/prompt.ts";
import { KEY_VARIABLES } from "./environment.ts";
import { at, type HttpProvider, joinTexts } from "./provider.ts";

/** Anthropic's Messages API. */
export const HAIKU: HttpProvider = {
  keyVariables: KEY_VARIABLES.haiku,
  baseUrl: "https://api.anthropic.com",
  model: "claude-haiku-5-5",
  isKeyOptionalAtHome: false,
  ask: ({ system, user }, { basePath, model, key }) => {
    const question = { model, max_tokens: 4096, system, messages: [{ role: "user", content: user }] };
    return {
      path: `${basePath.replace(/\/v1$/, "")}/v1/messages`,
      headers: { "x-api-key": key ?? "", "anthropic-version": "2023-06-01" },
      bodies: [
        {
          ...question,
          thinking: { type: "disabled" },
          output_config: { format: { type: "json_schema", schema: ANSWER_SCHEMA } },
        },
        question,
      ],
    };
  },
  readAnswer: (body) => joinTexts(at(body, "content"), (part) => at(part, "type") === "text"),
};
