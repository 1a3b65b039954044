import { Comparables } from "../../../src/store/memories.ts";
import { addCandidate, saveMemory } from "../../../src/store/save_memory.ts";
import { assertEquals } from "../../_support/assert.ts";
import { draft, MemoryStore } from "./memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";

Deno.test("Comparables are those of a draft's category and place, active ones first", () => {
  using home = new MemoryStore();
  addCandidate(home.store, draft("Deploy on Fridays"), AT);
  saveMemory(home.store, draft("Use PNPM for installs"), AT);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("Use make", { project: "/elsewhere" }), AT);
  const seen = new Comparables(home.store).of(draft("anything")).map(({ status, body }) => [status, body]);
  assertEquals(seen, [["active", "Use PNPM for installs"], ["candidate", "Deploy on Fridays"]]);
});

Deno.test("addCandidate() compares with what was added beside it", () => {
  using home = new MemoryStore();
  const comparables = new Comparables(home.store);
  assertEquals(addCandidate(home.store, draft("Use pnpm for installs"), AT, comparables), 1);
  assertEquals(addCandidate(home.store, draft("Always use pnpm for installs"), AT, comparables), undefined);
  assertEquals(saveMemory(home.store, draft("We use pnpm for installs"), AT, comparables).row, 1);
});
