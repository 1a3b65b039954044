import { insertMemory, type MemoryDraft } from "../../../src/store/memories.ts";
import { storeValue } from "../../../src/store/project_values.ts";
import { countRules, standingRules, waitingAtStart } from "../../../src/store/at_start.ts";
import { assertEquals } from "../../_support/assert.ts";
import { draft, MemoryStore, PROJECT } from "./memory_store.ts";

/** A database whose clock goes on by a second a rule. */
class RuleStore extends MemoryStore {
  #seconds = 0;

  rule(body: string, changes: Partial<MemoryDraft> = {}, status: "active" | "candidate" = "active"): number {
    const rule = draft(body, { category: "PREFERENCE", source: "user", confidence: 1, ...changes });
    return insertMemory(this.store, rule, { status, at: this.#tick() });
  }

  value(text: string): void {
    storeValue(this.store, { project: PROJECT, text, sources: [] }, this.#tick());
  }

  use(row: number, count: number): void {
    this.store.run("update memories set use_count = ? where id = ?", count, row);
  }

  #tick(): string {
    return new Date(Date.UTC(2026, 10, 20, 10, 0, this.#seconds++)).toISOString();
  }
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
  store.rule("a decision", { category: "DECISION" });
  store.rule("elsewhere", { project: "/home/dev/other" });
  storeValue(store.store, { project: "/home/dev/other", text: "elsewhere", sources: [] }, "2026-11-20");
  assertEquals(standingRules(store.store, PROJECT, 20).best.map(({ id }) => id), [`m${kept}`]);
  const session = { sessionId: "s", project: PROJECT, cwd: null };
  assertEquals([countRules(store.store, PROJECT), waitingAtStart(store.store, session, false)?.candidates], [
    1,
    1,
  ]);
});

Deno.test("waitingAtStart() counts the candidates of the project that somebody has to judge", () => {
  using store = new RuleStore();
  for (let i = 0; i < 6; i++) store.rule(`candidate ${i}`, { category: "DECISION" }, "candidate");
  store.rule("a summary", { category: "SESSION_SUMMARY" }, "candidate");
  store.rule("elsewhere", { project: "/home/dev/other" }, "candidate");
  const session = { sessionId: "s", project: PROJECT, cwd: null };
  assertEquals(waitingAtStart(store.store, session, false)?.candidates, 6);
});
