import { textsOf } from "../../../src/core/text_list.ts";
import { addCandidate } from "../../../src/store/add_candidate.ts";
import { KnownTexts } from "../../../src/store/known_texts.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { openAnyVersion } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { draft, MemoryStore } from "./memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";
const LATER = "2026-03-02T10:00:00.000Z";

function known(texts: KnownTexts): string[] {
  return textsOf(texts.textsFor(draft("anything")));
}

Deno.test("KnownTexts are those of a draft's category and place, active ones first, of each kind the newest", () => {
  using home = new MemoryStore();
  addCandidate(home.store, draft("Deploy on Fridays"), AT);
  saveMemory(home.store, draft("Use pnpm for installs"), AT);
  saveMemory(home.store, draft("Totals are rounded once"), LATER);
  addCandidate(home.store, draft("The queue is Redis streams"), LATER);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("Use make", { project: "/elsewhere" }), AT);
  assertEquals(known(new KnownTexts(home.store)), [
    "Totals are rounded once",
    "Use pnpm for installs",
    "The queue is Redis streams",
    "Deploy on Fridays",
  ]);
});

Deno.test("KnownTexts of summaries are those of the draft's session", () => {
  using home = new MemoryStore();
  const summary = (body: string, sessionId: string) =>
    draft(body, { category: "SESSION_SUMMARY", sessionId });
  addCandidate(home.store, summary("Changed 3 files", "session-1"), AT);
  addCandidate(home.store, summary("Changed 9 files", "session-2"), AT);
  const texts = new KnownTexts(home.store);
  assertEquals(textsOf(texts.textsFor(summary("", "session-2"))), ["Changed 9 files"]);
  assertEquals(textsOf(texts.textsFor(summary("", "session-3"))), []);
});

Deno.test("KnownTexts takes a text with the sign that separates texts for one", () => {
  using home = new MemoryStore();
  saveMemory(home.store, draft("Use\x01make"), AT);
  saveMemory(home.store, draft("Deploy on Fridays"), AT);
  assertEquals(known(new KnownTexts(home.store)).length, 2);
});

Deno.test("KnownTexts reads again what another process has changed, once it is told to look", () => {
  using home = new MemoryStore();
  const texts = new KnownTexts(home.store);
  assertEquals(known(texts), []);
  using other = openAnyVersion(home.path);
  saveMemory(other, draft("Use pnpm for installs"), AT);
  assertEquals(known(texts), [], "read once");
  texts.refresh();
  assertEquals(known(texts), ["Use pnpm for installs"]);
});
