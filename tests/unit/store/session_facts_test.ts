import type { Write } from "../../../src/core/writes.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { addCandidate } from "../../../src/store/add_candidate.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { sessionFacts, writeSummary } from "../../../src/store/session_facts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { draft, MemoryStore, PROJECT } from "./memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";

function capture(
  id: number,
  toolName: string,
  { files = [], payload = {}, priority = "high", sessionId = "session-1" }: {
    files?: string[];
    payload?: object;
    priority?: "high" | "low";
    sessionId?: string;
  },
): Write {
  return {
    kind: "tool-captured",
    session: { sessionId, project: PROJECT, cwd: null },
    at: AT,
    toolUseId: `t${id}`,
    agentId: null,
    agentType: null,
    promptId: null,
    toolName,
    priority,
    filesTouched: files,
    outcome: null,
    payload: JSON.stringify(payload),
  };
}

function prompt(text: string): Write {
  const session = { sessionId: "session-1", project: PROJECT, cwd: null };
  return { kind: "prompt-submitted", session, at: AT, promptId: text, text };
}

Deno.test("sessionFacts() of a session that nobody knows are none", () => {
  using home = new MemoryStore();
  assertEquals(sessionFacts(home.store, "session-1"), {
    firstPrompt: undefined,
    lastPrompt: undefined,
    changedFiles: [],
    commands: [],
    findings: [],
    lastAnswer: undefined,
  });
});

Deno.test("sessionFacts() name prompts, changed files once, and commands that did something with their end", () => {
  using home = new MemoryStore();
  const command = (command: string, more: object = {}) => ({ payload: { tool_input: { command }, ...more } });
  applyWrites(home.store, [prompt("first"), prompt("second"), prompt("third")]);
  const captures = [
    capture(1, "Edit", { files: ["/p/b.ts"] }),
    capture(2, "Edit", { files: ["/p/a.ts"] }),
    capture(3, "Write", { files: ["/p/b.ts"] }),
    capture(4, "Read", { files: ["/p/read.ts"], priority: "low" }),
    capture(5, "Edit", { files: ["/p/other.ts"], sessionId: "session-2" }),
    capture(6, "Bash", command("npm test", { error: "Exit code 1" })),
    capture(7, "Bash", command("npm test", { tool_response: {} })),
    capture(8, "Bash", { ...command("git status"), priority: "low" }),
    capture(9, "Bash", { payload: { forgotten: true } }),
  ];
  for (const write of captures) applyWrites(home.store, [write]);
  const facts = sessionFacts(home.store, "session-1");
  assertEquals([facts.firstPrompt, facts.lastPrompt], ["first", "third"]);
  assertEquals(facts.changedFiles, ["/p/b.ts", "/p/a.ts"]);
  assertEquals(facts.commands, [
    { command: "npm test", hasFailed: true },
    { command: "npm test", hasFailed: false },
  ]);
});

Deno.test("sessionFacts() hold what the session decided and left open, saved or not", () => {
  using home = new MemoryStore();
  saveMemory(home.store, draft("Round once"), AT);
  addCandidate(home.store, draft("Retries are missing", { category: "TECH_DEBT" }), AT);
  saveMemory(home.store, draft("Answer in German", { category: "PREFERENCE" }), AT);
  saveMemory(home.store, draft("The queue is Redis", { sessionId: "session-2" }), AT);
  assertEquals(sessionFacts(home.store, "session-1").findings, [
    { category: "DECISION", text: "Round once" },
    { category: "TECH_DEBT", text: "Retries are missing" },
  ]);
});

Deno.test("writeSummary() replaces the summary of its session alone", () => {
  using home = new MemoryStore();
  applyWrites(home.store, [prompt("first")]);
  writeSummary(home.store, "session-1", "one");
  writeSummary(home.store, "session-1", "two");
  writeSummary(home.store, "session-2", "three");
  const rows = home.store.all("select session_id, summary from sessions").map((row) => ({ ...row }));
  assertEquals(rows, [{ session_id: "session-1", summary: "two" }]);
});
