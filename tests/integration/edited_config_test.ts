import { assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

/** A home in which a session has started, and nothing was configured. */
async function homeInSession(): Promise<TestHome> {
  const home = new TestHome();
  await startSession(home);
  return home;
}

/** What the user is told when a session starts. */
async function startSession(home: TestHome, session_id = "session-1"): Promise<string> {
  const payload = home.payload("SessionStart", { source: "startup", session_id });
  const { stdout } = await home.hook("session-start", payload);
  const reply = stdout === "" ? {} : JSON.parse(stdout) as { systemMessage?: string };
  return reply.systemMessage ?? "";
}

async function call(home: TestHome, id: string): Promise<void> {
  const fields = {
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: "make" },
    tool_response: "done",
  };
  const { code, stdout, stderr } = await home.hook("post-tool-use", home.payload("PostToolUse", fields));
  assertEquals([code, stdout, stderr], [0, "", ""]);
}

async function prompt(home: TestHome, text: string): Promise<void> {
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: text }));
}

function callsOf(home: TestHome): unknown[] {
  return home.rows("select tool_use_id from pending_queue order by id").map((row) => row.tool_use_id);
}

function exclusionOf(folder: string): string {
  return `privacy:\n  exclude_projects:\n    - ${folder}\n`;
}

Deno.test("a project excluded by hand in the middle of a session is not captured from the next hook on", async () => {
  using home = await homeInSession();
  await call(home, "before");
  home.write("data/config.yaml", exclusionOf(home.project));
  await call(home, "between us");
  await prompt(home, "between us");
  assertEquals([callsOf(home), home.rows("select text from prompts")], [["before"], []]);
  Deno.removeSync(`${home.data}/config.yaml`);
  await call(home, "after");
  assertEquals(callsOf(home), ["before", "after"]);
});

Deno.test("an entry added by hand to a file that was there holds from the next hook on", async () => {
  using home = new TestHome();
  home.write("data/config.yaml", exclusionOf("/somewhere/else"));
  await startSession(home);
  await call(home, "before");
  home.write("data/config.yaml", `${exclusionOf("/somewhere/else")}    - ${home.project}\n`);
  await call(home, "between us");
  assertEquals(callsOf(home), ["before"]);
});

Deno.test("a project's own file, made in the middle of a session, holds from the next hook on", async () => {
  using home = await homeInSession();
  await call(home, "before");
  home.write("project/.claude/mneme.yaml", "hooks: { capture: { enabled: false } }\n");
  await call(home, "not wanted");
  assertEquals(callsOf(home), ["before"]);
});

Deno.test("a project excluded by hand is not captured, either, where no session has started", async () => {
  using home = new TestHome();
  home.write("data/config.yaml", exclusionOf("/somewhere/else"));
  await call(home, "before");
  home.write("data/config.yaml", exclusionOf(home.project));
  await call(home, "between us");
  await startSession(home);
  assertEquals(callsOf(home), ["before"]);
});

Deno.test("an edit that cannot be used leaves the last good values, and the next session start says so once", async () => {
  using home = new TestHome();
  home.write("data/config.yaml", "hooks: { capture: { enabled: false } }\n");
  await startSession(home);
  home.write("data/config.yaml", "hooks: { capture: { enabled: perhaps } }\n");
  await call(home, "not wanted");
  assertMatch(
    await startSession(home, "session-2"),
    /^mneme: config\.yaml:1: hooks\.capture\.enabled is "perhaps"; expected/,
  );
  assertEquals(await startSession(home, "session-3"), "");
  assertEquals(callsOf(home), []);
});
