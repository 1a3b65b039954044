import { forgetMemories } from "../../../src/store/forget.ts";
import { pruneSessionState } from "../../../src/store/removal.ts";
import { memoryByRow } from "../../../src/store/memories.ts";
import { keepNote, type NoteDraft, takeNote } from "../../../src/store/notes.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "./memory_store.ts";

const REASONS = ["a rule was stated"];
const NOTE: NoteDraft = { sessionId: "session-1", promptCount: 1, key: "key", reasons: REASONS, at: AT };

function storeWithNote(): MemoryStore {
  const home = new MemoryStore();
  home.add("sessions", { session_id: "session-1", project: PROJECT, started_at: AT, prompt_count: 2 });
  assert(keepNote(home.store, NOTE, 6));
  return home;
}

const texts = ({ store }: MemoryStore): string[] => store.column("select reasons from notes");

Deno.test("takeNote() gives a note once, and leaves nothing of its words", () => {
  using home = storeWithNote();
  assertEquals(takeNote(home.store, "session-1", AT), NOTE.reasons);
  assertEquals(texts(home), ["[]"]);
  assertEquals(takeNote(home.store, "session-1", AT), undefined);
  assert(!keepNote(home.store, { ...NOTE, promptCount: 2 }, 6), "never twice for the same");
});

Deno.test("forgetMemories() leaves no note that may say the same in other letters", () => {
  using home = storeWithNote();
  const { store } = home;
  const { row } = saveMemory(store, draft("The staging password is swordfish"), AT);
  forgetMemories(store, [memoryByRow(store, row)!], AT);
  assertEquals(texts(home), []);
  assertEquals(takeNote(store, "session-1", AT), undefined);
});

test("keepNote() keeps none where a memory was saved behind a private prompt, which leaves no row", (home) => {
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
