import { applyWrites } from "../../../src/store/apply_writes.ts";
import { keepAsks, saveSilently } from "../../../src/store/asks.ts";
import { tellSilentSaves } from "../../../src/store/at_start.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { SHELL_WAIT_EVENT, stopState } from "../../../src/store/stop_state.ts";
import { assertEquals } from "../../_support/assert.ts";
import { ContextStore } from "./context/context_store.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "./memory_store.ts";

const session = { sessionId: "session-1", project: PROJECT, cwd: null };

test("stopState() of a session that nobody knows is a beginning", (home) => {
  assertEquals({ ...stopState(home.store, "session-1") }, {
    promptCount: 0,
    newestPrompt: null,
    isPrivate: null,
    askedAtPrompt: null,
    shellWaits: 0,
    pendingCaptures: 0,
    hasHeld: 0,
    hasOpenNote: 0,
  });
});

test("stopState() counts prompts and waits, and knows when it was last asked", ({ store }) => {
  for (const text of ["one", "two"]) {
    applyWrites(store, [{ kind: "prompt-submitted", session, at: AT, promptId: text, text }]);
  }
  const wait = { kind: "event-logged", event: SHELL_WAIT_EVENT, data: undefined, durationMs: 1 } as const;
  for (const subject of ["one", "two", "two"]) applyWrites(store, [{ ...wait, session, at: AT, subject }]);
  const found = [{ draft: draft("Use pnpm for installs"), evidenceUuid: "u1" }];
  keepAsks(store, { found, dismissed: [] }, { sessionId: "session-1", promptCount: 2, at: AT });
  const silent = [{ draft: draft("The queue is Redis streams"), evidenceUuid: "u2" }];
  const ask = { sessionId: "session-1", promptCount: 9, at: AT };
  saveSilently(store, { found: silent, dismissed: [] }, { ask, isCertain: () => true });
  const { promptCount, askedAtPrompt, shellWaits } = stopState(store, "session-1");
  assertEquals([promptCount, askedAtPrompt, shellWaits], [2, 2, 2]);
  assertEquals(stopState(store, "session-2").shellWaits, 0);
});

Deno.test("stopState() counts the session's captures that wait", () => {
  using t = new ContextStore();
  t.start();
  for (const path of ["a.ts", "b.ts", "c.ts"]) t.call({ file_path: path });
  t.store.execute("update pending_queue set status = 'processed' where id = 1");
  assertEquals(["s1", "s2"].map((id) => stopState(t.store, id).pendingCaptures), [2, 0]);
});

test("stopState() tells the newest prompt, and a wholly private one from none", ({ store }) => {
  const state = (text: string | null) => {
    applyWrites(store, [{ kind: "prompt-submitted", session, at: AT, promptId: `${text}`, text }]);
    const { newestPrompt, isPrivate } = stopState(store, "session-1");
    return [newestPrompt, isPrivate];
  };
  assertEquals([state("one"), state(null), state("three")], [["one", 0], [null, 1], ["three", 0]]);
});

const PERSON = { project: PROJECT, isUnattended: false };
const SCRIPT = { project: PROJECT, isUnattended: true };
const BODIES = ["Use pnpm for installs", "The queue is Redis streams", "Deploy on Fridays"];

function saveAll({ store }: MemoryStore, bodies: readonly string[]): void {
  const found = bodies.map((body, i) => ({ draft: draft(body), evidenceUuid: `${body} ${i}` }));
  const ask = { sessionId: "session-1", promptCount: 1, at: AT };
  saveSilently(store, { found, dismissed: [] }, { ask, isCertain: () => true });
}

test("tellSilentSaves() tells of each save once, in its own project", (home) => {
  saveAll(home, BODIES);
  assertEquals(tellSilentSaves(home.store, { ...PERSON, project: "/elsewhere" }, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 2, 3]);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

test("tellSilentSaves() tells a person once more what a script was told", (home) => {
  saveAll(home, BODIES.slice(0, 1));
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), [1]);
  saveAll(home, BODIES.slice(1));
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), [2, 3]);
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 2, 3]);
  assertEquals(tellSilentSaves(home.store, SCRIPT, AT), []);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

test("tellSilentSaves() tells nothing of what was forgotten since", (home) => {
  saveAll(home, BODIES);
  forgetMemory(home.store, memoryByRow(home.store, 2)!, AT);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), [1, 3]);
  forgetMemory(home.store, memoryByRow(home.store, 1)!, AT);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});

test("tellSilentSaves() leaves what it has no room for to the next one", (home) => {
  for (let i = 0; i < 60; i++) insertMemory(home.store, draft(`Port ${i}`), { status: "active", at: AT });
  home.store.run("insert into silent_saves (memory_id, project) select id, project from memories");
  assertEquals(tellSilentSaves(home.store, PERSON, AT).length, 50);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), Array.from({ length: 10 }, (_, i) => 51 + i));
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});
