import { saveSilently } from "../../../src/store/asks.ts";
import { tellSilentSaves } from "../../../src/store/at_start.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { memoryByRow } from "../../../src/store/memories.ts";
import { assertEquals } from "../../_support/assert.ts";
import { draft, MemoryStore, PROJECT } from "./memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";
const ASK = { sessionId: "session-1", promptCount: 1, at: AT };
const PERSON = { project: PROJECT, isUnattended: false };
const SCRIPT = { project: PROJECT, isUnattended: true };
const BODIES = ["Use pnpm for installs", "The queue is Redis streams", "Deploy on Fridays"];

Deno.test("tellSilentSaves() tells of each save once, in its own project", () => {
  using home = new MemoryStore();
  const found = BODIES.map((body, i) => ({ draft: draft(body), evidenceUuid: `u${i}` }));
  saveSilently(home.store, { found, dismissed: [] }, { ask: ASK, isCertain: () => true });
  assertEquals(tellSilentSaves(home.store, { ...PERSON, project: "/elsewhere" }, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 2, 3]);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

Deno.test("tellSilentSaves() tells a person once more what a script was told", () => {
  using home = new MemoryStore();
  const [first, ...others] = BODIES.map((body, i) => ({ draft: draft(body), evidenceUuid: `u${i}` }));
  saveSilently(home.store, { found: [first!], dismissed: [] }, { ask: ASK, isCertain: () => true });
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), [1]);
  saveSilently(home.store, { found: others, dismissed: [] }, { ask: ASK, isCertain: () => true });
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), [2, 3]);
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 2, 3]);
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

Deno.test("tellSilentSaves() tells nothing of what was forgotten since", () => {
  using home = new MemoryStore();
  const found = BODIES.map((body, i) => ({ draft: draft(body), evidenceUuid: `u${i}` }));
  saveSilently(home.store, { found, dismissed: [] }, { ask: ASK, isCertain: () => true });
  forgetMemory(home.store, memoryByRow(home.store, 2)!, AT);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 3]);
  forgetMemory(home.store, memoryByRow(home.store, 1)!, AT);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

Deno.test("tellSilentSaves() leaves what it has no room for to the next one", () => {
  using home = new MemoryStore();
  const bodies = Array.from({ length: 60 }, (_, i) => `Port ${9000 + i} belongs to the service number ${i}`);
  const insert =
    "insert into memories (project, category, body, source, created_at, updated_at) values (?, ?, ?, ?, ?, ?)";
  for (const body of bodies) home.store.run(insert, PROJECT, "DECISION", body, "triage", AT, AT);
  home.store.run("insert into silent_saves (memory_id, project) select id, project from memories");
  assertEquals(tellSilentSaves(home.store, PERSON, AT).length, 50);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), Array.from({ length: 10 }, (_, i) => 51 + i));
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});
