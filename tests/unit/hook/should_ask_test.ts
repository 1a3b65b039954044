import { shouldAsk } from "../../../src/hook/judge_conversation.ts";
import { assertEquals } from "../../_support/assert.ts";
import { candidate } from "../llm/refinement_samples.ts";

const SETTINGS = { provider: "haiku", llmFloor: 0.3, newMessages: 4 } as const;
const AT_FLOOR = [candidate({ score: 0.3 })];
const BELOW = [candidate({ score: 0.29 })];

Deno.test("shouldAsk never asks in mode heuristic", () => {
  assertEquals(shouldAsk("heuristic", AT_FLOOR, SETTINGS), false);
});

Deno.test("shouldAsk asks in mode hybrid when a candidate reaches the floor", () => {
  assertEquals(shouldAsk("hybrid", AT_FLOOR, SETTINGS), true);
  assertEquals(shouldAsk("hybrid", BELOW, SETTINGS), false);
  assertEquals(shouldAsk("hybrid", [], SETTINGS), false);
});

Deno.test("shouldAsk asks in mode llm whatever was found", () => {
  assertEquals(shouldAsk("llm", [], SETTINGS), true);
});

Deno.test("shouldAsk never asks without new messages or without a provider", () => {
  for (const mode of ["hybrid", "llm"] as const) {
    assertEquals(shouldAsk(mode, AT_FLOOR, { ...SETTINGS, newMessages: 0 }), false);
    assertEquals(shouldAsk(mode, AT_FLOOR, { ...SETTINGS, provider: "none" }), false);
  }
});
