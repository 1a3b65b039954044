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
    const preview = await home.json([...replay, "--dry-run"]);
    assertEquals((await home.mneme(replay)).code, 0);
    const added = client === "copilot" ? ["BashOutput"] : [];
    assertEquals(preview.captures, added.length);
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

Deno.test("cursor: what it runs for Claude Code as well is heard once", async () => {
  using home = new TestHome();
  const ids = { conversation_id: "c-1", generation_id: "g-1" };
  const common = { ...ids, cursor_version: "2.4.0", workspace_roots: [home.project] };
  const told = [
    ["session-start", { ...common, hook_event_name: "sessionStart" }],
    ["user-prompt-submit", { ...common, hook_event_name: "beforeSubmitPrompt", prompt: "please look" }],
    ["post-tool-use", {
      ...{ ...common, hook_event_name: "postToolUse", tool_use_id: "t-1" },
      ...{ tool_name: "Shell", tool_input: { command: "npm test" } },
      tool_output: '{"exitCode":0,"output":"1 passing"}',
    }],
    ["session-end", { ...common, hook_event_name: "sessionEnd", reason: "completed" }],
  ] as const;
  for (const [hook, payload] of told) {
    await home.hook(hook, payload, { client: "cursor" });
    // As it maps the hooks of Claude Code: with its names for events.
    const { stdout } = await home.hook(hook, { ...payload, session_id: "c-1" });
    assertEquals(stdout, "");
  }
  await home.settle();
  assertEquals(rows(home), {
    sessions: [{ client: "cursor", project: home.project, prompt_count: 1, tool_count: 1 }],
    captures: ["Bash"],
    stops: 0,
    compactions: 0,
  });
});

Deno.test("a session that never ended is closed when it was idle for half a day", async () => {
  using home = new TestHome();
  await play(home, "qwen", "asked");
  assertEquals(home.rows("select status from sessions"), [{ status: "active" }]);
  const day = "2026-01-02T03:04:05.000Z";
  home.change(`update sessions set started_at = '${day}', last_started_at = '${day}'`);
  home.change(`update prompts set created_at = '${day}'`);
  home.change(`update pending_queue set created_at = '${day}'`);
  await home.mneme(["process"]);
  assertEquals(home.rows("select status, end_reason, ended_at from sessions"), [
    { status: "closed", end_reason: "idle", ended_at: day },
  ]);
});

Deno.test("a script is asked nothing where the client says so, or CI is set", async () => {
  using home = new TestHome();
  const rule = "From now on always use pnpm in this project, never npm, because npm breaks our lockfile.";
  const [start, prompt] = recordedLines("qwen", "asked.payloads");
  const stop = recordedLines("qwen", "asked.payloads").find(({ hook_event_name }) =>
    hook_event_name === "Stop"
  );
  const ids = { uuid: "u1", sessionId: "s" };
  const row = { type: "user", provenance: "real_user", ...ids, message: { parts: [{ text: rule }] } };
  home.write("home/chat.jsonl", `${JSON.stringify(row)}\n`);
  const told = (given: WireObject | undefined, session_id: string) => ({
    ...given,
    session_id,
    cwd: home.project,
    transcript_path: `${home.home}/chat.jsonl`,
  });
  const answers: string[] = [];
  for (const CI of [null, "1"]) {
    const options = { client: "qwen", env: { CI } };
    const session = `session-${CI}`;
    await home.hook("session-start", told(start, session), options);
    const said = { ...told(prompt, session), prompt: rule, submitted_prompt: rule };
    await home.hook("user-prompt-submit", said, options);
    answers.push((await home.hook("stop", told(stop, session), options)).stdout);
  }
  assert(JSON.parse(answers[0] ?? "").reason.includes("pnpm"));
  assertEquals(answers[1], "");
});

Deno.test("a start says when to save, where the client keeps the server's instructions from the model", async () => {
  const isSaidBy = { codex: false, gemini: false, copilot: true, kimi: true };
  for (const [client, isSaid] of Object.entries(isSaidBy)) {
    using home = new TestHome();
    await home.remember("Always answer in one sentence.", "PREFERENCE");
    const start = { hook_event_name: "SessionStart", session_id: "s1", cwd: home.project, source: "startup" };
    const hook_event_name = client === "gemini" ? "BeforeAgent" : "UserPromptSubmit";
    const prompt = { ...start, hook_event_name, prompt: "Go on." };
    const resume = { ...start, source: "resume" }; // before the first prompt
    let told = "";
    for (const event of [start, resume, prompt]) told += await tell(home, client as ForeignClient, event);
    assertEquals({ client, isSaid: told.includes("Save with save_memory as soon as") }, { client, isSaid });
  }
});

const FILE = { tool_name: "Read", tool_input: { file_path: "parser.ts" } };

/** What a client tells at a moment when it takes no context, and what Claude Code tells then. */
const UNHEARD: readonly (readonly [ForeignClient, hook: string, given: WireObject, heard: WireObject])[] = [
  ["kimi", "post-tool-use", { ...FILE, tool_output: "1" }, { ...FILE, tool_response: "1" }],
  [
    "cursor",
    "user-prompt-submit",
    { hook_event_name: "beforeSubmitPrompt", prompt: "Why does parser.ts not import the lexer?" },
    { hook_event_name: "UserPromptSubmit", prompt: "May parser.ts import the lexer?" },
  ],
];

for (const [client, hook, given, heard] of UNHEARD) {
  Deno.test(`${client}: a memory that the client keeps from the model is not counted as told`, async () => {
    using home = new TestHome();
    const common = { session_id: "s1", cwd: home.project, hook_event_name: "PostToolUse" };
    await home.hook("session-start", { ...common, hook_event_name: "SessionStart" }, { client });
    await home.remember("parser.ts never imports the lexer");
    assertEquals((await home.hook(hook, { ...common, ...given }, { client })).stdout, "");
    assertEquals(home.count("tellings"), 0);
    const { stdout } = await home.hook(hook, { ...common, ...heard });
    assert(stdout.includes("never imports the lexer"), stdout);
  });
}

Deno.test("opencode: a rule that nobody can be asked about is held, and the next prompt brings a note", async () => {
  using home = new TestHome();
  const rule = "From now on always use pnpm in this project, never npm, because npm breaks our lockfile.";
  const common = { session_id: "s1", cwd: home.project };
  const said = (id: string, role: string, text: string) => ({
    info: { id, role, sessionID: "s1", time: { created: Date.now() } },
    parts: [{ type: "text", text }],
  });
  const tell = async (hook: string, given: WireObject) =>
    (await home.hook(hook, { ...common, ...given }, { client: "opencode" })).stdout;
  await tell("session-start", { hook_event_name: "SessionStart" });
  await tell("user-prompt-submit", { hook_event_name: "UserPromptSubmit", prompt: rule });
  const messages = [said("m1", "user", rule), said("m2", "assistant", "Understood.")];
  assertEquals(await tell("stop", { hook_event_name: "Stop", messages }), "");
  assertEquals(home.rows("select category, prompt_count as n from asks"), [{
    category: "PREFERENCE",
    n: -2,
  }]);
  const next = await tell("user-prompt-submit", { hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  assert(next.includes("rule"), next);
});

for (const client of ["kimi", "cursor", "opencode"] as const) {
  Deno.test(`${client}: a silent save and a wrong setting are named to the user where a client shows it`, async () => {
    using home = new TestHome();
    const start = { session_id: "s1", cwd: home.project, hook_event_name: "SessionStart" };
    const event = client === "cursor" ? "sessionStart" : "SessionStart";
    await home.remember("parser.ts never imports the lexer");
    home.change(`insert into silent_saves (memory_id, project) values (1, '${home.project}')`);
    home.write("data/config.yaml", "log: { level: 5 }");
    await home.hook("session-start", { ...start, hook_event_name: event }, { client });
    const { stdout } = await home.hook("session-start", { ...start, session_id: "s2" });
    const { systemMessage } = JSON.parse(stdout);
    assert(systemMessage.includes("saved a memory (undo: "), stdout);
    assert(systemMessage.includes("config.yaml"), stdout);
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
