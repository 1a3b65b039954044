// Compiled: what a session is told of what is known, through its life, and what is made of what it opens.
import type { ForeignClient } from "../../src/base/clients.ts";
import { estimateTokens } from "../../src/base/token_estimate.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { recordedLines, recordings } from "../_support/recorded.ts";
import { TestHome } from "../_support/test_home.ts";
import { type History, playHistory } from "../repairs/play_history.ts";

function start(home: TestHome, source: string, session_id = "session-1"): Promise<string> {
  return home.tell("SessionStart", { source, session_id });
}

let prompts = 0;

function ask(home: TestHome, prompt: string, session_id = "session-1"): Promise<string> {
  return home.tell("UserPromptSubmit", { prompt, prompt_id: `prompt-${++prompts}`, session_id });
}

/** Imports these memories. */
async function bring(home: TestHome, count: number, memory: (i: number) => object): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => `${JSON.stringify(memory(i))}\n`);
  home.write("memories.jsonl", lines.join(""));
  await home.mneme(["memory", "import", `${home.root}/memories.jsonl`]);
}

/** The ids of the lines of the contents, or of a prompt's titles. */
function linesOf(text: string): string[] {
  return [...text.matchAll(/^([mg]\d+) · /gm)].map(([, id]) => id!);
}

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await start(home, "startup", "session-0");
  await home.remember("Totals are rounded once, after summing, as the bank does so.");
  const title = ["--title", "Guest carts: 14 days in Redis"];
  await home.remember("Carts of guests live in Redis for fourteen days.", "DECISION", ...title);
  return home;
}

Deno.test("helpers are told rules and contents within 600 tokens, each once; exempt ones and nameless ones nothing", async () => {
  using home = await knowingHome();
  await home.remember("Write commit messages in the imperative.", "PREFERENCE");
  await bring(home, 60, (i) => ({
    category: "DECISION",
    body: `Fact ${i} of the cart is kept here, with its reason and more.`,
  }));
  await start(home, "startup");
  const helper = (agent_id: string, agent_type?: string) =>
    home.tell("SubagentStart", { agent_id, agent_type });
  const told = await helper("a1", "reviewer");
  assertMatch(told, /^- m3 · Write commit messages/m);
  assert(linesOf(told).length > 5 && estimateTokens(told) <= 600, `${estimateTokens(told)} tokens`);
  assertMatch(told, /^\+ \d+ more: `search` finds these older ones$/m);
  const others = [await helper("a1", "reviewer"), await helper("a2", "Explore"), await helper("a3")];
  assertEquals(others, ["", "", ""]);
  assertEquals(home.column("select agent_id || hook from tellings where agent_id <> ''"), ["a1helper"]);
});

Deno.test("rules without room are counted only where the contents do not tell their titles", async () => {
  using home = await knowingHome();
  const step = (i: number) => `write step ${i} of the work down before it is done, `.repeat(9);
  await bring(home, 9, (i) => ({
    category: "PREFERENCE",
    title: `Rule ${i} about module ${i}`,
    body: `In module ${i} ${step(i)}as Ada wants it.`,
  }));
  const told = await start(home, "startup");
  assertMatch(told, /^Further rules of the user, which hold as well:\nm\d+ · Rule \d about module/m);
  assertMatch(told, /^- \d more, by their titles below$/m);
  assertEquals(told.includes("without room here"), false);
  await home.mneme(["config", "set", "hooks.session_start.contents_budget", "0"]);
  assertMatch(await start(home, "startup", "session-5"), /^- \d more, without room here: `/m);
});

for (const [client, sign] of [[undefined, "x"], ["codex", "漢"]] as const) {
  Deno.test(`a start that has more to tell than ${client ?? "Claude Code"} takes keeps rules, predictions and notes`, async () => {
    using home = new TestHome();
    const today = new Date().toISOString().slice(0, 10);
    for (const agent of ["coordinator", "ego"]) {
      home.write(`project/.claude/scratchpad/${agent}/${today}.md`, `${sign.repeat(290)}\n`.repeat(25));
    }
    await start(home, "startup", "session-0");
    const long = "why it should be so ".repeat(20);
    for (const session_id of ["session-1", "session-2", "session-3"]) {
      const entry = { session_id, goal: long, hypothesis: long, action: long, prediction: long };
      await home.mneme(["call", "start_ghap", JSON.stringify(entry)]);
    }
    await bring(
      home,
      12,
      (i) => ({ category: "PREFERENCE", body: `Rule ${i}: ask before module ${i} is changed` }),
    );
    const options = client === undefined ? {} : { client };
    const begin = { source: "startup", session_id: "session-4" };
    const { stdout } = await home.fire("SessionStart", begin, options);
    const told: string = JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
    for (const known of [/^- m12 · Rule/m, /^g3:$/m, /^The newest scratchpad of ego/m]) {
      assertMatch(told, known);
    }
    const size = client === undefined ? told.length : new TextEncoder().encode(told).length;
    assert(size <= 9500, `${size}`);
  });
}

const MENDED: History = {
  name: "a lock file",
  asked: "",
  steps: [
    ["run", "npm run pack", 1, "Error: lockfile of /home/ada/a7/shop is older than package.json (341 ms)"],
    ["edit", "package.json", '"zod": "3.1"', '"zod": "3.2"'],
    ["run", "npm ci", 0, "added 4 packages"],
    ["run", "npm run pack", 0, "packed"],
  ],
};

Deno.test("an error that a prompt quotes brings what mended it, whole and once; following it is its use", async () => {
  using home = new TestHome();
  await playHistory(home, MENDED, "session-1");
  await start(home, "startup", "session-2");
  await home.mneme(["process"]);
  const quoted =
    "I get this, please help:\n\nError: lockfile of /tmp/b9/shop is older than package.json (12 ms)";
  const preview = await home.json(["context", "--prompt", quoted, "--session", "session-2"]);
  const told = await ask(home, quoted, "session-2");
  assertEquals(preview.text, told);
  assertMatch(told, /^On the error that the prompt quotes:$/m);
  assertMatch(told, /^- r1 · today · solved before in s1 · `npm ci` after/m);
  for (const prompt of [quoted, "Error: something else"]) {
    assertEquals(await ask(home, prompt, "session-2"), "");
  }
  await home.fire("PostToolUse", {
    session_id: "session-2",
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: "npm ci" },
    tool_response: { stdout: "" },
  });
  await home.fire("SessionEnd", { session_id: "session-2", reason: "other" });
  await home.settle();
  await home.mneme(["process"]);
  const used = "select item || used from injections where session_id = 'session-2'";
  assertEquals(home.column(used), ["r11"]);
});

for (const client of new Set<ForeignClient>(recordings().map(({ client }) => client))) {
  Deno.test(`${client} is told the contents when its session begins`, async () => {
    using home = await knowingHome();
    const { name } = recordings().find((one) => one.client === client)!;
    const begins = recordedLines(client, `${name}.payloads`).slice(0, 2);
    let told = "";
    for (const payload of begins) {
      const isStart = /start/i.test(String(payload.hook_event_name)) &&
        payload.hook_event_name !== "SubagentStart";
      const text = JSON.stringify(payload).replaceAll("/home/me/project", home.project);
      const options = { client, env: { CLAUDE_PROJECT_DIR: null } };
      told += (await home.hook(isStart ? "session-start" : "user-prompt-submit", text, options)).stdout;
    }
    assertMatch(told, /m1 · Totals are rounded once[^·]*\\nm2 · Carts of guests live/);
  });
}
