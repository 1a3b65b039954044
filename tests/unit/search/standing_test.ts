import { assert, assertEquals } from "../../_support/assert.ts";
import { type Standing, standingParts } from "../../../src/search/scores.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const MEMORY: Standing = {
  kind: "memory",
  created_at: "2026-05-31T00:00:00Z",
  category: "DECISION",
  confidence: 0.9,
  use_count: 0,
};

function total(changes: Partial<Standing>): number {
  return standingParts(0.5, { ...MEMORY, ...changes }, NOW).reduce((sum, { value }) => sum + value, 0);
}

Deno.test("standingParts() prefers what is new, sure and used", () => {
  assert(total({}) > total({ created_at: "2025-01-01T00:00:00Z" }));
  assert(total({}) > total({ confidence: 0.6 }));
  assert(total({ use_count: 3 }) > total({}));
  assertEquals(total({ use_count: 15 }), total({ use_count: 4000 }));
});

Deno.test("standingParts() lets a session's summary age faster than a preference", () => {
  const created_at = "2026-02-01T00:00:00Z";
  assert(total({ category: "SESSION_SUMMARY", created_at }) < total({ category: "PREFERENCE", created_at }));
});

Deno.test("standingParts() takes a summary of a session for less than what was meant to be kept", () => {
  const loss = total({}) - total({ category: "SESSION_SUMMARY" });
  assert(loss > 0.05 && loss < 0.1, String(loss));
  assert(total({ kind: "session", category: null }) < total({ kind: "scratchpad", category: null }) - 0.05);
});

Deno.test("standingParts() moves a score by little", () => {
  for (const created_at of ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "", "no date"]) {
    for (const confidence of [0, 1, null]) {
      for (const use_count of [0, 1e9, null]) {
        const change = total({ created_at, confidence, use_count });
        assert(Math.abs(change) <= 0.5 * 0.13, `${created_at} ${confidence} ${use_count}: ${change}`);
      }
    }
  }
});

Deno.test("standingParts() says nothing of what has no age", () => {
  const code: Standing = { kind: "code", created_at: "", category: null, confidence: null, use_count: null };
  assertEquals(standingParts(0.5, code, NOW), []);
});
