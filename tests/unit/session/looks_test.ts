import { decodeCall } from "../../../src/session/captured_call.ts";
import { groupLooks, type Look, mergeLooks } from "../../../src/session/group_looks.ts";
import { assertEquals } from "../../_support/assert.ts";

function read(path: string, error?: string) {
  const payload = JSON.stringify({ tool_input: { file_path: path }, error, project_dir: "/p" });
  return decodeCall({ toolName: "Read", files: JSON.stringify([path]), outcome: null, payload });
}

function call(toolName: string, tool_input: Record<string, unknown>) {
  return decodeCall({
    toolName,
    files: "[]",
    outcome: null,
    payload: JSON.stringify({ tool_input, project_dir: "/p" }),
  });
}

Deno.test("mergeLooks names few files and counts many", () => {
  assertEquals(mergeLooks([read("/p/src/a.ts"), read("/p/src/a.ts")])?.text, "Read src/a.ts");
  const many = ["a", "b", "c", "d"].map((name) => read(`/p/src/store/${name}.ts`));
  assertEquals(mergeLooks(many)?.text, "Read 4 files in src/store: a.ts, b.ts, c.ts …");
});

Deno.test("mergeLooks tells files below the project without it, on every system", () => {
  const read = (file: string, project: string) =>
    mergeLooks([decodeCall({
      toolName: "Read",
      files: JSON.stringify([file]),
      outcome: null,
      payload: JSON.stringify({ tool_input: { file_path: file }, project_dir: project }),
    })])?.text;
  assertEquals(read("D:\\cart\\src\\total.ts", "D:\\cart"), "Read src\\total.ts");
  assertEquals(read("/home/dev/cart-two/total.ts", "/home/dev/cart"), "Read /home/dev/cart-two/total.ts");
});

Deno.test("mergeLooks puts reads, searches and listings into one line", () => {
  const calls = [
    read("/p/a.ts"),
    call("Grep", { pattern: "retry", path: "/p/src" }),
    call("Glob", { pattern: "**/*.md" }),
    call("Bash", { command: "git status" }),
  ];
  assertEquals(
    mergeLooks(calls)?.text,
    "Read a.ts; searched for `retry` in src; looked for files `**/*.md`; ran `git status`",
  );
});

Deno.test("mergeLooks leaves out what failed, and is silent where nothing is left", () => {
  assertEquals(mergeLooks([read("/p/gone.ts", "File does not exist.")]), undefined);
  assertEquals(mergeLooks([call("TaskList", {}), call("ToolSearch", { query: "select:x" })]), undefined);
});

const MINUTE_MS = 60_000;
const START = Date.parse("2026-03-01T10:00:00.000Z");

function look(id: number, more: Partial<Look> & { minute?: number } = {}): Look {
  const { minute = id, ...rest } = more;
  const createdAt = new Date(START + minute * MINUTE_MS).toISOString();
  return { id, sessionId: "s", agentId: null, promptId: "p", createdAt, ...rest };
}

function idsOf(looks: readonly Look[], boundaries: readonly Look[] = []): number[][] {
  return groupLooks(looks, boundaries).map((run) => run.looks.map(({ id }) => id));
}

Deno.test("groupLooks ends a run where the agent did something else, was asked again, or paused", () => {
  assertEquals(idsOf([look(1), look(2), look(4)], [look(3)]), [[1, 2], [4]]);
  assertEquals(idsOf([look(1), look(2, { promptId: "q" })]), [[1], [2]]);
  assertEquals(idsOf([look(1), look(2, { minute: 40 })]), [[1], [2]]);
});

Deno.test("groupLooks keeps agents and sessions apart, and what one does never ends another's run", () => {
  const looks = [
    look(1),
    look(2, { agentId: "a" }),
    look(3),
    look(4, { agentId: "a" }),
    look(5, { sessionId: "t" }),
  ];
  assertEquals(idsOf(looks, [look(2.5 as number, { agentId: "b" })]), [[1, 3], [2, 4], [5]]);
});

Deno.test("groupLooks orders what happened in one millisecond by number", () => {
  const [first, step, last] = [1, 2, 3].map((id) => look(id, { minute: 0 })) as [Look, Look, Look];
  assertEquals(idsOf([first, last], [step]), [[first.id], [last.id]]);
});

Deno.test("groupLooks says which runs later looks may belong to", () => {
  const runs = groupLooks([look(1), look(3), look(4, { agentId: "a" })], [look(2)]);
  assertEquals(runs.map((run) => run.isOpen), [false, true, true]);
  assertEquals(groupLooks([look(1)], [look(2)]).map((run) => run.isOpen), [false]);
});
