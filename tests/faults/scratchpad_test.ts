import { localDay } from "../../src/base/time.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { askOf, RULE, RULE_LINE, StopSession } from "../_support/stop_session.ts";
import { type RunOptions, TestHome } from "../_support/test_home.ts";

const COMPLETE = "## What I did\nA\n## Cross-agent observations\nB\n## Unresolved\nNone\n";
const DAY_MS = 86_400_000;
const EDITING = { ...RULE, edits: "/p/a.ts" };

/** A home whose project has scratchpads, in a session that has begun. */
class ScratchpadHome extends TestHome {
  readonly folder = `${this.project}/.claude/scratchpad`;
  readonly today = new Date().toISOString().slice(0, 10);

  static async start(): Promise<ScratchpadHome> {
    const home = new ScratchpadHome();
    Deno.mkdirSync(`${home.folder}/worker`, { recursive: true });
    await home.fire("SessionStart", { source: "startup" });
    return home;
  }

  note(agent: string, text: string, day = this.today): void {
    this.write(`project/.claude/scratchpad/${agent}/${day}.md`, text);
  }

  /** What the agent is told as it stops: the reason, or the whole answer where it may. */
  async agentStops(options: RunOptions = {}): Promise<string> {
    const payload = this.payload("SubagentStop", { agent_id: "a1", agent_type: "worker" });
    const { code, stdout, stderr } = await this.hook("subagent-stop", payload, options);
    assertEquals([code, stderr], [0, ""]);
    return stdout === "" ? "" : JSON.parse(stdout).reason ?? stdout;
  }

  agentStarts(): Promise<unknown> {
    return this.fire("SubagentStart", { agent_id: "a1", agent_type: "worker" });
  }

  /** Makes it so that everything of the session happened earlier. */
  backdate(ms: number): void {
    const at = new Date(Date.now() - ms).toISOString();
    this.change(`update event_log set created_at = '${at}'; update sessions set started_at = '${at}'`);
  }
}

Deno.test("an agent whose scratchpad cannot be judged may stop", async () => {
  const faults: Readonly<Record<string, (home: ScratchpadHome, path: string) => unknown>> = {
    "a folder in its place": (_, path) => Deno.mkdirSync(path),
    "a link to itself": (_, path) => Deno.symlinkSync(path, path),
    "a link elsewhere": (home, path) => Deno.symlinkSync(`${home.root}/x`, path),
    "a pipe": (_, path) => new Deno.Command("mkfifo", { args: [path] }).output(),
    "bytes that are no text": (_, path) => Deno.writeFileSync(path, new Uint8Array([0xff, 0xfe, 0, 0x41])),
    "50 MB": (_, path) => Deno.writeFileSync(path, new Uint8Array(50_000_000).fill(0x78)),
  };
  for (const [name, arrange] of Object.entries(faults)) {
    using home = await ScratchpadHome.start();
    await arrange(home, `${home.folder}/worker/${home.today}.md`);
    assertEquals(await home.agentStops(), "{}", name);
  }
});

Deno.test("an agent may stop where the scratchpad folder, or its own, is something else", async () => {
  for (const inTheWay of ["worker", "..", "."]) {
    using home = await ScratchpadHome.start();
    const path = `${home.folder}/${inTheWay}`.replace("/scratchpad/..", "").replace(/\/\.$/, "");
    Deno.removeSync(path, { recursive: true });
    Deno.writeTextFileSync(path, "in the way");
    assert(["", "{}"].includes(await home.agentStops()), inTheWay);
    const start = await home.fire("SessionStart", { session_id: "s2" });
    assertEquals([start.code, start.stderr], [0, ""]);
  }
});

Deno.test("an agent is asked once by two installs that run at the same time", async () => {
  using home = await ScratchpadHome.start();
  // It begins first and reads its payload last: the other one asks in between.
  const go = `${home.root}/go`;
  const wait = `while [ ! -e "${go}" ]; do sleep 0.05; done`;
  const slow = home.agentStops({ wrap: ["sh", "-c", `(${wait}; cat) <&0 | "$0" "$@"`] });
  await new Promise((done) => setTimeout(done, 700));
  const first = await home.agentStops();
  Deno.writeTextFileSync(go, "");
  assertMatch(first, /^Scratchpad missing or incomplete: /);
  assertEquals(await slow, "{}");
  assertEquals(home.count("event_log where event = 'scratchpad.blocked'"), 1);
});

Deno.test("an agent that worked over midnight may have used either day's scratchpad", async () => {
  using home = await ScratchpadHome.start();
  await home.agentStarts();
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  home.note("worker", COMPLETE, yesterday);
  assertMatch(await home.agentStops(), new RegExp(`worker/${home.today}\\.md\n`), "it began today");
  home.backdate(DAY_MS);
  assertEquals(await home.agentStops(), "{}");
  home.note("worker", "## What I did\nA", yesterday);
  assertMatch(await home.agentStops(), new RegExp(`worker/${yesterday}\\.md\nMissing: "Cross`));
  home.note("worker", COMPLETE);
  assertEquals(await home.agentStops(), "{}");
});

Deno.test("today is the date on the local clock", async () => {
  using home = await ScratchpadHome.start();
  const zones = ["Etc/GMT+12", "Etc/GMT-14"]; // 26 hours apart: never the same date
  const days = await Promise.all(zones.map(async (zone) => {
    const reason = await home.agentStops({ env: { TZ: zone } });
    const [year = "", month = "", day = ""] = (/(\d{4})-(\d\d)-(\d\d)\.md/.exec(reason) ?? []).slice(1);
    const expected = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
    assertEquals(`${year}-${month}-${day}`, expected, zone);
    return expected;
  }));
  assertEquals(new Set(days).size, 2);
  assertEquals(localDay(new Date(2026, 0, 1)), "2026-01-01");
});

Deno.test("a session in a worktree has the scratchpads of the folder it was started in", async () => {
  using home = new TestHome();
  const git = (...args: string[]) =>
    new Deno.Command("git", {
      args: ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
      cwd: home.project,
    }).output();
  await git("init", "-q");
  await git("commit", "-q", "--allow-empty", "-m", "One");
  await git("worktree", "add", "-q", `${home.root}/tree`);
  Deno.mkdirSync(`${home.root}/tree/.claude/scratchpad`, { recursive: true });
  const env = { CLAUDE_PROJECT_DIR: `${home.root}/tree` };
  const start = await home.fire("SessionStart", { source: "startup" }, { env });
  assertMatch(start.stdout, /Last commits \(git log --oneline -5\):\\n> [0-9a-f]+ One/);
  const payload = home.payload("SubagentStop", { agent_id: "a1", agent_type: "worker" });
  const { stdout } = await home.hook("subagent-stop", payload, { env });
  assert(stdout.includes(`${home.root}/tree/.claude/scratchpad/worker/`), stdout);
  const inMain = await home.hook("subagent-stop", payload);
  assertEquals(inMain.stdout, "{}");
});

Deno.test("session-start leaves secrets and private parts out of commits, each by itself", async () => {
  using home = await ScratchpadHome.start();
  home.write(
    "bin/git",
    "#!/bin/sh\necho '1a Rotate AKIAIOSFODNN7EXAMPLE'; echo '2b Strip <private> tags'; echo '3c Mend the cart'\n",
  );
  Deno.chmodSync(`${home.root}/bin/git`, 0o755);
  const payload = home.payload("SessionStart", { source: "startup", session_id: "session-2" });
  const { stdout } = await home.hook("session-start", payload, { env: { PATH: `${home.root}/bin:/bin` } });
  assertMatch(stdout, /> 1a Rotate \[redacted:aws-access-key\]\\n> 2b Strip\\n> 3c Mend the cart\\n/);
});

Deno.test("session-start tells the rest when git hangs, is not there, or the environment is odd", async () => {
  for (const env of [{ PATH: "/none" }, { PATH: null }, { LD_PRELOAD: "", LD_LIBRARY_PATH: "/none" }, {}]) {
    using home = await ScratchpadHome.start();
    home.write("bin/git", "#!/bin/sh\nsleep 20\n");
    Deno.chmodSync(`${home.root}/bin/git`, 0o755);
    home.note("coordinator", "Plan");
    const isHanging = Object.keys(env).length === 0;
    const PATH = `${home.root}/bin:${Deno.env.get("PATH")}`;
    const payload = home.payload("SessionStart", { session_id: "s2", source: "startup" });
    const run = await home.hook("session-start", payload, { env: isHanging ? { PATH } : env });
    assertEquals([run.code, run.stderr], [0, ""]);
    assert(run.stdout.includes("> Plan\\n</mneme-context>"), `${JSON.stringify(env)}: ${run.stdout}`);
    assert(run.ms < 10_000, "it waited for git");
  }
});

Deno.test("a stop asks for the coordinator's scratchpad where one was changed since the session began", async () => {
  using home = await ScratchpadHome.start();
  home.note("worker", COMPLETE);
  assertMatch((await home.fire("Stop")).stdout, /"decision":"block"/);
  await home.fire("SessionStart", { session_id: "later", source: "startup" });
  assertEquals((await home.fire("Stop", { session_id: "later" })).stdout, "");
});

Deno.test("a stop that owes a scratchpad and has something to save asks for the scratchpad first", async () => {
  using session = await StopSession.start();
  const { home } = session;
  const day = new Date().toISOString().slice(0, 10);
  home.write(`project/.claude/scratchpad/worker/${day}.md`, COMPLETE);
  const asked = await session.turn(EDITING);
  assertMatch(asked, /^Coordinator scratchpad missing: /);
  assert(!asked.includes("Save the following"));
  assertEquals(await session.stop({ stop_hook_active: true }).then(askOf), "");
  home.write(`project/.claude/scratchpad/coordinator/${day}.md`, COMPLETE);
  await session.prompt("Go on.");
  assert(askOf(await session.stop()).includes(RULE_LINE));
});

Deno.test("a script that is asked for the coordinator's scratchpad has its memories saved beside it", async () => {
  using session = await StopSession.start();
  const { home } = session;
  const day = new Date().toISOString().slice(0, 10);
  home.write(`project/.claude/scratchpad/worker/${day}.md`, COMPLETE);
  const asked = await session.turn(EDITING, {}, { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } });
  assertMatch(asked, /^Coordinator scratchpad missing: /);
  assertEquals(session.memories(), [`m1 active PREFERENCE ${RULE.prompt}`]);
});
