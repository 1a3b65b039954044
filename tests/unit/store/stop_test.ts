import { applyWrites } from "../../../src/store/apply_writes.ts";
import { keepAsks, saveSilently } from "../../../src/store/asks.ts";
import { tellSilentSaves } from "../../../src/store/at_start.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { SHELL_WAIT_EVENT, stopState } from "../../../src/store/stop_state.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
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
const READERS: Record<string, typeof PERSON> = {
  person: PERSON,
  script: { ...PERSON, isUnattended: true },
  elsewhere: { ...PERSON, project: "/elsewhere" },
};
const BODIES = ["Use pnpm for installs", "The queue is Redis streams", "Deploy on Fridays"];

function saveAll({ store }: MemoryStore, bodies: readonly string[]): void {
  const found = bodies.map((body, i) => ({ draft: draft(body), evidenceUuid: `${body} ${i}` }));
  const ask = { sessionId: "session-1", promptCount: 1, at: AT };
  saveSilently(store, { found, dismissed: [] }, { ask, isCertain: () => true });
}

type Told = [who: string, ...rows: number[]];

for (
  const [what, steps] of casesOf<[what: string, steps: (string | Told)[]]>(import.meta.filename, "_saves")
) {
  test(`tellSilentSaves() tells ${what}`, (home) => {
    const left = [...BODIES];
    for (const step of steps) {
      if (typeof step !== "string") {
        const [who, ...rows] = step;
        assertEquals(tellSilentSaves(home.store, READERS[who]!, AT), rows, step.join(" "));
        continue;
      }
      const [verb, number] = step.split(" ");
      if (verb === "save") saveAll(home, left.splice(0, Number(number)));
      else forgetMemory(home.store, memoryByRow(home.store, Number(number))!, AT);
    }
  });
}

test("tellSilentSaves() leaves what it has no room for to the next one", (home) => {
  for (let i = 0; i < 60; i++) insertMemory(home.store, draft(`Port ${i}`), { status: "active", at: AT });
  home.store.run("insert into silent_saves (memory_id, project) select id, project from memories");
  assertEquals(tellSilentSaves(home.store, PERSON, AT).length, 50);
  assertEquals(tellSilentSaves(home.store, PERSON, AT), Array.from({ length: 10 }, (_, i) => 51 + i));
  assertEquals(tellSilentSaves(home.store, PERSON, AT), []);
});
