// What becomes of candidates when the agent saves, a person decides, or nobody does.
import { type DraftedFinding, keepAsks } from "../../../src/store/asks.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { memoryByRow, type MemoryDraft } from "../../../src/store/memories.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { expireCandidates, reopen, settleAnswered } from "../../../src/store/candidates.ts";
import type { Store } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { AT, draft, finding, PROJECT, test } from "./memory_store.ts";

const LATER = "2026-03-01T10:05:00.000Z";
const SESSION = { sessionId: "session-1", project: PROJECT, cwd: null };

const PROXY = "The checkout test fails with ECONNRESET because the proxy drops idle connections.";
const ROUNDING = "Totals are rounded once, after summing.";
const PNPM = "Use pnpm for installs.";
const REWORDED = "The monorepo has pnpm as its package manager: with npm an install breaks the workspaces.";

/** A session of one prompt whose stop has asked about these. */
function asked(store: Store, ...found: DraftedFinding[]): void {
  store.transaction(() =>
    applyWrites(store, [
      { kind: "session-started", session: SESSION, at: AT, source: "startup" },
      { kind: "prompt-submitted", session: SESSION, at: AT, promptId: "p1", text: "Go" },
    ])
  );
  keepAsks(store, { found, dismissed: [] }, { sessionId: "session-1", promptCount: 1, at: AT });
}

/** As `save_memory` does it. */
function answer(store: Store, body: string, category: MemoryDraft["category"] = "DECISION"): number {
  return store.transaction(() => {
    const saved = draft(body, { category });
    const { row, outcome } = saveMemory(store, saved, LATER);
    if (outcome !== "confirmed") settleAnswered(store, { ...saved, id: row, session_id: "session-1" }, LATER);
    return row;
  });
}

/** `m1 saved active`, `m2 null candidate`: what was asked about, what came of it, and what it is now. */
function outcomes(store: Store): string[] {
  return store.column(`
    select concat_ws(' ', 'm' || m.id, coalesce(a.outcome, 'null'), m.status, 'by m' || superseded_by)
    from asks a join memories m on m.id = a.memory_id order by m.id`);
}

/** What a stop has asked about, what the agent saves then, and what becomes of each candidate. */
type Said = readonly [body: string, category?: MemoryDraft["category"]];
type Answered = readonly [what: string, found: Said[], said: Said, become: string[]];

for (const [what, found, said, become] of casesOf<Answered>(import.meta.filename)) {
  test(`a candidate ${what}`, (home) => {
    asked(home.store, ...found.map(([body, category = "DECISION"]) => finding(body, { category })));
    answer(home.store, ...said);
    assertEquals(outcomes(home.store), become);
  });
}

test("what the agent saves after the next prompt, or in another session, settles nothing", ({ store }) => {
  asked(store, finding(PNPM));
  settleAnswered(store, { id: 9, category: "DECISION", body: "Take pnpm", session_id: "session-2" }, LATER);
  settleAnswered(store, { id: 9, category: "DECISION", body: "Take pnpm", session_id: null }, LATER);
  applyWrites(store, [{ kind: "prompt-submitted", session: SESSION, at: LATER, promptId: "p2", text: "On" }]);
  answer(store, REWORDED);
  assertEquals(outcomes(store), ["m1 null candidate"]);
});

test("reopen() makes a settled candidate wait again, and no other", ({ store }) => {
  asked(store, finding(PNPM));
  answer(store, REWORDED);
  assertEquals(reopen(store, 1), true);
  assertEquals(memoryByRow(store, 1)?.status, "candidate");
  assertEquals([reopen(store, 2), reopen(store, 9)], [false, false]);
});

test("what is saved silently is saved, and what is forgotten was dropped", ({ store }) => {
  const ask = { sessionId: "s", promptCount: 1, at: AT };
  keepAsks(store, { found: [finding(PNPM)], dismissed: [] }, ask, () => true);
  assertEquals(outcomes(store), ["m1 saved active"]);
  store.transaction(() => forgetMemories(store, [memoryByRow(store, 1)!], LATER));
  assertEquals(outcomes(store), ["m1 dropped deleted"]);
});

test("expireCandidates() takes the texts out of the oldest candidates alone, which may be flagged again", ({ store }) => {
  asked(store, finding(ROUNDING), finding(PNPM), finding(PROXY, { category: "RUNBOOK" }));
  answer(store, ROUNDING);
  store.run("update memories set updated_at = ? where id = 3", LATER);
  const span = { before: LATER, at: LATER };
  assertEquals([expireCandidates(store, span, 1), expireCandidates(store, span, 1)], [1, 0]);
  assertEquals(outcomes(store), ["m1 saved active", "m2 expired deleted", "m3 null candidate"]);
  assertEquals(memoryByRow(store, 2)?.body, "");
  const again = { sessionId: "session-2", promptCount: 1, at: LATER };
  assertEquals(keepAsks(store, { found: [finding(PNPM)], dismissed: [] }, again).length, 1);
});

test("a rule that nobody was asked about waits after an answer of another category about the same matter", (home) => {
  const rule = "From now on always keep money as whole cents, never floats.";
  asked(home.store);
  const unasked = { sessionId: "session-1", promptCount: 1, at: AT };
  keepAsks(
    home.store,
    { found: [finding(rule, { category: "PREFERENCE" })], dismissed: [] },
    unasked,
    () => false,
  );
  answer(home.store, "A cart that is off by a cent keeps money in floats, never whole cents.", "RUNBOOK");
  assertEquals(outcomes(home.store), ["m1 null candidate"]);
  answer(home.store, "Keep money as whole cents, never floats.", "PREFERENCE");
  assertEquals(outcomes(home.store), ["m1 saved active"]);
});
