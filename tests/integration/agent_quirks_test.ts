// What other clients do and Claude Code does not, played through the executables: no row is lost, and none is there twice.
import { assert, assertEquals } from "../_support/assert.ts";
import { contextOf } from "../_support/hook_answer.ts";
import { recordedFile, recordedLines, recordings } from "../_support/recorded.ts";
import { type RunOptions, TestHome } from "../_support/test_home.ts";
import type { ForeignClient } from "../../src/base/clients.ts";
import type { WireObject } from "../../src/base/json.ts";

const HOOKS = Object.entries({
  "session-start": /^SessionStart$/,
  "user-prompt-submit": /^(UserPromptSubmit|BeforeAgent)$/,
  "pre-tool-use": /^(PreToolUse|BeforeTool)$/,
  "post-tool-use": /^(PostToolUse(Failure)?|AfterTool)$/,
  "subagent-start": /^(SubagentStart|undefined)$/,
  "subagent-stop": /^SubagentStop$/,
  "stop": /^(Stop|AfterAgent)$/,
  "pre-compact": /^PreCompress$/,
  "session-end": /^SessionEnd$/,
});

/** Plays what a real client has told its hooks, in its order; the folder in it becomes that of this home. */
async function play(home: TestHome, client: ForeignClient, name: string): Promise<void> {
  const transcript = `${home.home}/${name}.jsonl`;
  const written = await Deno.readTextFile(recordedFile(client, `${name}.transcript`));
  await Deno.writeTextFile(transcript, written.replaceAll("/home/me/project", home.project));
  for (const given of recordedLines(client, `${name}.payloads`)) await tell(home, client, given, transcript);
  await home.settle();
  await home.mneme(["process"]); // a row may wait in the spool, as a session's end has the database busy
}

async function tell(
  home: TestHome,
  client: ForeignClient,
  given: WireObject,
  transcript?: string,
): Promise<string> {
  const [hook] = HOOKS.find(([, events]) => events.test(String(given.hook_event_name)))!;
  const whole = transcript === undefined ? given : { ...given, transcript_path: transcript };
  const text = JSON.stringify(whole).replaceAll("/home/me/project", home.project);
  const env = { CLAUDE_PROJECT_DIR: "/somewhere/else", CLAUDE_CODE_SESSION_ID: "of-claude" };
  const { code, stdout } = await home.hook(hook, text, { client, env });
  assertEquals(code, 0);
  return stdout;
}

function rows(home: TestHome) {
  return {
    sessions: home.rows("select client, project, prompt_count, tool_count from sessions"),
    captures: home.column("select tool_name from pending_queue where agent_id is null order by id"),
    stops: home.count("event_log where event = 'hook.stop'"),
    compactions: home.count("event_log where event = 'hook.pre_compact'"),
  };
}

const TOOLS = ["Bash", "Bash", "Read", "Edit", "Write", "Read", "Bash", "Bash", "Grep"];

Deno.test("gemini: five announced compactions are none, and a session has its own folder", async () => {
  using home = new TestHome();
  await play(home, "gemini", "tools");
  assertEquals(rows(home), {
    sessions: [{ client: "gemini", project: home.project, prompt_count: 1, tool_count: 9 }],
    captures: TOOLS,
    stops: 1,
    compactions: 0,
  });
});

const ASKED = {
  gemini: "the question of our own stop is no prompt, and is not asked again",
  qwen: "a prompt for each step of a turn is one",
} as const;

for (const [client, name] of Object.entries(ASKED)) {
  Deno.test(`${client}: ${name}`, async () => {
    using home = new TestHome();
    await play(home, client as ForeignClient, "asked");
    const counts = { prompt_count: 1, tool_count: 1 };
    assertEquals(rows(home).sessions, [{ client, project: home.project, ...counts }]);
  });
}

Deno.test("copilot: a helper's prompt, stop and session are not the session's", async () => {
  using home = new TestHome();
  await play(home, "copilot", "tools");
  const { sessions, captures, stops } = rows(home);
  assertEquals(sessions.map(({ client, prompt_count }) => [client, prompt_count]), [["copilot", 1]]);
  assertEquals(captures.slice(0, TOOLS.length), TOOLS);
  assertEquals(stops, 2);
});

for (const client of ["copilot", "gemini"] as const) {
  Deno.test(`${client}: calls without ids get them from the history, and none comes twice`, async () => {
    using home = new TestHome();
    await play(home, client, "tools");
    const before = rows(home);
    assertEquals(home.count("pending_queue where tool_use_id is not null"), 0);
    const replay = ["replay", `${home.home}/tools.jsonl`, "--no-candidates"];
    const { captures } = await home.json(replay);
    const added = client === "copilot" ? ["BashOutput"] : [];
    assertEquals(captures, added.length);
    assertEquals(rows(home).captures, [...before.captures, ...added]);
    assertEquals(home.count("pending_queue where tool_use_id is null"), 0);
  });
}

Deno.test("codex: parallel calls have each its own exit code, and a call told twice is one", async () => {
  using home = new TestHome();
  await play(home, "codex", "code_mode");
  await play(home, "codex", "code_mode");
  const codes = home.column("select substr(payload ->> 'error', 1, 11) from pending_queue order by id");
  assertEquals(rows(home).captures, ["Bash", "Bash", "Edit", "Bash"]);
  assertEquals(codes, [null, "Exit code 4", null, "Exit code 2"]);
});

Deno.test("codex: a hook that is killed loses no row that its history does not bring back", async () => {
  using home = new TestHome();
  const [start] = recordedLines("codex", "code_mode.payloads");
  await tell(home, "codex", start!);
  const call = recordedLines("codex", "code_mode.payloads")
    .findLast(({ hook_event_name, tool_name }) => hook_event_name === "PostToolUse" && tool_name === "Bash");
  for (const killAfterMs of [1, 5, 10, 20, 40]) {
    await home.hook("post-tool-use", { ...call, cwd: home.project }, { client: "codex", killAfterMs });
  }
  await Deno.copyFile(recordedFile("codex", "code_mode.transcript"), `${home.home}/rollout.jsonl`);
  for (let i = 0; i < 2; i++) {
    await home.mneme(["replay", `${home.home}/rollout.jsonl`, "--no-candidates", "--again"]);
  }
  assertEquals(rows(home).captures.length, 4);
});

Deno.test("codex: an answer has no key that drops the whole of it", async () => {
  using home = new TestHome();
  const known = ["continue", "systemMessage", "hookSpecificOutput", "decision", "reason"];
  for (const given of recordedLines("codex", "direct.payloads")) {
    const stdout = await tell(home, "codex", given);
    const keys = stdout === "" ? [] : Object.keys(JSON.parse(stdout));
    assertEquals(keys.filter((key) => !known.includes(key)), []);
    if (given.hook_event_name === "SessionEnd") assertEquals(stdout, "");
  }
});

Deno.test("replay keeps calls whose ids repeat in sessions of one client, and in those of others", async () => {
  using home = new TestHome();
  const recorded = recordings().filter(({ client }) => client !== "opencode"); // which has a database
  let count = 0;
  for (const { client, name } of recorded) {
    using alone = new TestHome();
    const text = renumbered(await Deno.readTextFile(recordedFile(client, `${name}.transcript`)));
    const replay = async (where: TestHome, path: string, of: string) => {
      where.write(path, of.replaceAll("/home/me/project", where.project));
      await where.mneme(["replay", `${where.root}/${path}`, "--no-candidates"]);
      return where.count("pending_queue");
    };
    const own = await replay(alone, "home/a.jsonl", text);
    // The same again a day later, as another session.
    const next = await replay(alone, "home/b.jsonl", laterSession(text));
    assertEquals(next, 2 * own, `${client} ${name}: twice`);
    count += own;
    assertEquals(await replay(home, `home/${client}-${name}.jsonl`, text), count, `${client} ${name}`);
  }
  assert(count > 25);
});

/** The calls have ids that a model counts, as some do, from the start of each session. */
function renumbered(text: string): string {
  const ids = new Map<string, string>();
  return text.replaceAll(/call_\d+(_\d+)?/g, (id) => {
    if (!ids.has(id)) ids.set(id, `call_${ids.size}`);
    return ids.get(id)!;
  });
}

function laterSession(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4})/g, (part) => [...part].reverse().join(""))
    .replaceAll(/"time":(\d{13})/g, (_all, time) => `"time":${Number(time) + 86_400_000}`)
    .replaceAll(/2026-(\d\d)-(\d\d)T/g, (_all, month, day) => `2026-${month}-${day === "28" ? "27" : "28"}T`);
}

for (const client of new Set(recordings().map(({ client }) => client))) {
  Deno.test(`${client}: the contents are told when its session begins`, async () => {
    using home = new TestHome();
    await home.remember("Totals are rounded once, after summing, as the bank does so.");
    const { name } = recordings().find((one) => one.client === client)!;
    let told = "";
    for (const payload of recordedLines(client, `${name}.payloads`).slice(0, 2)) {
      told += await tell(home, client, payload);
    }
    assert(told.includes("m1 · Totals are rounded once"), told);
  });
}

Deno.test("codex: a start in a script of two bytes a letter is no longer than the client takes whole", async () => {
  using home = new TestHome();
  const memories = Array.from({ length: 120 }, (_, i) => {
    const body = `Суммы отчёта номер ${i} хранятся только в целых копейках`;
    return JSON.stringify({ category: "DECISION", body });
  });
  home.write("home/memories.jsonl", memories.join("\n"));
  await home.mneme(["memory", "import", `${home.home}/memories.jsonl`]);
  const start = { cwd: home.project, hook_event_name: "SessionStart" };
  const bytesOf = async (session_id: string, options: RunOptions = {}) => {
    const told = contextOf(await home.hook("session-start", { ...start, session_id }, options));
    return new TextEncoder().encode(told).length;
  };
  const [whole, client] = [await bytesOf("s1"), await bytesOf("s2", { client: "codex" })];
  assert(whole > 10_000 && client > 7_000 && client < 10_000, `${whole} ${client}`);
});
