// Compiled: what a session is told of what is known, through its life, and what is made of what it opens.
import type { ForeignClient } from "../../src/base/clients.ts";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { estimateTokens } from "../../src/base/token_estimate.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { recordedLines, recordings } from "../_support/recorded.ts";
import { TestHome } from "../_support/test_home.ts";
import { type History, playHistory } from "../repairs/play_history.ts";

/** What a hook tells the model; empty for a silent one. */
async function tell(home: TestHome, event: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { executable } = HOOK_REGISTRATIONS.find((one) => one.event === event)!;
  const { code, stdout } = await home.hook(executable, home.payload(event, fields));
  assertEquals(code, 0);
  return stdout === "" ? "" : String(JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "");
}

function start(home: TestHome, source: string, session_id = "session-1"): Promise<string> {
  return tell(home, "SessionStart", { source, session_id });
}

let prompts = 0;

function ask(home: TestHome, prompt: string, session_id = "session-1"): Promise<string> {
  return tell(home, "UserPromptSubmit", { prompt, prompt_id: `prompt-${++prompts}`, session_id });
}

async function add(home: TestHome, body: string, session?: string, ...args: string[]): Promise<void> {
  const env = session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: session };
  const { code } = await home.mneme(["memory", "add", "--category", "DECISION", body, ...args], { env });
  assertEquals(code, 0);
}

/** The ids of the lines of the contents, or of a prompt's titles. */
function linesOf(text: string): string[] {
  return [...text.matchAll(/^([mg]\d+) · /gm)].map(([, id]) => id!);
}

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await start(home, "startup", "session-0");
  await add(home, "Totals are rounded once, after summing, as the bank does so.");
  await add(
    home,
    "Carts of guests live in Redis for fourteen days.",
    undefined,
    "--title",
    "Guest carts: 14 days in Redis",
  );
  return home;
}

Deno.test("a session is told the contents at its start, after /clear and a compaction, and on a resume what is new", async () => {
  using home = await knowingHome();
  assertEquals(linesOf(await start(home, "startup")), ["m1", "m2"]);
  assertEquals(await start(home, "startup", "session-2"), await start(home, "startup", "session-3"));
  await add(home, "Deploys go through the release branch.", "session-9");
  assertEquals(linesOf(await start(home, "resume")), ["m3"]);
  assertEquals(linesOf(await start(home, "resume")), []);
  await tell(home, "PreCompact", { trigger: "auto", custom_instructions: null });
  assertEquals(linesOf(await start(home, "compact")), ["m1", "m2", "m3"]);
  assertEquals(linesOf(await start(home, "clear", "session-4")), ["m1", "m2", "m3"]);
});

Deno.test("a summary of a session that an agent saved has its line", async () => {
  using home = await knowingHome();
  const said = "Carts moved to the new API; refunds are still on the old one.";
  const saved = await home.mneme(["memory", "add", "--category", "SESSION_SUMMARY", said]);
  assertEquals(saved.code, 0);
  assertMatch(await start(home, "startup"), /^Said of earlier sessions:\nm3 · Carts moved to the new API/m);
});

Deno.test("helpers are told rules and contents within 600 tokens, each once; exempt ones and nameless ones nothing", async () => {
  using home = await knowingHome();
  await home.mneme(["memory", "add", "--category", "PREFERENCE", "Write commit messages in the imperative."]);
  const body = (i: number) => ({
    category: "DECISION",
    body: `Fact ${i} of the cart is kept here, with its reason and more.`,
  });
  home.write("facts.jsonl", Array.from({ length: 60 }, (_, i) => `${JSON.stringify(body(i))}\n`).join(""));
  await home.mneme(["memory", "import", `${home.root}/facts.jsonl`]);
  await start(home, "startup");
  const helper = (agent_id: string, agent_type?: string) =>
    tell(home, "SubagentStart", { agent_id, agent_type });
  const told = await helper("a1", "reviewer");
  assertMatch(told, /^- m3 · Write commit messages/m);
  assert(linesOf(told).length > 5 && estimateTokens(told) <= 600, `${estimateTokens(told)} tokens`);
  assertMatch(told, /^\+ \d+ more: `search` finds these older ones$/m);
  assertEquals([await helper("a1", "reviewer"), await helper("a2", "Explore"), await helper("a3")], [
    "",
    "",
    "",
  ]);
  assertEquals(home.rows("select agent_id, hook from tellings where agent_id <> ''"), [{
    agent_id: "a1",
    hook: "helper",
  }]);
});

Deno.test("a prompt is told nothing that the start has told or its own session saved, but what another has saved since", async () => {
  using home = await knowingHome();
  await start(home, "startup");
  assertEquals(await ask(home, "Why are totals rounded after summing?"), "");
  await add(home, "Totals of refunds are rounded before summing.", "session-1");
  assertEquals(await ask(home, "Are totals of refunds rounded before summing?"), "");
  await add(home, "Totals of vouchers are rounded by the till.", "session-2");
  assertEquals(linesOf(await ask(home, "Who rounds the totals of vouchers?")), ["m4"]);
  assertEquals(await ask(home, "And the totals of vouchers?"), "");
  assertEquals(
    linesOf(await ask(home, "Why are totals rounded after summing?", "nobody-saw-its-start")).includes("m1"),
    true,
  );
});

Deno.test("rules without room are counted only where the contents do not tell their titles", async () => {
  using home = await knowingHome();
  const rule = (i: number) => ({
    category: "PREFERENCE",
    title: `Rule ${i} about module ${i}`,
    body: `In module ${i} ${
      `write step ${i} of the work down before it is done, `.repeat(9)
    }as Ada wants it.`,
  });
  home.write("rules.jsonl", Array.from({ length: 9 }, (_, i) => `${JSON.stringify(rule(i))}\n`).join(""));
  await home.mneme(["memory", "import", `${home.root}/rules.jsonl`]);
  const told = await start(home, "startup");
  assertMatch(told, /^Further rules of the user, which hold as well:\nm\d+ · Rule \d about module/m);
  assertMatch(told, /^- \d more, by their titles below$/m);
  assertEquals(told.includes("without room here"), false);
  await home.mneme(["config", "set", "hooks.session_start.contents_budget", "0"]);
  assertMatch(await start(home, "startup", "session-5"), /^- \d more, without room here: `/m);
});

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
  const preview = await home.mneme(["context", "--prompt", quoted, "--session", "session-2", "--json"]);
  const told = await ask(home, quoted, "session-2");
  assertEquals(JSON.parse(preview.stdout).text, told);
  assertMatch(told, /^On the error that the prompt quotes:$/m);
  assertMatch(told, /^- r1 · today · solved before in s1 · `npm ci` after/m);
  assertEquals(
    [await ask(home, quoted, "session-2"), await ask(home, "Error: something else", "session-2")],
    ["", ""],
  );
  await tell(home, "PostToolUse", {
    session_id: "session-2",
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: "npm ci" },
    tool_response: { stdout: "" },
  });
  await tell(home, "SessionEnd", { session_id: "session-2", reason: "other" });
  await home.settle();
  await home.mneme(["process"]);
  assertEquals(home.rows("select item, used from injections where session_id = 'session-2'"), [{
    item: "r1",
    used: 1,
  }]);
});

Deno.test("a failure brings what names its file, unless half the project names that", async () => {
  using home = new TestHome();
  await start(home, "startup", "session-0");
  const fails = (session_id: string) =>
    tell(home, "PostToolUseFailure", {
      session_id,
      tool_name: "Bash",
      tool_use_id: `t-${session_id}`,
      tool_input: { command: "node bin/shop.js --list" },
      error:
        "Exit code 1\nTypeError: Cannot read properties of undefined, reading 'map' while answers are parsed, at lib/shop.js",
    });
  await add(home, "The list of lib/shop.js is read from a pipe, so it may come in parts.");
  assertMatch(await fails("session-1"), /m1 /);
  for (const what of ["colours", "exports", "prices", "languages", "addresses"]) {
    await add(home, `The ${what} of lib/shop.js are checked by a table of their own.`);
  }
  assertEquals(await fails("session-2"), "");
});

Deno.test("get counts one use a session with the moment that told it, however it is called", async () => {
  using home = await knowingHome();
  const ways: Record<string, (session: string) => Promise<unknown>> = {
    "mneme get in an agent's shell": (session) =>
      home.mneme(["get", "m1"], { env: { CLAUDE_CODE_SESSION_ID: session } }),
    "mneme call get": (session) =>
      home.mneme(["call", "get", '{"ids":["m1","m77"]}'], { env: { CLAUDE_CODE_SESSION_ID: session } }),
  };
  let uses = 0;
  for (const [way, open] of Object.entries(ways)) {
    await start(home, "startup", way);
    for (const _ of [1, 2]) await open(way);
    const opened = home.rows("select item, hook from openings where session_id = ?", way);
    assertEquals(opened, [{ item: "m1", hook: "start" }], way);
    assertEquals(home.rows("select use_count from memories order by id"), [{ use_count: ++uses }, {
      use_count: 0,
    }], way);
  }
  await home.mneme(["get", "m2"]); // in a person's shell
  assertEquals(home.rows("select use_count from memories where id = 2"), [{ use_count: 0 }]);
  const { told } = JSON.parse((await home.mneme(["stats", "--json"])).stdout);
  assertEquals([told.start.tellings, told.start.items, told.start.opened], [2, 4, 2]);
});

Deno.test("save_memory keeps a title, and what has none all the same; list --untitled lists those", async () => {
  using home = new TestHome();
  await start(home, "startup");
  const save = (args: object) =>
    home.mneme(["call", "save_memory", JSON.stringify({ category: "DECISION", ...args })]);
  await save({ body: "Money is kept as cents.", title: "All money is integer cents" });
  assertEquals((await save({ body: "Deploys go through the release branch. Always." })).code, 0);
  await save({ body: "Carts live in Redis.", title: `Carts ${"live ".repeat(200)}` });
  const untitled = JSON.parse((await home.mneme(["memory", "list", "--untitled", "--json"])).stdout);
  assertEquals(untitled.map(({ id }: { id: string }) => id), ["m2"]);
  const text = await start(home, "startup", "session-2");
  assertMatch(
    text,
    /^m1 · All money is integer cents: Money is kept as cents\.\nm2 · Deploys go through the release branch.*\nm3 · Carts live in Redis\.$/m,
  );
  await home.mneme(["memory", "edit", "m2", "--title", "Hotfixes ship this way as well"]);
  assertMatch(await start(home, "startup", "session-3"), /^m2 · Hotfixes ship this way as well: Deploys go/m);
});

Deno.test("forget leaves nothing of what was told of a memory in the database", async () => {
  using home = new TestHome();
  await start(home, "startup");
  const secret = "The quokkamole account is owned by finance";
  await add(home, `${secret}. Ask them.`, undefined, "--title", `Owned: quokkamole`);
  await start(home, "startup", "session-2");
  await ask(home, "Who owns the account of finance?", "session-3");
  const told = home.rows("select count(*) as n from tellings where text like '%quokkamole%'");
  assertEquals(told, [{ n: 2 }]);
  assertEquals((await home.mneme(["memory", "forget", "m1"])).code, 0);
  await home.settle();
  for (const { name } of Deno.readDirSync(home.data)) {
    if (!name.startsWith("memory.db")) continue;
    const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(`${home.data}/${name}`));
    assert(!/quokkamole/i.test(bytes), name);
  }
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
    assertMatch(
      told,
      /m1 · Totals are rounded once, after summing, as the bank does so\.\\nm2 · Carts of guests live/,
      told,
    );
  });
}
