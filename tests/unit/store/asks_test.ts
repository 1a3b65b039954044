import { stopState } from "../../../src/store/stop_state.ts";
import { type Ask, type DraftedFinding, handledBefore, keepAsks } from "../../../src/store/asks.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { memoryByRow } from "../../../src/store/memories.ts";
import { keepNote } from "../../../src/store/notes.ts";
import { editMemory, saveMemory } from "../../../src/store/save_memory.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import type { MemoryDraft } from "../../../src/store/memories.ts";
import type { Store } from "../../../src/store/store.ts";
import { AT, draft, finding, MemoryStore, PROJECT, test } from "./memory_store.ts";

const ASK: Ask = { sessionId: "session-1", promptCount: 3, at: AT };

function found(...findings: DraftedFinding[]): Parameters<typeof keepAsks>[1] {
  return { found: findings, dismissed: [] };
}

const bodies = (findings: readonly DraftedFinding[]): string[] => findings.map((one) => one.draft.body);

/** Stores the session of `ASK`, and its prompt. */
function beginTurn(home: MemoryStore): void {
  home.add("sessions", { session_id: "session-1", project: PROJECT, started_at: AT });
  home.add("prompts", { session_id: "session-1", number: 3, text: "Go on", created_at: AT });
}

const PNPM = finding("Use pnpm for installs", {}, "u1");
const REDIS = finding("The queue is Redis streams", {}, "u2");

type Found = Parameters<typeof finding>;

/** A step of a turn, and what it gives: the bodies that are asked about, or the outcome of a save. */
interface Step {
  readonly ask?: readonly Found[];
  readonly save?: Partial<MemoryDraft> & { readonly body: string };
  readonly sql?: string;
  readonly of?: Partial<Ask>;
  readonly at?: string;
  readonly gives?: unknown;
}

function take(store: Store, { ask: asked, save, sql, of, at = AT }: Step): unknown {
  const ask = { ...ASK, ...of };
  if (asked !== undefined) return bodies(keepAsks(store, found(...asked.map((one) => finding(...one))), ask));
  if (save !== undefined) return saveMemory(store, draft(save.body, save), at).outcome;
  store.run(sql!);
}

type Asked = [what: string, steps: Step[], query?: string, rows?: unknown[][]];

for (const [what, steps, query, rows] of casesOf<Asked>(import.meta.filename)) {
  test(`a stop asks about ${what}`, (home) => {
    beginTurn(home);
    for (const step of steps) assertEquals(take(home.store, step), step.gives, JSON.stringify(step));
    if (query !== undefined) assertEquals(home.rows(query), rows);
  });
}

test("keepAsks() does not find again what was forgotten in other words, as the agent saved or a person edited it", ({ store }) => {
  keepAsks(store, found(PNPM, REDIS), ASK);
  const longer = draft("We always use pnpm for installs");
  assertEquals(saveMemory(store, longer, AT).outcome, "confirmed");
  editMemory(store, 2, { ...memoryByRow(store, 2)!, body: "Jobs wait in streams" }, AT);
  for (const row of [1, 2]) forgetMemories(store, [memoryByRow(store, row)!], AT);
  assertEquals(keepAsks(store, found(PNPM, REDIS), { ...ASK, sessionId: "other" }), []);
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
    assertEquals(keepAsks(store, found(REDIS), ASK, () => true), []);
    assertEquals(keepNote(store, note, 3), false);
  });
}

test("keepAsks() remembers what was dismissed and keeps nothing of it", (home) => {
  assertEquals(keepAsks(home.store, { found: [], dismissed: [PNPM] }, ASK), []);
  assertEquals(handledBefore(home.store, "session-1").includes(PNPM), true);
  assertEquals(home.store.all("select id from memories"), []);
  assertEquals(stopState(home.store, "session-1").askedAtPrompt, null);
});

test("keepAsks() without asking leaves alone what somebody has saved, flagged or forgotten", ({ store }) => {
  const { row } = saveMemory(store, draft("Use npm"), AT);
  const again = finding("Use npm", {}, "u3");
  forgetMemories(store, [memoryByRow(store, row)!], AT);
  keepAsks(store, found(PNPM), { ...ASK, sessionId: "session-0" });
  assertEquals(keepAsks(store, found(again, PNPM), ASK, () => true), []);
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
