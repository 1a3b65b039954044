import { encodeEvidence } from "../../../src/memory/memory_evidence.ts";
import {
  comparableMemories,
  findMemories,
  insertMemory,
  isForgotten,
  memoryByRow,
  type MemoryDraft,
} from "../../../src/store/memories.ts";
import { addCandidate, editMemory, markRejected, saveMemory } from "../../../src/store/save_memory.ts";
import { clearRows, forgetMemory, keepTraces, keptTraces, sourceRows } from "../../../src/store/forget.ts";
import { exportedMemories, importMemories } from "../../../src/store/memory_transfer.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "./memory_store.ts";

const LATER = "2026-03-02T10:00:00.000Z";

test("saveMemory() updates the memory that says nearly the same: surer, newer, with the text that says more", (home) => {
  const first = saveMemory(home.store, draft("Use pnpm for installs", { files: ["a.ts"] }), AT);
  const again = saveMemory(home.store, draft("We always use pnpm for installs.", { files: ["b.ts"] }), LATER);
  assertEquals([first.outcome, again.outcome, again.row], ["added", "updated", first.row]);
  const memory = memoryByRow(home.store, first.row);
  assertEquals(memory?.body, "We always use pnpm for installs.");
  assertEquals([memory?.created_at, memory?.updated_at, memory?.confidence], [AT, LATER, 0.99]);
  assertEquals(memory?.files, '["a.ts","b.ts"]');
  saveMemory(home.store, draft("use PNPM for installs"), LATER);
  assertEquals(memoryByRow(home.store, first.row)?.body, "We always use pnpm for installs.");
  assertEquals(home.store.all("select id from memories").length, 1);
});

test("saveMemory() replaces a named memory by a new one, with its own evidence, however alike they are", (home) => {
  const evidence = encodeEvidence({ quote: "tag it @since fork-4", uuid: "u1", offset: 0, cues: [] });
  const tag = "What is public and new gets the tag @since";
  const old = saveMemory(home.store, draft(`${tag} fork-4`, { evidence }), AT);
  const body = `${tag} fork-5, not fork-4: that version is burnt`;
  const saved = saveMemory(home.store, draft(body), LATER, [old.row]);
  assertEquals([saved.outcome, saved.superseded], ["added", [old.row]]);
  assertEquals(memoryByRow(home.store, old.row)?.superseded_by, saved.row);
  assertEquals(memoryByRow(home.store, saved.row)?.evidence, null);
});

test("saveMemory() names every memory that it takes out of use, also one that was there twice", (home) => {
  const row = { project: PROJECT, category: "DECISION", body: "Use pnpm for installs", source: "import" };
  for (const at of [AT, LATER]) home.add("memories", { ...row, created_at: at, updated_at: at });
  addCandidate(home.store, draft("Answer in German"), AT);
  const saved = saveMemory(home.store, draft("use PNPM for installs"), LATER);
  assertEquals([saved.row, saved.superseded], [2, [1]]);
  assertEquals(memoryByRow(home.store, 1)?.superseded_by, 2);
});

const RUNBOOK = { category: "RUNBOOK" } as const;
type Apart = [what: string, drafts: (Partial<MemoryDraft> & { readonly body: string })[]];

for (const [what, drafts] of casesOf<Apart>(import.meta.filename, "_apart")) {
  test(`saveMemory() keeps apart ${what}`, (home) => {
    const saved = drafts.map((memory) => saveMemory(home.store, draft(memory.body, memory), AT));
    assertEquals(
      saved.map(({ row, outcome, superseded }) => [row, outcome, superseded]),
      drafts.map((_, i) => [i + 1, "added", []]),
    );
  });
}

test("saveMemory() keeps two memories whose titles name different things, though the bodies say the same", (home) => {
  const pairs = casesOf<[title: string, body: string]>(import.meta.filename, "_titles");
  for (const [title, body] of pairs) {
    saveMemory(home.store, draft(body, { title, category: "CONSTRAINT" }), AT);
  }
  const kept = home.store.column("select title from memories where status = 'active' order by id");
  assertEquals(kept, pairs.map(([title]) => title));
  const again = draft("The limit of the proxy is 30 seconds.", {
    title: "Uploads end after 30 seconds",
    category: "CONSTRAINT",
  });
  assertEquals(saveMemory(home.store, again, LATER).superseded.length, 1);
});

test("saveMemory() replaces the summary of its session and no other one's", (home) => {
  const summary = (body: string, sessionId: string) =>
    draft(body, { category: "SESSION_SUMMARY", sessionId });
  const titled = { ...summary("Fixed the cart", "s1"), title: "The cart adds up again" };
  const first = saveMemory(home.store, titled, AT);
  const other = saveMemory(home.store, summary("Fixed the cart", "s2"), AT);
  const again = saveMemory(home.store, summary("Did it", "s1"), LATER);
  assert(other.row !== first.row);
  const { title, body } = memoryByRow(home.store, first.row)!;
  assertEquals([again.row, title, body], [first.row, null, "Did it"]);
});

test("addCandidate() keeps what was flagged once, and saving it makes it a memory with its evidence", (home) => {
  const evidence = encodeEvidence({ quote: "let us use pnpm", uuid: "u1", offset: 7, cues: ["use"] });
  const flagged = draft("Use pnpm for installs", { source: "triage", evidence, confidence: 0.7 });
  const row = addCandidate(home.store, flagged, AT);
  assertEquals(addCandidate(home.store, flagged, LATER), undefined);
  assertEquals(findMemories(home.store, { status: "active", limit: 9 }), []);
  const saved = saveMemory(home.store, draft("Use pnpm for installing packages"), LATER);
  assertEquals([saved.outcome, saved.row], ["confirmed", row]);
  const memory = memoryByRow(home.store, saved.row);
  assertEquals([memory?.status, memory?.source, memory?.evidence], ["active", "triage", evidence]);
});

test("forgetMemory() leaves no trace in the files, and nobody is asked for it again", (home) => {
  const { store } = home;
  const filler = "word ".repeat(2000);
  for (let i = 0; i < 50; i++) saveMemory(store, draft(`Unrelated${i} zzz${i} ${filler}`), AT);
  const secret = draft(`Quokkas hide in the wombatorium ${"xylophone ".repeat(700)}`, {
    title: "Marsupial whereabouts",
    evidence: encodeEvidence({ quote: 'quokkas, "obviously"', uuid: "u1", offset: 1, cues: [] }),
    files: ["/home/dev/platypus.ts"],
  });
  const { row } = saveMemory(store, secret, AT);
  const data = JSON.stringify({ items: [{ id: "m51", text: `- ${secret.body.trim()}` }] });
  home.add("event_log", { session_id: "s", event: "context.injected", data, created_at: AT });
  addTelling(home, "Quokkas hide …", `m${row}`); // cut, so that only the id tells whose words they are
  store.checkpoint("truncate");
  const words = ["uokka", "wombatorium", "xylophone", "arsupial", "obviously", "platypus"];
  for (const word of words) assert(home.bytes().includes(word), `${word} is there before`);
  store.transaction(() => forgetMemory(store, memoryByRow(store, row)!, LATER));
  store.checkpoint("truncate");
  for (const word of words) assert(!home.bytes().includes(word), `${word} is still there`);
  assertEquals(store.value("select data from event_log"), '{"items":[{"id":"m51","text":"- [forgotten]"}]}');
  assertEquals(memoryByRow(store, row)?.status, "deleted");
  assertEquals(isForgotten(store, "DECISION", secret.body.toUpperCase()), true);
  assertEquals(addCandidate(store, secret, LATER), undefined);
  assert(saveMemory(store, draft("Something new"), LATER).row > row, "an id is given once");
});

test("saveMemory() knows C++ again in other letters, and a name that is all of a memory", (home) => {
  const said = ["Examples are in C++", "Examples are in c++", "C++", "Use C++"];
  const rows = said.map((body) => saveMemory(home.store, draft(body, RUNBOOK), AT).row);
  assertEquals(rows, [1, 1, 2, 2]);
});

test("forgetMemory() rewrites what was said, and no name of a folder, a file, an agent or a state", (home) => {
  const { store } = home;
  type Columns = Readonly<Record<string, string | number>>;
  /** By table the columns with names, which stay, and those with what is said. */
  const rows = casesOf<[table: string, names: Columns, said: Columns]>(import.meta.filename, "_names");
  for (const [table, names, said] of rows) home.add(table, { ...names, ...said });
  const words =
    "invoices debugging silver either coordinator prompt confirmed check-assumptions 2026-03 history";
  for (const [i, title] of words.split(" ").entries()) {
    const { row } = saveMemory(store, draft(`Body ${i} of its own`, { title }), AT);
    store.transaction(() => forgetMemory(store, memoryByRow(store, row)!, LATER));
  }
  for (const [table, names, said] of rows) {
    const isSame = Object.keys(names).map((name) => `${name} = ?`).join(" and ");
    const row = store.first(`select * from ${table} where ${isSame}`, ...Object.values(names));
    assert(row !== undefined, table);
    const texts = Object.keys(said).map((name) => row[name]);
    if (texts.length > 0) assert(texts.includes("the [forgotten] are"), table);
  }
});

test("keptTraces() of a forgotten memory are those that were last kept", (home) => {
  const { row } = saveMemory(home.store, draft("Use pnpm for installs"), AT);
  forgetMemory(home.store, memoryByRow(home.store, row)!, AT);
  assertEquals(keptTraces(home.store, row), { rows: [], files: [] });
  const traces = { rows: [{ table: "prompts", id: 4 }], files: ["/backups/a.db"] };
  keepTraces(home.store, row, traces);
  assertEquals(keptTraces(home.store, row), traces);
});

test("saveMemory() keeps what was once forgotten when it is said again", (home) => {
  const { row } = saveMemory(home.store, draft("Use pnpm for installs"), AT);
  forgetMemory(home.store, memoryByRow(home.store, row)!, AT);
  const again = saveMemory(home.store, draft("Use pnpm for installs"), LATER);
  assertEquals(again.outcome, "added");
  assertEquals(isForgotten(home.store, "DECISION", "Use pnpm for installs"), false);
});

Deno.test("saveMemory() leaves what was tried and dropped as it is, whether a save repeats or contradicts it", () => {
  for (const body of ["Use npm for installs", "Use pnpm for installs, not npm"]) {
    using home = new MemoryStore();
    const dropped = saveMemory(home.store, draft("Use npm for installs"), AT).row;
    markRejected(home.store, dropped, "too slow", AT);
    const before = memoryByRow(home.store, dropped);
    const saved = saveMemory(home.store, draft(body), LATER);
    assertEquals([saved.outcome, saved.superseded], ["added", []], body);
    assertEquals(memoryByRow(home.store, saved.row)?.rejected, null);
    assertEquals(memoryByRow(home.store, dropped), before);
    assertEquals(addCandidate(home.store, draft("Use npm for installs"), LATER), undefined);
  }
});

test("comparableMemories() gives those of a draft's category and place, active ones first", (home) => {
  addCandidate(home.store, draft("Deploy on Fridays"), AT);
  saveMemory(home.store, draft("Use PNPM for installs"), AT);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("Use make", { project: "/elsewhere" }), AT);
  assertEquals(
    comparableMemories(home.store, draft("anything")).map(({ status, body }) => [status, body]),
    [["active", "Use PNPM for installs"], ["candidate", "Deploy on Fridays"]],
  );
});

test("saveMemory() knows the same words behind five hundred newer memories: a kept candidate was added anew", (home) => {
  const row = addCandidate(home.store, draft("Use pnpm for installs"), AT);
  home.store.transaction(() => {
    for (let n = 0; n < 501; n++) {
      insertMemory(home.store, draft(`Decision number ${n}`), { status: "candidate", at: LATER });
    }
  });
  const kept = saveMemory(home.store, draft("Use pnpm for installs"), LATER);
  assertEquals([kept.row, kept.outcome], [row, "confirmed"]);
});

function addCall(home: MemoryStore, command: string): void {
  const call = { session_id: "s", tool_name: "Bash", priority: "high", created_at: AT };
  home.add("pending_queue", { ...call, payload: JSON.stringify({ tool_input: { command } }) });
}

/** Notes that agents were told this text with these items. */
function addTelling(home: MemoryStore, text: string, ...items: readonly string[]): void {
  home.add("tellings", { session_id: "t", hook: "start", tokens: 9, items, text, created_at: AT });
}

test("sourceRows() and clearRows() find what a memory came from, and touch nothing else", (home) => {
  const { store } = home;
  const evidence = encodeEvidence({ quote: "we chose pnpm here", uuid: "u1", offset: 1, cues: [] });
  const { row } = saveMemory(store, draft("Use pnpm for installs", { evidence }), AT);
  for (const [i, text] of ["Well, we chose  PNPM here; go on", "npm is fine elsewhere"].entries()) {
    home.add("prompts", { session_id: "session-1", number: i + 1, text, created_at: AT });
  }
  addCall(home, "echo Use pnpm for installs");
  const session = { session_id: "s", project: "/p", started_at: AT, summary: "kept" };
  home.add("sessions", { ...session, title: "we chose pnpm here" });
  addTelling(home, "- s1 · today · we chose pnpm here (2 prompts)");
  addTelling(home, "we chose  PNPM here", "p1");
  addTelling(home, "npm is fine elsewhere", "p2");
  const memory = memoryByRow(store, row)!;
  const rows = sourceRows(store, memory);
  assertEquals(rows, ["prompts", "pending_queue", "sessions"].map((table) => ({ table, id: 1 })));
  clearRows(store, rows);
  assertEquals(sourceRows(store, memory), []);
  const prompts = store.column("select text from prompts order by id");
  assertEquals(prompts, ["[forgotten]", "npm is fine elsewhere"]);
  assertEquals(store.value("select payload from pending_queue"), '{"forgotten":true}');
  assertEquals(store.column("select text from tellings order by id"), [null, null, "npm is fine elsewhere"]);
});

test("editMemory() clears what agents were told of a memory's old words", (home) => {
  const { store } = home;
  const { row } = saveMemory(store, draft("The password is quokka"), AT);
  addTelling(home, "The password is quokka", `m${row}`);
  const memory = memoryByRow(store, row)!;
  editMemory(store, row, { ...memory, category: "CONSTRAINT", title: "The password" }, LATER);
  assertEquals(store.value("select text from tellings"), "The password is quokka");
  editMemory(store, row, { ...memory, body: "The password is in the safe" }, LATER);
  assertEquals(store.value("select text from tellings"), null);
});

test("sourceRows() finds a title that was cut within the words, and a command that passed them as JSON", (home) => {
  const { store } = home;
  const body = 'The "blue" quokkas of the northern enclosure sleep in the old wombatorium behind the gate';
  const { row } = saveMemory(store, draft(body), AT);
  const memory = memoryByRow(store, row)!;
  const text = `${body}.\nRemember it.`;
  home.add("prompts", { session_id: "other", number: 1, text, created_at: AT });
  const title = 'The "blue" quokkas of the northern enclosure…';
  home.add("sessions", { session_id: "other", project: "/p", started_at: AT, title });
  addCall(home, `mneme call save_memory '${JSON.stringify({ body })}'`);
  const rows = sourceRows(store, memory);
  assertEquals(rows.map(({ table }) => table), ["prompts", "pending_queue", "sessions"]);
});

test("sourceRows() finds the words in any case, in every script", (home) => {
  const { store } = home;
  const { row } = saveMemory(store, draft("Änderungen am Käfig nur mit Test"), AT);
  addCall(home, "echo ÄNDERUNGEN AM KÄFIG NUR MIT TEST");
  assertEquals(sourceRows(store, memoryByRow(store, row)!), [{ table: "pending_queue", id: 1 }]);
});

test("exportedMemories() and importMemories() give the same rows in a fresh database, links included", (home) => {
  using fresh = new MemoryStore();
  saveMemory(home.store, draft("Use npm", { title: "Installs", files: ["package.json"] }), AT);
  saveMemory(home.store, draft("Use pnpm, not npm"), LATER);
  saveMemory(home.store, draft("Use npm instead of pnpm"), LATER);
  const rule = draft("日本語で答える", { scope: "user", project: null, category: "PREFERENCE" });
  addCandidate(home.store, rule, AT);
  const gone = saveMemory(home.store, draft("To be forgotten soon"), AT).row;
  forgetMemory(home.store, memoryByRow(home.store, gone)!, AT);
  const exported = exportedMemories(home.store);
  assertEquals(exported.length, 4);
  for (const [at, added] of [[AT, 4], [LATER, 0]] as const) {
    const done = importMemories(fresh.store, exported, { at, bringsBack: false });
    assertEquals(done, { added, present: 4 - added, forgotten: 0 });
    assertEquals(exportedMemories(fresh.store), exported);
  }
});

test("importMemories() gives a new number where one is taken, and its links follow", (home) => {
  using other = new MemoryStore();
  saveMemory(home.store, draft("Something quite different"), AT);
  saveMemory(other.store, draft("Use npm"), LATER);
  saveMemory(other.store, draft("Use pnpm, not npm"), LATER);
  importMemories(home.store, exportedMemories(other.store), { at: AT, bringsBack: false });
  const links = home.rows("select id, superseded_by from memories order by id");
  assertEquals(links, [[1, null], [2, 3], [3, null]]);
});
