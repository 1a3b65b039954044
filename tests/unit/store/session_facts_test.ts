import type { ToolCaptured, Write } from "../../../src/base/writes.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { addCandidate, markRejected, saveMemory } from "../../../src/store/save_memory.ts";
import { sessionFacts, writeSummary } from "../../../src/store/session_facts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { toolCaptured } from "../../_support/tool_captured.ts";
import { AT, draft, PROJECT, test } from "./memory_store.ts";

const SESSION = { sessionId: "session-1", project: PROJECT, cwd: null };

function capture(id: number, toolName: string, call: Partial<Omit<ToolCaptured, "toolUseId">>): ToolCaptured {
  return toolCaptured({ session: SESSION, at: AT, toolUseId: `t${id}`, toolName, ...call });
}

function prompt(text: string): Write {
  return { kind: "prompt-submitted", session: SESSION, at: AT, promptId: text, text };
}

test("sessionFacts() name prompts, and files that were changed", (home) => {
  applyWrites(home.store, [prompt("first")]);
  applyWrites(home.store, [prompt("second")]);
  const edit = (id: number, path: string, result = '"tool_response":{}') =>
    capture(id, "Edit", { filesTouched: [path], payload: `{"tool_input":{},${result}}` });
  const captures = [
    edit(1, "/p/b.ts", '"tool_response":{"error":"no"}'),
    edit(2, "/p/a.ts"),
    edit(3, "/p/failed.ts", '"error":"String not found"'),
    capture(4, "Read", { filesTouched: ["/p/read.ts"], priority: "low" }),
    capture(5, "Edit", { filesTouched: ["/p/other.ts"], session: { ...SESSION, sessionId: "session-2" } }),
  ];
  applyWrites(home.store, captures);
  const facts = sessionFacts(home.store, SESSION);
  assertEquals(facts.prompts, ["first", "second"]);
  assertEquals(facts.actions.map(({ file }) => file), ["/p/b.ts", "/p/a.ts", null]);
});

test("sessionFacts() tell runs and commits, from what was captured as from what was observed", (home) => {
  const shell = (id: number, command: string, more: object, outcome: string | null = null) => {
    const payload = JSON.stringify({ tool_input: { command }, ...more });
    applyWrites(home.store, [capture(id, "Bash", { payload, outcome })]);
  };
  shell(1, "npm test", { error: "Exit code 1", outcome: { failed: 1, passed: 2 } }, "tests:fail");
  shell(2, "git commit -m 'Count in cents'", { tool_response: { stdout: "[main 1a2b3c4] Count in cents" } });
  shell(3, "git commit -m 'Empty'", { error: "Exit code 1\nnothing to commit" });
  shell(4, "make", { tool_response: { stdout: "" } });
  shell(6, "gh pr create --fill", { tool_response: { stdout: "https://github.com/shop/cart/pull/155" } });
  shell(5, "npm test", { pruned: true }, "tests:pass");
  home.store.run(
    `insert into observations (session_id, text, outcome, created_at, capture_id)
     select session_id, 'Ran \`npm test\`: 3 passed', 'tests:pass', created_at, id from pending_queue where tool_use_id = 't5'`,
  );
  assertEquals(sessionFacts(home.store, SESSION).actions.map(({ line, outcome }) => [line, outcome]), [
    ["Ran `npm test`: 1 failed, 2 passed", "tests:fail"],
    ["Committed “Count in cents”", null],
    ["Ran `git commit -m 'Empty'`: failed (exit 1): nothing to commit", null],
    [undefined, null],
    ["Opened https://github.com/shop/cart/pull/155 by `gh pr create --fill`", null],
    ["Ran `npm test`: 3 passed", "tests:pass"],
  ]);
});

test("sessionFacts() leave out a commit that was amended, known by its author's time", (home) => {
  const commit = (id: number, at: string, stdout: string) => {
    const own = stdout.lastIndexOf("[") > 0 ? "git commit -m y && " : "";
    const command = `${own}git commit ${stdout.includes("Date:") ? "--amend " : ""}-m x`;
    const payload = JSON.stringify({ tool_input: { command }, tool_response: { stdout } });
    applyWrites(home.store, [capture(id, "Bash", { payload, at: `2026-03-01T${at}Z` })]);
  };
  commit(1, "09:59:58.000", "[main 1a2b3c1] Round\n");
  commit(2, "10:00:02.500", "[main 1a2b3c2] Count\n  git commit --amend --reset-author\n");
  commit(3, "10:30:00.000", "[main 1a2b3c3] Count in cents\n Date: Sun Mar 1 12:00:01 2026 +0200\n");
  commit(4, "10:40:00.000", "[main 1a2b3c4] Count in euros\n Date: Sun Mar 1 12:00:01 2026 +0200\n");
  commit(5, "10:40:04.000", "[m 1a2b3c5] Tax\n[m 1a2b3c6] Tax it\n Date: Sun Mar 1 12:40:03 2026 +0200\n");
  commit(6, "10:50:00.000", "[main 1a2b3c6] Typed in an editor\n Date: Sun Mar 1 12:45:00 2026 +0200\n");
  const lines = sessionFacts(home.store, SESSION).actions.map(({ line }) => line);
  assertEquals(lines, [
    "Committed “Round”",
    "",
    "",
    "Committed “Count in euros”",
    "Committed “Tax”",
    "Committed “Typed in an editor”",
  ]);
});

test("sessionFacts() hold what the session decided and left open as it was saved, and no candidate, nor what it dropped", (home) => {
  saveMemory(home.store, draft("Round once"), AT);
  addCandidate(home.store, draft("Retries are missing", { category: "TECH_DEBT" }), AT);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("The queue is Redis", { sessionId: "session-2" }), AT);
  const dropped = saveMemory(home.store, draft("Keep the carts in memory"), AT).row;
  markRejected(home.store, dropped, "lost at each restart", AT);
  const { saved } = sessionFacts(home.store, SESSION);
  assertEquals(saved.map(({ category, text }) => [category, text]), [["DECISION", "Round once"]]);
});

test("writeSummary() replaces title and summary of its session alone, and keeps what is not known any more", (home) => {
  applyWrites(home.store, [prompt("first")]);
  writeSummary(home.store, "session-1", { title: "a", summary: "one" });
  writeSummary(home.store, "session-1", { title: undefined, summary: "two" });
  writeSummary(home.store, "session-2", { title: "b", summary: "three" });
  const rows = home.store.all("select session_id, title, summary from sessions").map((row) => ({ ...row }));
  assertEquals(rows, [{ session_id: "session-1", title: "a", summary: "two" }]);
});

test("sessionFacts() of a session with very many prompts have its first and its last", (home) => {
  home.store.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
    insert into prompts (session_id, number, text, created_at) select 'session-1', i, 'prompt ' || i, '${AT}' from n`);
  const { prompts } = sessionFacts(home.store, SESSION);
  assertEquals(prompts.length, 200);
  assertEquals([prompts[0], prompts.at(-1)], ["prompt 1", "prompt 500"]);
});

test("sessionFacts() hold the newest calls where they are bounded, in their order", (home) => {
  const edits = [1, 2, 3].map((id) => capture(id, "Edit", { filesTouched: [`/p/${id}.ts`] }));
  applyWrites(home.store, edits);
  const files = (bound: { maxActions?: number }) =>
    sessionFacts(home.store, { ...SESSION, ...bound }).actions.map(({ file }) => file);
  assertEquals(files({ maxActions: 2 }), ["/p/2.ts", "/p/3.ts"]);
  assertEquals(files({}), ["/p/1.ts", "/p/2.ts", "/p/3.ts"]);
});
