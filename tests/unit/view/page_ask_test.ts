/// <reference lib="dom" />
import { assertEquals } from "../../_support/assert.ts";

const MEMORY = { category: "DECISION", title: null, body: "Deploy on Fridays", created_at: "2026-03-01" };
const STEP = { id: "p1", kind: "prompt", text: "Deploy it", at: "2026-03-01" };
const COPY = {
  predictions: { entries: [{ ...MEMORY, id: "g1", goal: "Green", lesson: "Deploy late" }] },
  place: { project: "/home/\u202edev/undefined", projects: [] },
  "session s1": { session: { id: "s1" }, rows: [STEP, { ...STEP, id: "o2" }, { ...STEP, id: null }] },
  "told s1": { session: { id: "s1" }, total: 1, rows: [{ id: "t7" }] },
  "memories active": { rows: [{ ...MEMORY, id: "m1" }, { ...MEMORY, id: "m2", category: "RUNBOOK" }] },
  sessions: { rows: [{ id: "s1", title: null, summary: "Deploy", started_at: "2026-03-01" }] },
};

async function askCopy() {
  const element = { textContent: JSON.stringify(COPY) };
  Object.assign(globalThis, { document: { getElementById: () => element } });
  return (await import("../../../src/view/page/ask.ts")).ask;
}

Deno.test("the page of a read-only copy names invisible characters, and leaves words as they are", async () => {
  const ask = await askCopy();
  assertEquals((await ask("place")).project, "/home/⟨U+202E⟩dev/undefined");
});

Deno.test("a read-only copy finds the session of a step and of a telling", async () => {
  const ask = await askCopy();
  const { session, place } = await ask("session", { id: "o2" });
  assertEquals([session.id, place], ["s1", 1]);
  assertEquals((await ask("told", { id: "t7" })).session.id, "s1");
});

Deno.test("a search in a read-only copy heeds its filters, and finds no words that nobody said", async () => {
  const ask = await askCopy();
  const found = async (params: Record<string, string>) =>
    (await ask("search", { q: "deploy", ...params })).items.map(({ id }) => id).join(" ");
  assertEquals(await found({}), "m1 m2 g1 s1 p1 o2");
  assertEquals(await found({ types: "ghap", q: "late" }), "g1");
  assertEquals(await found({ types: "memory" }), "m1 m2");
  assertEquals(await found({ category: "RUNBOOK" }), "m2");
  assertEquals(await found({ since: "1d" }), "");
  assertEquals((await ask("sessions", { q: "null" })).rows, []);
});
