import { askShifts, resetShifts } from "../../../src/store/ask_outcomes.ts";
import { assertEquals } from "../../_support/assert.ts";
import { MemoryStore } from "./memory_store.ts";

const AT = "2026-01-02T03:04:05.678Z";
const LATER = "2026-01-03T03:04:05.678Z";

/** Asks of one category with these outcomes; `null` is one that nobody has answered in a session that went on. */
function answered(home: MemoryStore, category: string, outcomes: readonly (string | null)[], at = AT): void {
  for (const outcome of outcomes) {
    home.store.run(
      `insert into asks (session_id, category, key, prompt_count, created_at, memory_id, outcome)
       values ('s', ?, 'k', 1, ?, 1, ?)`,
      category,
      at,
      outcome,
    );
  }
}

const CASES: readonly [string, readonly (string | null)[], Record<string, number>][] = [
  ["few answers say nothing", ["dropped", "dropped", null, "dropped"], {}],
  ["what was left raises it", ["dropped", "dropped", "expired", "dropped", "saved"], { RUNBOOK: 0.06 }],
  ["what was saved lowers it a little", Array(9).fill("saved"), { RUNBOOK: -0.04 }],
  ["both alike say nothing", ["saved", "settled", "saved", "dropped", "dropped", "dropped"], {}],
  ["it has a bound", Array(40).fill("dropped"), { RUNBOOK: 0.15 }],
];

for (const [name, outcomes, expected] of CASES) {
  Deno.test(`askShifts() ${name}`, () => {
    using home = new MemoryStore();
    answered(home, "RUNBOOK", outcomes);
    assertEquals(askShifts(home.store), expected);
  });
}

Deno.test("askShifts() counts an ask that the session went on without, and forgets all at a reset", () => {
  using home = new MemoryStore();
  home.store.run(
    "insert into sessions (session_id, project, started_at, prompt_count) values ('s', '/p', ?, 9)",
    AT,
  );
  answered(home, "DECISION", Array(6).fill(null));
  assertEquals(askShifts(home.store), { DECISION: 0.12 });
  resetShifts(home.store, LATER);
  assertEquals(askShifts(home.store), {});
});
