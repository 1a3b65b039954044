import { ANSWER_SCHEMA } from "../../core/refinement/prompt.ts";
import { KEY_VARIABLES } from "./environment.ts";
import { at, type HttpProvider, joinTexts } from "./provider.ts";

/** Google's `generateContent`. */
export const GEMINI: HttpProvider = {
  keyVariables: KEY_VARIABLES["gemini-flash"],
  baseUrl: "https://generativelanguage.googleapis.com",
  model: "gemini-flash-latest", // versions are retired within months; this name moves on with them
  isKeyOptionalAtHome: false,
  ask: ({ system, user }, { basePath, model, key }) => {
    const version = /\/v\d\w*$/.test(basePath) ? basePath : `${basePath}/v1beta`;
    const question = {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: "user", parts: [{ text: user }] }],
    };
    const generationConfig = { responseMimeType: "application/json", maxOutputTokens: 8192 };
    const thinkingConfig = { thinkingLevel: "low" };
    return {
      path: `${version}/models/${encodeURIComponent(model.replace(/^models\//, ""))}:generateContent`,
      headers: { "x-goog-api-key": key ?? "" },
      bodies: [
        {
          ...question,
          generationConfig: { ...generationConfig, responseJsonSchema: ANSWER_SCHEMA, thinkingConfig },
        },
        { ...question, generationConfig },
      ],
    };
  },
  readAnswer: (body) =>
    joinTexts(at(body, "candidates", 0, "content", "parts"), (part) => at(part, "thought") !== true),
};
