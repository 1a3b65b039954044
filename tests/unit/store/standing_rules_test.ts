import { countRules, standingRules, waitingAtStart } from "../../../src/store/at_start.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { pruneSessionState } from "../../../src/store/maintenance.ts";
import { memoryByRow, type MemoryDraft } from "../../../src/store/memories.ts";
import { keepNote, type NoteDraft, takeNote } from "../../../src/store/notes.ts";
import { storeValue } from "../../../src/store/project_values.ts";
import { markRejected, saveMemory } from "../../../src/store/save_memory.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { ContextStore } from "./context/context_store.ts";
import { AT, draft, MemoryStore, PROJECT } from "./memory_store.ts";

/** A database with rules. */
class RuleStore extends ContextStore {
  /** Keeps a rule of the user; returns its number. */
  rule(body: string, changes: Partial<MemoryDraft> = {}, status: "active" | "candidate" = "active"): number {
    const rule = { category: "PREFERENCE", source: "user", confidence: 1, ...changes } as const;
    return Number(this.keep(body, rule, status).slice(1));
  }

  value(text: string): void {
    storeValue(this.store, { project: PROJECT, text, sources: [] }, this.tick());
  }

  use(row: number, count: number): void {
    this.store.run("update memories set use_count = ? where id = ?", count, row);
  }
}

function waiting({ store }: RuleStore): number | undefined {
  return waitingAtStart(store, { sessionId: "s", project: PROJECT, cwd: null }, false)?.candidates;
}

Deno.test("standingRules() has the best proven first, then what was said, then the surest, then the newest", () => {
  using store = new RuleStore();
  store.rule("said first");
  store.rule("found", { source: "triage" });
  store.rule("less sure", { confidence: 0.7 });
  store.value("a value");
  store.rule("said last", { scope: "user", project: null, title: "A title of its own" });
  store.use(store.rule("used", { source: "import", title: "A heading" }), 2);
  const { best, newest } = standingRules(store.store, PROJECT, 20);
  assertEquals(best.map(({ id, place, text }) => `${id} ${place} ${text}`), [
    "m5 project A heading: used",
    "m4 user A title of its own: said last",
    "v1 values a value",
    "m1 project said first",
    "m3 project less sure",
    "m2 project found",
  ]);
  assertEquals(newest.map(({ id }) => id), ["m5", "m4", "v1"]);
  assertEquals(standingRules(store.store, PROJECT, 2).best.length, 2);
});

Deno.test("standingRules() leaves out candidates, what was replaced or forgotten, other kinds and other projects", () => {
  using store = new RuleStore();
  const kept = store.rule("kept");
  store.rule("a candidate", {}, "candidate");
  for (const status of ["superseded", "deleted"]) {
    store.store.run("update memories set status = ? where id = ?", status, store.rule(status));
  }
  markRejected(store.store, store.rule("tried and dropped"), "too slow", AT);
  store.rule("a decision", { category: "DECISION" });
  store.rule("elsewhere", { project: "/home/dev/other" });
  storeValue(store.store, { project: "/home/dev/other", text: "elsewhere", sources: [] }, "2026-11-20");
  assertEquals(standingRules(store.store, PROJECT, 20).best.map(({ id }) => id), [`m${kept}`]);
  assertEquals([countRules(store.store, PROJECT), waiting(store)], [1, 1]);
});

Deno.test("waitingAtStart() counts the candidates of the project that somebody has to judge", () => {
  using store = new RuleStore();
  for (let i = 0; i < 6; i++) store.rule(`candidate ${i}`, { category: "DECISION" }, "candidate");
  store.rule("a summary", { category: "SESSION_SUMMARY" }, "candidate");
  store.rule("elsewhere", { project: "/home/dev/other" }, "candidate");
  assertEquals(waiting(store), 6);
});

const REASONS = ["a rule was stated"];
const NOTE: NoteDraft = { sessionId: "session-1", promptCount: 1, key: "key", reasons: REASONS, at: AT };

function storeWithNote(): MemoryStore {
  const home = new MemoryStore();
  home.add("sessions", { session_id: "session-1", project: PROJECT, started_at: AT, prompt_count: 2 });
  assert(keepNote(home.store, NOTE, 6));
  return home;
}

function texts({ store }: MemoryStore): string[] {
  return store.column("select reasons || sentences from notes");
}

Deno.test("takeNote() gives a note once, and leaves nothing of its words", () => {
  using home = storeWithNote();
  assertEquals(takeNote(home.store, "session-1", AT), NOTE.reasons);
  assertEquals(texts(home), ["[][]"]);
  assertEquals(takeNote(home.store, "session-1", AT), undefined);
  assert(!keepNote(home.store, { ...NOTE, promptCount: 2 }, 6), "never twice for the same");
});

Deno.test("forgetMemory() leaves no note that may say the same in other letters", () => {
  using home = storeWithNote();
  const { store } = home;
  const { row } = saveMemory(store, draft("The staging password is swordfish"), AT);
  forgetMemory(store, memoryByRow(store, row)!, AT);
  assertEquals(texts(home), []);
  assertEquals(takeNote(store, "session-1", AT), undefined);
});

Deno.test("keepNote() keeps none where a memory was saved behind a private prompt, which leaves no row", () => {
  using home = new MemoryStore();
  const { store } = home;
  const before = "2026-03-01T09:00:00.000Z";
  home.add("prompts", { session_id: "session-1", number: 1, text: "words", created_at: before });
  saveMemory(store, draft("Use pnpm for installs"), AT);
  assert(!keepNote(store, { ...NOTE, promptCount: 2 }, 6));
});

Deno.test("pruneSessionState() removes old notes", () => {
  using home = storeWithNote();
  assertEquals(pruneSessionState(home.store, AT), 0);
  assertEquals(pruneSessionState(home.store, "2026-06-01"), 1);
  assertEquals(texts(home), []);
});
