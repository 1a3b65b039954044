import { applyWrites } from "../../../src/store/apply_writes.ts";
import { keepAsks, saveSilently } from "../../../src/store/asks.ts";
import { tellSilentSaves } from "../../../src/store/at_start.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { memoryByRow } from "../../../src/store/memories.ts";
import { SHELL_WAIT_EVENT, stopState } from "../../../src/store/stop_state.ts";
import { assertEquals } from "../../_support/assert.ts";
import { ContextStore } from "./context/context_store.ts";
import { draft, MemoryStore, PROJECT } from "./memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";
const session = { sessionId: "session-1", project: PROJECT, cwd: null };

Deno.test("stopState() of a session that nobody knows is a beginning", () => {
  using home = new MemoryStore();
  assertEquals({ ...stopState(home.store, "session-1") }, {
    promptCount: 0,
    asked: null,
    isPrivate: 0,
    askedAtPrompt: null,
    shellWaits: 0,
    pendingCaptures: 0,
    hasHeld: 0,
    hasOpenNote: 0,
  });
});

Deno.test("stopState() counts prompts and waits, and knows when it was last asked", () => {
  using home = new MemoryStore();
  const { store } = home;
  for (const text of ["one", "two"]) {
    applyWrites(store, [{ kind: "prompt-submitted", session, at: AT, promptId: text, text }]);
  }
  const wait = {
    kind: "event-logged",
    session,
    event: SHELL_WAIT_EVENT,
    data: undefined,
    durationMs: 1,
  } as const;
  for (const subject of ["one", "two", "two"]) applyWrites(store, [{ ...wait, at: AT, subject }]);
  const found = [{ draft: draft("Use pnpm for installs"), evidenceUuid: "u1" }];
  keepAsks(store, { found, dismissed: [] }, { sessionId: "session-1", promptCount: 2, at: AT });
  const silent = [{ draft: draft("The queue is Redis streams"), evidenceUuid: "u2" }];
  const ask = { sessionId: "session-1", promptCount: 9, at: AT };
  saveSilently(store, { found: silent, dismissed: [] }, { ask, isCertain: () => true });
  const { promptCount, askedAtPrompt, shellWaits } = stopState(store, "session-1");
  assertEquals({ promptCount, askedAtPrompt, shellWaits }, {
    promptCount: 2,
    askedAtPrompt: 2,
    shellWaits: 2,
  });
  assertEquals(stopState(store, "session-2").shellWaits, 0);
});

Deno.test("stopState() counts the session's captures that wait", () => {
  using t = new ContextStore();
  t.start();
  for (const path of ["a.ts", "b.ts", "c.ts"]) t.call({ file_path: path });
  t.store.execute("update pending_queue set status = 'processed' where id = 1");
  assertEquals(["s1", "s2"].map((id) => stopState(t.store, id).pendingCaptures), [2, 0]);
});

Deno.test("stopState() tells the newest prompt, and a wholly private one from none", () => {
  using home = new MemoryStore();
  const { store } = home;
  const state = (text: string | null) => {
    applyWrites(store, [{ kind: "prompt-submitted", session, at: AT, promptId: `${text}`, text }]);
    const { asked, isPrivate } = stopState(store, "session-1");
    return [asked, isPrivate];
  };
  assertEquals([state("one"), state(null), state("three")], [["one", 0], [null, 1], ["three", 0]]);
});
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
