import { stopState } from "../../../src/store/stop_state.ts";
import {
  type Ask,
  type Finding,
  type Findings,
  handledBefore,
  keepAsks,
  releaseHeld,
  saveHeld,
  saveSilently,
} from "../../../src/store/asks.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { memoryByRow } from "../../../src/store/memories.ts";
import { keepNote } from "../../../src/store/notes.ts";
import { editMemory, saveMemory } from "../../../src/store/save_memory.ts";
import { assertEquals } from "../../_support/assert.ts";
import { AT, draft, finding, MemoryStore, PROJECT, test } from "./memory_store.ts";

const ASK: Ask = { sessionId: "session-1", promptCount: 3, at: AT };
const SAVE = { ask: ASK, isCertain: () => true };

function found(...findings: Finding[]): Findings {
  return { found: findings, dismissed: [] };
}

function bodies(findings: readonly Finding[]): string[] {
  return findings.map((one) => one.draft.body);
}

/** Stores the session of `ASK`, and its prompt. */
function beginTurn(home: MemoryStore): void {
  home.add("sessions", { session_id: "session-1", project: PROJECT, started_at: AT });
  home.add("prompts", { session_id: "session-1", number: 3, text: "Go on", created_at: AT });
}

const PNPM = finding("Use pnpm for installs", {}, "u1");
const REDIS = finding("The queue is Redis streams", {}, "u2");

test("keepAsks() knows what was asked by its words and by its message, in whatever words it comes", (home) => {
  keepAsks(home.store, found(PNPM), ASK);
  home.store.run("delete from memories");
  const again = [
    finding("use PNPM, for installs!", {}, "u9"),
    finding("Packages come from elsewhere now", {}, "u1"),
    finding("A constraint of the same message", { category: "CONSTRAINT" }, "u1"),
  ];
  assertEquals(keepAsks(home.store, found(...again), ASK), []);
  assertEquals(bodies(keepAsks(home.store, found(PNPM), { ...ASK, sessionId: "other" })), bodies([PNPM]));
});

test("keepAsks() gives nothing that is a memory, a candidate or was forgotten, and does not look at it again", ({ store }) => {
  saveMemory(store, draft("We always use pnpm for installs"), AT);
  const { row } = saveMemory(store, REDIS.draft, AT);
  forgetMemory(store, memoryByRow(store, row)!, AT);
  assertEquals(keepAsks(store, found(PNPM, REDIS), ASK), []);
  assertEquals([...handledBefore(store, "session-1").messages].sort(), ["u1", "u2"]);
  assertEquals(stopState(store, "session-1").askedAtPrompt, null, "nobody was asked");
});

test("keepAsks() does not find again what was forgotten in other words, as the agent saved or a person edited it", ({ store }) => {
  keepAsks(store, found(PNPM, REDIS), ASK);
  const longer = draft("We always use pnpm for installs");
  assertEquals(saveMemory(store, longer, AT).outcome, "confirmed");
  editMemory(store, 2, { ...memoryByRow(store, 2)!, body: "Jobs wait in streams" }, AT);
  for (const row of [1, 2]) forgetMemory(store, memoryByRow(store, row)!, AT);
  assertEquals(keepAsks(store, found(PNPM, REDIS), { ...ASK, sessionId: "other" }), []);
});

test("keepAsks() gives two findings of one message at once, and none of them later", (home) => {
  const debt = finding("Retries are missing in the queue", { category: "TECH_DEBT" }, "u1");
  assertEquals(keepAsks(home.store, found(PNPM, debt), ASK).length, 2);
  assertEquals(keepAsks(home.store, found(PNPM, debt), ASK).length, 0);
});

test("keepAsks() gives one summary a session, whatever it says by then", (home) => {
  const summary = (body: string, sessionId: string): Findings => ({
    found: [{ draft: draft(body, { category: "SESSION_SUMMARY", sessionId }), evidenceUuid: "" }],
    dismissed: [],
  });
  assertEquals(keepAsks(home.store, summary("Changed 3 files", "session-1"), ASK).length, 1);
  assertEquals(keepAsks(home.store, summary("Changed 9 files", "session-1"), ASK).length, 0);
  const other = { ...ASK, sessionId: "session-2" };
  assertEquals(keepAsks(home.store, summary("Changed 3 files", "session-2"), other).length, 1);
});

for (const place of [{}, { scope: "user", project: null }] as const) {
  test(`keepAsks() gives nothing that the agent has said by updating the ${place.scope ?? "project"}'s memory of an earlier session`, (home) => {
    const { store } = home;
    beginTurn(home);
    const rule = (body: string, sessionId: string) =>
      draft(body, { category: "PREFERENCE", sessionId, ...place });
    const before = rule("What is public and new gets @since fork-5", "session-0");
    saveMemory(store, before, "2026-02-01T10:00:00.000Z");
    const again = rule("What is public and new with us gets @since fork-5.", "session-1");
    assertEquals(saveMemory(store, again, AT).outcome, "updated");
    const said = finding("New from now on is @since fork-5", { category: "PREFERENCE" }, "u1");
    assertEquals(bodies(keepAsks(store, found(said), ASK)), []);
  });
}

test("keepAsks() passes over nothing because another session's agent has saved something meanwhile", (home) => {
  const { store } = home;
  beginTurn(home);
  saveMemory(store, draft("Retries stop after three", { sessionId: "a-parallel-one" }), AT);
  assertEquals(bodies(keepAsks(store, found(REDIS), ASK)), bodies([REDIS]));
});

/** Ways in which a turn's agent or user can save something. */
const SAVES: Record<string, (home: MemoryStore) => void> = {
  "a memory": ({ store }) => saveMemory(store, draft("Retries stop after three"), AT),
  "a candidate of the session": ({ store }) => {
    keepAsks(store, found(finding("Retries stop after three", {}, "u0")), { ...ASK, promptCount: 2 });
    saveMemory(store, draft("Retries stop after three"), AT);
  },
  "a memory of an earlier session": ({ store }) => {
    const early = draft("Retries stop after three", { sessionId: "session-0" });
    saveMemory(store, early, "2026-02-01T10:00:00.000Z");
    assertEquals(saveMemory(store, draft("Retries stop after three"), AT).outcome, "updated");
  },
  "a lesson": (home) => {
    home.resolve(home.predict({ sessionId: "session-1" }), {
      lesson: { what_worked: "", takeaway: "Round" },
    });
  },
};

for (const [saved, save] of Object.entries(SAVES)) {
  test(`a turn that saved ${saved} is neither asked about, now or later, nor noted`, (home) => {
    const { store } = home;
    const note = { sessionId: "session-1", promptCount: 3, key: "turn", reasons: ["a rule"], at: AT };
    beginTurn(home);
    save(home);
    assertEquals(bodies(keepAsks(store, found(PNPM), ASK)), []);
    keepAsks(store, found(REDIS), { ...ASK, isHeld: true });
    assertEquals(releaseHeld(store, { ...ASK, promptCount: 6 }), []);
    assertEquals(keepNote(store, note, 3), false);
  });
}

test("keepAsks() remembers what was dismissed and keeps nothing of it", (home) => {
  assertEquals(keepAsks(home.store, { found: [], dismissed: [PNPM] }, ASK), []);
  assertEquals(handledBefore(home.store, "session-1").includes(PNPM), true);
  assertEquals(home.store.all("select id from memories"), []);
  assertEquals(stopState(home.store, "session-1").askedAtPrompt, null);
});

test("saveSilently() saves what is new, to be told once", (home) => {
  const { store } = home;
  assertEquals(saveSilently(store, found(PNPM), SAVE), [1]);
  assertEquals(saveSilently(store, found(PNPM, REDIS), SAVE), [2]);
  const saved = home.rows("select status, source, confidence from memories");
  assertEquals(saved, Array(2).fill(["active", "triage", 0.8]));
  assertEquals(store.column("select memory_id from silent_saves"), [1, 2]);
});

test("saveSilently() leaves alone what somebody has saved, flagged or forgotten", ({ store }) => {
  const { row } = saveMemory(store, draft("Use npm"), AT);
  const again = finding("Use npm", {}, "u3");
  forgetMemory(store, memoryByRow(store, row)!, AT);
  keepAsks(store, found(PNPM), { ...ASK, sessionId: "session-0" });
  assertEquals(saveSilently(store, found(again, PNPM), SAVE), []);
  assertEquals(store.all("select memory_id from silent_saves"), []);
  assertEquals(memoryByRow(store, 2)?.status, "candidate");
});

test("handledBefore() tells sessions apart, and takes a message without an id for no other", (home) => {
  keepAsks(home.store, found({ ...PNPM, evidenceUuid: "" }), ASK);
  const handled = handledBefore(home.store, "session-1");
  assertEquals(handled.includes({ ...REDIS, evidenceUuid: "" }), false);
  assertEquals(handled.messages.size, 0);
  assertEquals(handledBefore(home.store, "session-2").includes(PNPM), false);
});

const HOLD: Ask = { ...ASK, isHeld: true };

test("keepAsks() notes as asked about no more than there is room for beside what was held", ({ store }) => {
  keepAsks(store, found(PNPM), HOLD);
  const held = releaseHeld(store, ASK);
  assertEquals(held.map(({ text }) => text), bodies([PNPM]));
  keepAsks(store, found(REDIS), { ...ASK, room: 0 });
  assertEquals(store.column("select prompt_count from asks order by id"), [ASK.promptCount, -1]);
});

test("releaseHeld() leaves out what the agent has saved meanwhile in other words", (home) => {
  const { store } = home;
  const rule = finding("From now on always use pnpm instead of npm in this repository.", {
    category: "PREFERENCE",
  }, "u1");
  keepAsks(store, found(rule, REDIS), HOLD);
  const words = "Use pnpm, never npm, in this repository: its lockfile is pnpm's";
  saveMemory(store, draft(words, { category: "PREFERENCE" }), AT);
  assertEquals(releaseHeld(store, ASK).map(({ text }) => text), bodies([REDIS]));
  assertEquals(
    home.rows("select m.status, a.outcome from asks a join memories m on m.id = a.memory_id order by a.id"),
    [["superseded", "settled"], ["candidate", null]],
  );
});

test("saveHeld() looks at every held finding, not only at as many as one ask has", ({ store }) => {
  const animals = ["badger", "civet", "dingo", "ermine", "ferret", "gecko", "heron"];
  for (const animal of animals) {
    keepAsks(store, found(finding(`The ${animal} holds ${animal} rows`, {}, animal)), HOLD);
  }
  const isCertain = ({ text }: { readonly text: string }) => text.includes("heron");
  assertEquals(saveHeld(store, "session-1", { at: AT, isCertain }), [7]);
  assertEquals(releaseHeld(store, ASK).length, 6);
});
