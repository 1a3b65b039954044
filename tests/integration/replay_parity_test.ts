import { assert, assertEquals } from "../_support/assert.ts";
import { recordedPayloads } from "../_support/recorded.ts";
import { TestHome } from "../_support/test_home.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";

type Payload = Readonly<Record<string, unknown>>;

const COLUMNS =
  "session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name, priority, files_touched, outcome, payload";
/** The client writes the same moment into a row and into the name of nothing that a hook is told. */
const AT = "2026-03-01T10:00:00.000Z";

/** Calls that a real client reported to its hooks, one after the other. */
const CALLS = recordedPayloads()
  .filter(({ name, payload }) =>
    name.startsWith("2.1.328/PostToolUse") && typeof payload.tool_use_id === "string"
  )
  .map(({ payload }) => payload as Payload);

/** The two rows by which the client's transcript tells of a call. */
function rowsOf(call: Payload, cwd: string): Payload[] {
  const id = String(call.tool_use_id);
  const common = {
    sessionId: call.session_id,
    promptId: call.prompt_id,
    cwd,
    timestamp: AT,
    isSidechain: false,
  };
  const use = assistantRow([toolUseBlock(id, String(call.tool_name), call.tool_input as Payload)], common);
  const result = call.hook_event_name === "PostToolUseFailure"
    ? userRow([toolResultBlock(id, call.error, { is_error: true })], {
      ...common,
      toolUseResult: `Error: ${call.error}`,
    })
    : userRow([toolResultBlock(id, "ok")], { ...common, toolUseResult: call.tool_response });
  return [use, result];
}

function transcriptOf(calls: readonly Payload[], cwd: string): string {
  const main = calls.filter(({ agent_id }) => agent_id === undefined);
  return asLines(main.flatMap((call) => rowsOf(call, cwd)));
}

/** Compiled, as both are what a user runs. */
Deno.test("replay keeps of a recorded call just what its hook keeps", async () => {
  using live = new TestHome();
  using replayed = new TestHome();
  assert(CALLS.length > 30);
  await live.fire("SessionStart", { source: "startup" });
  for (const call of CALLS) await live.hook("post-tool-use", { ...call, cwd: live.project });
  replayed.write("project/calls.jsonl", transcriptOf(CALLS, live.project));
  const { code, stderr } = await replayed.mneme(["replay", "calls.jsonl"]);
  assertEquals([code, stderr], [0, ""]);
  const sql = `select ${COLUMNS} from pending_queue where agent_id is null order by tool_use_id`;
  assertEquals(replayed.rows(sql), live.rows(sql));
});

Deno.test("replay of a session that hooks have captured changes nothing that they kept", async () => {
  using home = new TestHome();
  const at = () => new Date().toISOString();
  const call = CALLS.find(({ tool_name, agent_id }) => tool_name === "Edit" && agent_id === undefined)!;
  const session = { session_id: call.session_id, cwd: home.project, prompt_id: call.prompt_id };
  await home.fire("SessionStart", { ...session, source: "startup" });
  await home.fire("UserPromptSubmit", { ...session, prompt: "Fix it. " });
  await home.hook("post-tool-use", { ...call, cwd: home.project });
  const answer = "The cart is rounded once now, after summing.";
  await home.fire("Stop", { ...session, last_assistant_message: answer });
  const ids = { sessionId: call.session_id, promptId: call.prompt_id, cwd: home.project, uuid: "u-9" };
  const said = assistantRow([{ type: "text", text: answer }], session);
  const rows = [userRow("Fix it. ", ids), ...rowsOf(call, home.project), said];
  home.write("project/s.jsonl", asLines(rows.map((row) => ({ ...row, timestamp: at() }))));
  const tables = ["sessions", "prompts", "pending_queue", "observations"];
  const dump = () => tables.map((table) => home.rows(`select * from ${table}`));
  const before = dump();
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = await home.mneme(["replay", "s.jsonl", "--again"]);
    assertEquals([code, stderr], [0, ""]);
    assertEquals(withoutSummary(dump()), withoutSummary(before));
  }
  assertEquals(home.rows("select prompt_count, tool_count, status, source from sessions"), [
    { prompt_count: 1, tool_count: 1, status: "active", source: "startup" },
  ]);
});

/** A session without a stop has none yet, and is called by the first line that was said in it. */
function withoutSummary(tables: readonly Record<string, unknown>[][]): unknown {
  return tables.map((rows) => rows.map(({ summary: _, title: __, ...row }) => row));
}

const CHOICE = {
  questions: [{ question: "Which store?", options: [{ label: "SQLite", description: "One file" }] }],
};

/** A session in two turns, each row and each hook at its moment: the client writes its rows before hooks are told. */
async function live(home: TestHome): Promise<string> {
  const session = { session_id: "s-1", cwd: home.project };
  const rows: Payload[] = [];
  const tell = (row: (content: unknown, fields: Payload) => Payload, content: unknown, more: Payload = {}) =>
    rows.push(row(content, {
      ...{ sessionId: "s-1", cwd: home.project, uuid: `u-${rows.length}` },
      ...{ timestamp: new Date().toISOString(), ...more },
    }));
  const hook = (event: string, fields: Payload) => home.fire(event, { ...session, ...fields });
  await hook("SessionStart", { source: "startup" });
  for (const [i, prompt] of ["Plan the store.", "Now the cache."].entries()) {
    const [promptId, id, answer] = [`p-${i}`, `q-${i}`, `Done with ${prompt}`];
    const response = { ...CHOICE, answers: { "Which store?": i === 0 ? "SQLite" : "a file, and no more" } };
    tell(userRow, prompt, { promptId });
    await hook("UserPromptSubmit", { prompt_id: promptId, prompt });
    tell(assistantRow, [toolUseBlock(id, "AskUserQuestion", CHOICE)]);
    const said = 'User has answered your questions: "Which store?"="…".';
    tell(userRow, [toolResultBlock(id, said)], { toolUseResult: response });
    const call = {
      tool_name: "AskUserQuestion",
      tool_use_id: id,
      tool_input: CHOICE,
      tool_response: response,
    };
    await hook("PostToolUse", { prompt_id: promptId, ...call });
    tell(assistantRow, [{ type: "text", text: answer }]);
    const end = { prompt_id: promptId, stop_hook_active: false, last_assistant_message: answer };
    await hook("Stop", end);
  }
  return asLines(rows);
}

Deno.test("replay keeps the answers of agent and user that hooks keep, and those once", async () => {
  using home = new TestHome();
  const answers = (of: TestHome) =>
    of.rows("select text, weight, created_at from observations where capture_id is null order by id");
  home.write("project/s-1.jsonl", await live(home));
  const kept = answers(home);
  assertEquals(kept.map(({ text }) => text), [
    "The user answered “Which store?” with “SQLite: One file”",
    "Answered: Done with Plan the store. — asked: “Plan the store.”",
    "The user answered “Which store?” with “a file, and no more”",
    "Answered: Done with Now the cache. — asked: “Now the cache.”",
  ]);
  for (const words of [["replay", "s-1.jsonl"], ["replay", "s-1.jsonl", "--again"]]) {
    assertEquals((await home.mneme(words)).code, 0);
    assertEquals(answers(home), kept);
  }
  using fresh = new TestHome();
  fresh.write("project/s-1.jsonl", Deno.readTextFileSync(`${home.project}/s-1.jsonl`));
  assertEquals((await fresh.mneme(["replay", "s-1.jsonl"])).code, 0);
  assertEquals(answers(fresh).map(({ text }) => text), kept.map(({ text }) => text));
});

Deno.test("replay that is killed goes on where it stopped, and ends as if it had not been", async () => {
  const cwd = "/somewhere/project";
  const sessions = Array.from({ length: 12 }, (_, i) =>
    CALLS.map((call) => {
      const ids = { session_id: `s-${i}`, tool_use_id: `${i}-${call.tool_use_id}`, agent_id: undefined };
      return { ...call, ...ids };
    }));
  const lay = (home: TestHome) =>
    sessions.forEach((calls, i) => home.write(`project/t/s-${i}.jsonl`, transcriptOf(calls, cwd)));
  using sound = new TestHome();
  lay(sound);
  const { ms } = await sound.mneme(["replay", "t"]);
  using killed = new TestHome();
  lay(killed);
  for (const share of [0.3, 0.5, 0.7, 0.9]) await killed.mneme(["replay", "t"], { killAfterMs: ms * share });
  const { code, stderr } = await killed.mneme(["replay", "t"]);
  assertEquals([code, stderr], [0, ""]);
  for (
    const sql of [
      `select ${COLUMNS}, created_at from pending_queue order by tool_use_id`,
      "select session_id, project, status, source, started_at, ended_at, prompt_count, tool_count, summary from sessions order by session_id",
    ]
  ) assertEquals(killed.rows(sql), sound.rows(sql));
});
