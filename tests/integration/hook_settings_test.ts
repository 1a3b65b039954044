import { HOOKS } from "../../src/base/hook_names.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";

const TOOL = {
  tool_name: "Bash",
  tool_use_id: "call-1",
  tool_input: { command: "npm test" },
  tool_response: { stdout: "Tests: 1 failed, 1 total", stderr: "", interrupted: false },
};
const HELPER = { agent_id: "a1", agent_type: "coder" };

/** Each hook with the setting that switches it off, and an event that makes it write or say something when it is on. */
const SWITCHED: readonly (readonly [
  setting: string,
  hook: string,
  event: string,
  fields: Readonly<Record<string, unknown>>,
])[] = [
  ["session_start", "session-start", "SessionStart", { source: "clear" }],
  ["user_prompt_submit", "user-prompt-submit", "UserPromptSubmit", { prompt: "Why are totals rounded?" }],
  ["capture", "post-tool-use", "PostToolUse", TOOL],
  ["subagent_start", "subagent-start", "SubagentStart", HELPER],
  ["subagent_stop", "subagent-stop", "SubagentStop", HELPER],
  ["stop", "stop", "Stop", { stop_hook_active: false, last_assistant_message: "Done." }],
  ["pre_compact", "pre-compact", "PreCompact", { trigger: "auto" }],
  ["session_end", "session-end", "SessionEnd", { reason: "clear" }],
];

Deno.test("every hook but pre-tool-use, which mostly does nothing, is switched off here", () => {
  const known = SWITCHED.map(([setting, hook]) => [setting, hook]);
  const all = HOOKS.filter(({ name }) => name !== "pre-tool-use").map(({ setting, name }) => [setting, name]);
  assertEquals(known, all);
});

/** A home with a session, scratchpads switched on, a memory, and these settings. */
async function homeWith(...settings: readonly (readonly [key: string, value: string])[]): Promise<TestHome> {
  const home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  await home.mneme(["scratchpad", "init"]);
  await home.remember("Totals are rounded once, after summing");
  for (const [key, value] of settings) {
    const { code, stderr } = await home.mneme(["config", "set", key, value]);
    assertEquals(code, 0, stderr);
  }
  return home;
}

function traces(home: TestHome): unknown {
  const events = home.rows("select event, count(*) as n from event_log group by event");
  const counts = home.rows(
    `select (select count(*) from prompts) as prompts, (select count(*) from pending_queue) as calls,
       (select count(*) from injections) as injections, (select max(status) from sessions) as status`,
  );
  return { events, counts, spool: home.spool().length };
}

for (const [setting, hook, event, fields] of SWITCHED) {
  Deno.test(`hooks.${setting}.enabled switches ${hook} off: it writes nothing and says nothing`, async () => {
    using on = await homeWith();
    const before = traces(on);
    await on.fire(event, fields);
    assert(JSON.stringify(traces(on)) !== JSON.stringify(before), "it does nothing when it is on, either");
    using off = await homeWith([`hooks.${setting}.enabled`, "false"]);
    const left = traces(off);
    const { code, stdout, stderr } = await off.fire(event, fields);
    assertEquals([code, stdout.replace(/^\{\}\n?$/, ""), stderr], [0, "", ""]);
    assertEquals(traces(off), left);
  });
}

Deno.test("a hook past its deadline keeps what came in and drops what it would have looked up", async () => {
  using home = await homeWith(["hooks.user_prompt_submit.timeout_ms", "10"]);
  const prompt = { prompt: "Why are totals rounded after summing?" };
  // It begins with 50 ms gone, whatever the machine: the deadline is counted from the start of the process.
  const { code, stdout } = await home.fire("UserPromptSubmit", prompt, {
    wrap: ["sh", "-c", '(sleep 0.05; cat) | "$0" "$@"'],
    env: { MNEME_NO_DEADLINES: null },
  });
  assertEquals([code, stdout], [0, ""]);
  assertEquals(home.rows("select text from prompts"), [{ text: prompt.prompt }]);
});

Deno.test("hooks.outcome_capture.timeout_ms is the deadline for what is said of a run, whatever that of capturing is", async () => {
  for (const [said, captured, isTold] of [["10", "9000", false], ["9000", "10", true]] as const) {
    using home = await homeWith(
      ["hooks.outcome_capture.timeout_ms", said],
      ["hooks.capture.timeout_ms", captured],
    );
    const { stdout } = await home.fire("PostToolUse", TOOL, {
      wrap: ["sh", "-c", '(sleep 0.05; cat) | "$0" "$@"'],
      env: { MNEME_NO_DEADLINES: null },
    });
    assertEquals(stdout.includes("Premortem"), isTold, stdout);
    assertEquals(home.rows("select outcome from pending_queue"), [{ outcome: "tests:fail" }]);
  }
});

Deno.test("session-end checkpoints as the settings say, by itself", async () => {
  for (const mode of ["passive", "truncate"]) {
    using home = await homeWith(["hooks.session_end.checkpoint", mode]);
    await home.fire("UserPromptSubmit", { prompt: "Round once" });
    const alone = `${home.root}/alone`; // without mneme beside it, nothing runs behind it
    Deno.mkdirSync(alone);
    Deno.copyFileSync(`${DIST}/session-end`, `${alone}/session-end`);
    await home.fire("SessionEnd", { reason: "clear" }, { dist: alone });
    const wal = Deno.statSync(`${home.database}-wal`).size;
    assertEquals(wal === 0, mode === "truncate", `${mode}: ${wal} bytes`);
    Deno.removeSync(`${home.database}-wal`); // what was brought into the database itself is there without it
    assertEquals(home.rows("select status from sessions"), [{ status: "closed" }]);
  }
});
