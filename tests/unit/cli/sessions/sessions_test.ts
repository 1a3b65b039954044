import { sessionsCommand } from "../../../../src/cli/sessions_command.ts";
import type { Write } from "../../../../src/base/writes.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch, assertNotMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below } from "../../../../src/base/slashes.ts";

/** Three sessions, two of them of this project; the newest holds calls. */
class SessionsHome extends CliHome {
  readonly other = below(this.root, "other");

  constructor() {
    super();
    this.keep(
      this.prompt("aaaa-1111", "2026-03-01T10:00:00.000Z", "Fix the pnpm LOCKFILE\nafter the merge"),
      this.prompt("aaaa-2222", "2026-03-02T10:00:00.000Z", "Rename the Ärger module 100%"),
      this.prompt("bbbb-3333", "2026-03-03T10:00:00.000Z", "Lockfile of another project", this.other),
      this.call("aaaa-2222", "Bash", { tool_input: { command: "npm test\n# all" }, error: "exit 1" }),
      this.call("aaaa-2222", "Edit", { tool_input: { file_path: "/a/b.ts" } }, ["/a/b.ts"]),
    );
  }

  prompt(sessionId: string, at: string, text: string, project = this.project): Write {
    return { kind: "prompt-submitted", session: this.session(sessionId, project), at, promptId: null, text };
  }

  call(sessionId: string, toolName: string, payload: unknown, filesTouched: string[] = []): Write {
    return {
      kind: "tool-captured",
      session: this.session(sessionId),
      at: "2026-03-02T10:01:00.000Z",
      toolUseId: null,
      agentId: null,
      agentType: null,
      promptId: null,
      toolName,
      priority: "high",
      filesTouched,
      outcome: toolName === "Bash" ? "tests:fail" : null,
      payload: JSON.stringify(payload),
    };
  }

  async sessions(...args: string[]) {
    return await this.run(sessionsCommand(), args);
  }

  async listed(...args: string[]): Promise<string[]> {
    const { stdout } = await this.sessions("list", "--json", ...args);
    return (JSON.parse(stdout) as { session_id: string }[]).map((session) => session.session_id);
  }
}

Deno.test("mneme sessions list shows this project's sessions, newest first", async () => {
  using home = new SessionsHome();
  const { stdout } = await home.sessions("list");
  const lines = stdout.trimEnd().split("\n").map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "TIME"));
  assertEquals(lines, [
    "s2  TIME  active  1 prompt  2 tool calls  Rename the Ärger module 100%",
    "s1  TIME  active  1 prompt  0 tool calls  Fix the pnpm LOCKFILE",
  ]);
});

Deno.test("mneme sessions list chooses by place, number and words, which may stand in titles or prompts", async () => {
  using home = new SessionsHome();
  const chosen: readonly (readonly [args: string[], sessions: string[]])[] = [
    [["--all"], ["bbbb-3333", "aaaa-2222", "aaaa-1111"]],
    [["--project", home.other], ["bbbb-3333"]],
    [["--all", "--limit", "2"], ["bbbb-3333", "aaaa-2222"]],
    [["--match", "lockfile"], ["aaaa-1111"]],
    [["--match", "MERGE", "pnpm"], ["aaaa-1111"]],
    [["--match", "merge pnpm"], ["aaaa-1111"]],
    [["--match", "merge", "absent"], []],
    [["--match", "ärger"], ["aaaa-2222"]],
    [["--match", "ÄRGER"], ["aaaa-2222"]],
    [["--match", "100%"], ["aaaa-2222"]],
    [["--match", "%"], ["aaaa-2222"]],
    [["--match", "_"], []],
  ];
  for (const [args, sessions] of chosen) assertEquals(await home.listed(...args), sessions, args.join(" "));
});

Deno.test("mneme sessions list from a folder below the project means the project, inside a repository", async () => {
  using home = new SessionsHome();
  const count = async (folder: string) => {
    const { stdout } = await home.run(sessionsCommand(), ["list", "--json"], { CLAUDE_PROJECT_DIR: folder });
    return JSON.parse(stdout).length;
  };
  assertEquals(await count(`${home.project}/src/deep`), 0);
  Deno.mkdirSync(`${home.project}/.git`);
  assertEquals(await count(`${home.project}/src/deep`), 2);
  Deno.mkdirSync(`${home.project}/vendor/.git`, { recursive: true });
  assertEquals(await count(`${home.project}/vendor`), 0);
});

Deno.test("mneme sessions list without a match says where to look further, on stderr", async () => {
  using home = new SessionsHome();
  const { stdout, stderr, error } = await home.sessions("list", "--match", "absent");
  assertEquals([stdout, error], ["", undefined]);
  assertMatch(stderr, /^No session of .* with these words; `mneme sessions list --all --match …` looks/);
});

Deno.test("mneme sessions list --json has the columns of the table and a typed id", async () => {
  using home = new SessionsHome();
  const { stdout } = await home.sessions("list", "--json", "--limit", "1");
  assertEquals(JSON.parse(stdout), [{
    id: "s2",
    session_id: "aaaa-2222",
    project: home.project,
    cwd: null,
    source: null,
    status: "active",
    started_at: "2026-03-02T10:00:00.000Z",
    last_started_at: null,
    ended_at: null,
    client: "claude",
    end_reason: null,
    prompt_count: 1,
    tool_count: 2,
    title: "Rename the Ärger module 100%",
    summary: null,
  }]);
});

Deno.test("mneme sessions list refuses a limit that is none, and two places at once", async () => {
  using home = new SessionsHome();
  for (const args of [["--limit", "0"], ["--limit", "many"], ["--all", "--project", "/x"]]) {
    assert((await home.sessions("list", ...args)).error instanceof UsageError, args.join(" "));
  }
});

Deno.test("mneme sessions show gives prompts and calls in their order, with what they were about", async () => {
  using home = new SessionsHome();
  const { stdout } = await home.sessions("show", "s2");
  const steps = stdout.split("\n\n")[1]?.trimEnd().split("\n").map((line) =>
    line.slice("2026-03-02 10:00  ".length)
  );
  assertEquals(steps, [
    "prompt 1  Rename the Ärger module 100%",
    "Bash  npm test # all  [tests:fail]  [FAILED]",
    "Edit  /a/b.ts",
  ]);
  assertMatch(stdout, /^s2 {2}Rename the Ärger module 100%\nsession {2}aaaa-2222\n/);
});

Deno.test("mneme sessions show --full prints whole prompts and payloads", async () => {
  using home = new SessionsHome();
  const whole = await home.sessions("show", "s1", "--full");
  assertMatch(whole.stdout, /prompt 1\n {4}Fix the pnpm LOCKFILE\n {4}after the merge\n$/);
  const { stdout } = await home.sessions("show", "s2", "--full", "--json");
  const [bash, edit] = JSON.parse(stdout).tool_calls;
  assertEquals(bash.payload, { tool_input: { command: "npm test\n# all" }, error: "exit 1" });
  assertEquals([bash.failed, edit.failed, edit.files_touched], [true, false, ["/a/b.ts"]]);
});

Deno.test("mneme sessions show takes whole ids, and ends with one line for an unknown one, with and without a database", async () => {
  using home = new SessionsHome();
  for (const id of ["s2", "aaaa-2222"]) {
    assertEquals(JSON.parse((await home.sessions("show", id, "--json")).stdout).id, "s2");
  }
  for (const id of ["s99", "nothing", "aaaa", "%", ""]) {
    const { stdout, error } = await home.sessions("show", id);
    assert(error instanceof UserError && !(error instanceof UsageError), id);
    assertEquals([stdout, error.message], ["", `Cannot show session "${id}": there is none`]);
  }
  Deno.removeSync(home.paths.database);
  assert((await home.sessions("show", "s1")).error instanceof UserError);
  assertEquals((await home.sessions("list")).stdout, "");
});

Deno.test("mneme sessions never prints a stored control character, in no form", async () => {
  using home = new SessionsHome();
  const evil = "evil a\x1b]0;x\x07b\x9b31mc\x7fd\u202ee\r\nf";
  home.keep(
    home.prompt("evil\x1b", "2026-03-04T10:00:00.000Z", evil),
    home.call("evil\x1b", evil, { tool_input: { command: evil }, tool_response: evil }, [evil]),
  );
  for (const args of ["list", "list --json", "show s4", "show s4 --full", "show s4 --json --full"]) {
    const { stdout } = await home.sessions(...args.split(" "));
    assert(stdout.includes("evil"), args);
    // deno-lint-ignore no-control-regex
    assertNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  }
});

Deno.test("mneme sessions show gives the last 200 calls of a long session and says how to see all", async () => {
  using home = new SessionsHome();
  home.keep(
    ...Array.from(
      { length: 250 },
      (_, i) => home.call("aaaa-1111", "Bash", { tool_input: { command: `run ${i}` } }),
    ),
  );
  const short = await home.sessions("show", "s1");
  assert(
    !short.stdout.includes("run 49 ") && short.stdout.includes("run 50 ") &&
      short.stdout.includes("run 249 "),
  );
  assertMatch(short.stdout, /\(the last 200 tool calls; all of them: mneme sessions show s1 --full\)/);
  const { stdout } = await home.sessions("show", "s1", "--json");
  assertEquals(JSON.parse(stdout).tool_calls.length, 250);
});

Deno.test("sessions show tells what was noted of a call whose payload is gone, and shows no marker", async () => {
  using home = new SessionsHome();
  home.withStore((store) =>
    store.execute(`
      update pending_queue set payload = '{"pruned":true}', status = 'processed';
      insert into observations (session_id, text, outcome, created_at, capture_id)
      select session_id, 'Ran \`npm test\`: 1 failed', 'failed', created_at, id from pending_queue where tool_name = 'Bash'`)
  );
  for (const args of [["s2"], ["s2", "--full"], ["s2", "--full", "--json"]]) {
    const { stdout } = await home.sessions("show", ...args);
    assertMatch(stdout, /Ran `npm test`: 1 failed/);
    assertNotMatch(stdout, /pruned/);
  }
  const { stdout } = await home.sessions("show", "s2");
  assertMatch(stdout, /Bash {2}Ran `npm test`: 1 failed {2}\[tests:fail\] {2}\[FAILED\]\n/);
  assertMatch(stdout, /Edit {2}\/a\/b\.ts\n/);
});
