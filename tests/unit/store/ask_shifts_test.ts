import { askShifts, resetShifts } from "../../../src/store/candidates.ts";
import { NOT_ASKED } from "../../../src/store/asks.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { AT, MemoryStore, test } from "./memory_store.ts";

/** Asks of one category with these outcomes; `null` is one that nobody has answered in a session that went on. */
function answered(home: MemoryStore, category: string, outcomes: readonly (string | null)[]): void {
  for (const outcome of outcomes) {
    const ask = { session_id: "s", category, key: "k", prompt_count: 1, memory_id: 1 };
    home.add("asks", { ...ask, created_at: AT, outcome });
  }
}

type Case = [name: string, outcomes: (string | null)[], shifts: Record<string, number>];
for (const [name, outcomes, expected] of casesOf<Case>(import.meta.filename)) {
  test(`askShifts() ${name}`, (home) => {
    answered(home, "RUNBOOK", outcomes);
    assertEquals(askShifts(home.store), expected);
  });
}

test("askShifts() counts the newest asks, however many findings were handled without one", (home) => {
  answered(home, "RUNBOOK", Array(6).fill("dropped"));
  const dismissed = {
    session_id: "s",
    category: "RUNBOOK",
    key: "k",
    prompt_count: NOT_ASKED,
    created_at: AT,
  };
  for (let i = 0; i < 200; i++) home.add("asks", dismissed);
  assertEquals(askShifts(home.store), { RUNBOOK: 0.12 });
});

test("askShifts() counts an ask that the session went on without, and forgets all at a reset", (home) => {
  home.add("sessions", { session_id: "s", project: "/p", started_at: AT, prompt_count: 9 });
  answered(home, "DECISION", Array(6).fill(null));
  assertEquals(askShifts(home.store), { DECISION: 0.12 });
  resetShifts(home.store, "2026-03-02T10:00:00.000Z");
  assertEquals(askShifts(home.store), {});
});
