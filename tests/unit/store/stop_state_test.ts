import { applyWrites } from "../../../src/store/apply_writes.ts";
import { keepAsks, saveSilently } from "../../../src/store/asks.ts";
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
