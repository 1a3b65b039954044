import { encodeEvidence } from "../../../src/memory/memory_evidence.ts";
import {
  comparableMemories,
  insertMemory,
  isForgotten,
  memoryByRow,
  type MemoryDraft,
} from "../../../src/store/memories.ts";
import { addCandidate, markRejected, saveMemory } from "../../../src/store/save_memory.ts";
import { clearRows, forgetMemories, keepTraces, keptTraces, sourceRows } from "../../../src/store/forget.ts";
import { exportedMemories, importMemories } from "../../../src/store/memory_transfer.ts";
import type { Store } from "../../../src/store/store.ts";
import { clearTellingsOf } from "../../../src/store/tellings.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "./memory_store.ts";

const LATER = "2026-03-02T10:00:00.000Z";

type Memory = Partial<MemoryDraft> & { readonly body: string };

/** What is done, and what it gives: of a save the number, the outcome and what it replaces, of a candidate the number. */
interface Step {
  readonly save?: Memory;
  readonly replaces?: number[];
  readonly candidate?: Memory;
  readonly reject?: [row: number, reason: string];
  readonly isLater?: true;
  readonly gives?: unknown;
}

function take(store: Store, { save, replaces, candidate, reject, isLater }: Step): unknown {
  const at = isLater ? LATER : AT;
  if (reject !== undefined) return markRejected(store, ...reject, at);
  if (candidate !== undefined) return addCandidate(store, draft(candidate.body, candidate), at) ?? null;
  const { row, outcome, superseded } = saveMemory(store, draft(save!.body, save), at, replaces);
  return [row, outcome, ...superseded];
}

/** By number what the memories hold then. */
type Saved = [what: string, steps: Step[], holds: Record<string, Record<string, unknown>>];

for (const [what, steps, holds] of casesOf<Saved>(import.meta.filename, "_saved")) {
  test(`saving a memory ${what}`, ({ store }) => {
    for (const step of steps) assertEquals(take(store, step), step.gives, JSON.stringify(step));
    for (const [row, columns] of Object.entries(holds)) {
      assertEquals({ ...memoryByRow(store, Number(row)), ...columns }, {
        ...memoryByRow(store, Number(row)),
      });
    }
  });
}

test("saveMemory() names every memory that it takes out of use, also one that was there twice", (home) => {
  const row = { project: PROJECT, category: "DECISION", body: "Use pnpm for installs", source: "import" };
  for (const at of [AT, LATER]) home.add("memories", { ...row, created_at: at, updated_at: at });
  addCandidate(home.store, draft("Answer in German"), AT);
  const saved = saveMemory(home.store, draft("use PNPM for installs"), LATER);
  assertEquals([saved.row, saved.superseded], [2, [1]]);
  assertEquals(memoryByRow(home.store, 1)?.superseded_by, 2);
});

test("forgetMemories() rewrites what was said, and no name of a folder, a file, an agent or a state", (home) => {
  const { store } = home;
  type Columns = Readonly<Record<string, string | number>>;
  /** By table the columns with names, which stay, and those with what is said. */
  const rows = casesOf<[table: string, names: Columns, said: Columns]>(import.meta.filename, "_names");
  for (const [table, names, said] of rows) home.add(table, { ...names, ...said });
  const words =
    "invoices debugging silver either coordinator prompt confirmed check-assumptions 2026-03 history";
  for (const [i, title] of words.split(" ").entries()) {
    const { row } = saveMemory(store, draft(`Body ${i} of its own`, { title }), AT);
    store.transaction(() => forgetMemories(store, [memoryByRow(store, row)!], LATER));
  }
  for (const [table, names, said] of rows) {
    const isSame = Object.keys(names).map((name) => `${name} = ?`).join(" and ");
    const row = store.first(`select * from ${table} where ${isSame}`, ...Object.values(names));
    assert(row !== undefined, table);
    const texts = Object.keys(said).map((name) => row[name]);
    if (texts.length > 0) assert(texts.includes("[forgotten]"), table);
  }
});

test("forgetMemories() clears copies in any letter case, and no words that others use", ({ store }) => {
  const said = ["Dockerfiles", "use docker here.", "use docker here now, always", "Use Docker here at times"];
  const longer = ["永远提交前先测试并检查格式。", "Always run tests before push", "ฐานข้อมูลใหม่"]; // than titles
  said.push("Never log that Anna earns 90k a year", "提交前先测试。", ...longer);
  for (const text of said) {
    store.run(`insert into project_values (project, text, created_at) values ('/o', ?, ?)`, text, AT);
  }
  const { row } = saveMemory(store, draft("Use Docker here now", { title: "Use Docker here" }), AT);
  const titles = ["Anna earns 90k a year", "提交前先测试", "Run tests before push", "ฐานข้อมูล"];
  const others = titles.map((title, i) =>
    saveMemory(store, draft(`The sheet ${i} says so`, { title }), AT).row
  );
  forgetMemories(store, [row, ...others].map((one) => memoryByRow(store, one)!), LATER);
  const left = store.column("select text from project_values order by id");
  const cut = "Never log that [forgotten]";
  assertEquals(left, ["Dockerfiles", "[forgotten], always", "Use Docker here at times", cut, ...longer]);
});

test("keptTraces() of a forgotten memory are those that were last kept, and none of another memory with its id", (home) => {
  const { row } = saveMemory(home.store, draft("Use pnpm for installs"), AT);
  const memory = memoryByRow(home.store, row)!;
  forgetMemories(home.store, [memory], AT);
  assertEquals(keptTraces(home.store, memory), {});
  const traces = { rows: [{ table: "prompts", id: 4 }], files: ["/backups/a.db"] };
  keepTraces(home.store, row, traces);
  assertEquals(keptTraces(home.store, memory), traces);
  assertEquals(keptTraces(home.store, { ...memory, created_at: LATER }), { rows: [], files: [] });
});

test("saveMemory() keeps what was once forgotten when it is said again", (home) => {
  const { row } = saveMemory(home.store, draft("Use pnpm for installs"), AT);
  forgetMemories(home.store, [memoryByRow(home.store, row)!], AT);
  const again = saveMemory(home.store, draft("Use pnpm for installs"), LATER);
  assertEquals(again.outcome, "added");
  assertEquals(isForgotten(home.store, "Use pnpm for installs"), false);
});

test("comparableMemories() gives those of a draft's category and place, active ones first", (home) => {
  addCandidate(home.store, draft("Deploy on Fridays"), AT);
  saveMemory(home.store, draft("Use PNPM for installs"), AT);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("Use make", { project: "/elsewhere" }), AT);
  const found = comparableMemories(home.store, draft("anything")).map(({ status, body }) => [status, body]);
  assertEquals(found, [["active", "Use PNPM for installs"], ["candidate", "Deploy on Fridays"]]);
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
  const rows = sourceRows(store, [memory]).get(memory)!;
  assertEquals(rows, ["prompts", "pending_queue", "sessions"].map((table) => ({ table, id: 1 })));
  clearRows(store, rows);
  assertEquals(sourceRows(store, [memory]).get(memory)!, []);
  const prompts = store.column("select text from prompts order by id");
  assertEquals(prompts, ["[forgotten]", "npm is fine elsewhere"]);
  assertEquals(store.value("select payload from pending_queue"), '{"forgotten":true}');
  const told = ["- s1 · (not kept any more)", null, "npm is fine elsewhere"];
  assertEquals(store.column("select text from tellings order by id"), told);
});

test("clearTellingsOf() takes out the lines of items, and the whole text if their words stand elsewhere in it", (home) => {
  const start = (...lines: readonly string[]) =>
    ["Known here:", ...lines, "- s1 · today · Fix it"].join("\n");
  addTelling(
    home,
    start("- m2 · Use pnpm", "m12 · Sell quokkas", "m3 · Money is in cents"),
    "m2",
    "m12",
    "m3",
  );
  addTelling(home, start("m12 · Sell quokkas", "m3 · Finance says: Sell quokkas"), "m12", "m3");
  addTelling(
    home,
    "- m12 · today · said by the user · Sell quokkas\n  to all\n- m3 · today · Money",
    "m12",
    "m3",
  );
  for (const _ of ["once", "and again"]) clearTellingsOf(home.store, ["m12", "m1"]);
  const gone = "m12 · (not kept any more)";
  assertEquals(home.store.column("select text from tellings order by id"), [
    start("- m2 · Use pnpm", gone, "m3 · Money is in cents"),
    null,
    `- ${gone}\n- m3 · today · Money`,
  ]);
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
  const rows = sourceRows(store, [memory]).get(memory)!;
  assertEquals(rows.map(({ table }) => table), ["prompts", "pending_queue", "sessions"]);
});

test("sourceRows() finds the words of several memories in any case, in every script, with other signs", (home) => {
  const { store } = home;
  const copies = {
    "Änderungen am Käfig nur mit Test": "ÄNDERUNGEN AM KÄFIG NUR MIT TEST",
    "C# is told to the wombats first": "C# is told to the “wombats” first ...[mneme cut 9 characters]...",
  };
  const memories = Object.entries(copies).map(([body, copy]) => {
    addCall(home, `echo ${copy}`);
    return memoryByRow(store, saveMemory(store, draft(body), AT).row)!;
  });
  const found = [...sourceRows(store, memories).values()];
  assertEquals(found, [1, 2].map((id) => [{ table: "pending_queue", id }]));
});

test("importMemories() gives a new number where one is taken, and its links follow", (home) => {
  using other = new MemoryStore();
  saveMemory(home.store, draft("Something quite different"), AT);
  saveMemory(other.store, draft("Use npm"), LATER);
  saveMemory(other.store, draft("Use pnpm, not npm"), LATER, [1]);
  importMemories(home.store, exportedMemories(other.store), { at: AT, bringsBack: false });
  const links = home.rows("select id, superseded_by from memories order by id");
  assertEquals(links, [[1, null], [2, 3], [3, null]]);
});
