import assert from "node:assert/strict";
import { loadLanguages } from "../../../../src/core/triage/course.ts";
import { triage } from "../../../../src/host/trained_triage.ts";
import { said } from "../../../triage/conversations.ts";

const SETTINGS = { summaryMinFiles: 3, summaryMinTools: 20 };

const CASES = [
  [
    "German",
    "Ab jetzt immer pnpm verwenden, nie npm, das ist die Regel für dieses Projekt und für alle anderen.",
  ],
  ["Japanese", "今後は必ずpnpmを使ってください。"],
  ["Russian", "Всегда используй pnpm, никогда не используй npm в этом проекте."],
] as const;

for (const [language, text] of CASES) {
  Deno.test(`triage reads ${language} once its cues are loaded, and again what it read without them`, async () => {
    const messages = [said("m1", "user", text)];
    const before = triage(messages, SETTINGS)[0]?.score ?? 0;
    await loadLanguages(messages);
    const [best] = triage(messages, SETTINGS);
    assert.equal(best?.category, "PREFERENCE");
    assert.ok(best.score > before, `${best.score} after ${before}`);
  });
}
