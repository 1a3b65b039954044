import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { type History, playHistory, playStep } from "./play_history.ts";

// Compiled: what a failing call and a read bring back of what sessions mended.

const REPAIRED: History = {
  name: "a lock file",
  asked: "",
  steps: [
    ["run", "npm run pack", 1, "Error: lockfile of /home/ada/a7/shop is older than package.json (341 ms)"],
    ["edit", "package.json", '"zod": "3.1"', '"zod": "3.2"'],
    ["run", "npm ci", 0, "added 4 packages"],
    ["run", "npm run pack", 0, "packed"],
  ],
};

const ERROR = "Error: lockfile of /tmp/b9/shop is older than package.json (12 ms)";
const FAILING = ["run", "npm run pack 2>&1", 1, ERROR] as const;

async function startSession(home: TestHome, sessionId: string): Promise<void> {
  await home.fire("SessionStart", { session_id: sessionId, source: "startup" });
  await home.mneme(["process"]); // what another process kept from being written waits in the spool
}

Deno.test("a failing call is told once what six sessions mended it with, and which was the last", async () => {
  using home = new TestHome();
  for (let i = 1; i <= 6; i++) await playHistory(home, REPAIRED, `session-${i}`);
  await startSession(home, "session-7");
  const told = await playStep(home, FAILING, { sessionId: "session-7", id: "first" });
  assertMatch(
    told,
    /^- r6 · today · solved before in s6 and 5 more · `npm ci` after changing package\.json; then `npm run pack` passed$/m,
  );
  assertEquals(await playStep(home, FAILING, { sessionId: "session-7", id: "second" }), "");
  assertEquals((await home.json(["get", "r6"]))[0].worked.commands, ["npm ci"]);
  const shown = home.rows("select item, hook from injections where session_id = 'session-7'");
  assertEquals(shown, [{ item: "r6", hook: "failure" }]);
});

Deno.test("a read of a file that a repair changed says what was asked, and nothing where recall is off", async () => {
  using home = new TestHome();
  await playHistory(home, REPAIRED, "session-1");
  await startSession(home, "session-2");
  const read = ["read", "package.json"] as const;
  assertMatch(
    await playStep(home, read, { sessionId: "session-2", id: "first" }),
    /^- o\d+ · today · last changed in s1 · asked: “Make it work”$/m,
  );
  assertEquals(await playStep(home, read, { sessionId: "session-2", id: "second" }), "");
  home.write("data/config.yaml", "hooks: { recall: { on_file: false, on_failure: false } }\n");
  await startSession(home, "session-3");
  assertEquals(await playStep(home, read, { sessionId: "session-3", id: "third" }), "");
  assertEquals(await playStep(home, FAILING, { sessionId: "session-3", id: "fourth" }), "");
});

Deno.test("a read of a file that was only changed says what was asked, or what it was committed as", async () => {
  using home = new TestHome();
  const edit = ["edit", "src/cart.ts", "a", "b"] as const;
  await startSession(home, "session-1");
  const prompt = { session_id: "session-1", prompt: "Let the cart hold gift cards", prompt_id: "p" };
  await home.fire("UserPromptSubmit", prompt);
  await playStep(home, edit, { sessionId: "session-1", id: "1" });
  await playStep(home, ["edit", "src/total.ts", "a", "b"], { sessionId: "session-1", id: "1b" });
  await home.fire("SessionEnd", { reason: "other" });
  await home.settle();
  await startSession(home, "session-2");
  const read = ["read", "src/cart.ts"] as const;
  assertMatch(
    await playStep(home, read, { sessionId: "session-2", id: "2" }),
    /^- o\d+ · today · last changed in s1 · asked: “Let the cart hold gift cards”$/m,
  );
  const same = await playStep(home, ["read", "src/total.ts"], { sessionId: "session-2", id: "2b" });
  assertEquals(same, ""); // the model has read for what already
  await playStep(home, edit, { sessionId: "session-2", id: "3" });
  const elsewhere = `${home.home}/notes.md`;
  await home.fire("PostToolUse", {
    ...{ session_id: "session-2", tool_use_id: "3b", tool_name: "Write" },
    ...{ tool_input: { file_path: elsewhere, content: "a" }, tool_response: { filePath: elsewhere } },
  });
  await playStep(home, ["run", 'git commit -am "Round once"', 0, "[main 1234abc] Round once"], {
    sessionId: "session-2",
    id: "4",
  });
  await home.fire("SessionEnd", { session_id: "session-2", reason: "other" });
  await home.settle();
  await startSession(home, "session-3");
  assertMatch(
    await playStep(home, read, { sessionId: "session-3", id: "5" }),
    /last changed in s2 · committed as “Round once”$/m,
  );
  const readElsewhere = await home.tell("PostToolUse", {
    ...{ session_id: "session-3", tool_use_id: "6", tool_name: "Read" },
    ...{ tool_input: { file_path: elsewhere }, tool_response: { type: "text" } },
  });
  assertEquals(readElsewhere, ""); // no commit of this project has it
  const compacted = await home.tell("SessionStart", { session_id: "session-3", source: "compact" });
  assert(!compacted.includes("Committed")); // a read tells it again
});

Deno.test("mneme how prints whole commands, those that passed first, and counts no run whose end is hidden", async () => {
  using home = new TestHome();
  const run = (line: string, code: number) => ["run", line, code, code === 0 ? "ok" : "Error: no"] as const;
  const steps = [
    run("DB=test npx tool check --all", 0),
    run("cd {project} && DB=test npx tool check --all 2>&1 | tail -3", 1),
    run("DB=test npx tool check --all", 0),
    run("npx tool check --fast", 1),
    run("npx tool check --all | grep error; true", 0),
  ];
  await playHistory(home, { name: "", asked: "", steps }, "session-1");
  const found = (await home.json(["how", "tool"]) as { command: string; runs: number; passes: number }[])
    .map(({ command, runs, passes }) => [command, runs, passes]);
  assertEquals(found, [["DB=test npx tool check --all", 3, 2], ["npx tool check --fast", 1, 0]]);
  assertEquals((await home.json(["call", "how_to_run", '{"program":"npx tool"}'])).commands.length, 2);
  await playHistory(home, { name: "", asked: "", steps: [run("make all", 0)] }, "session-2");
  const all = await home.json(["how", "--all"]);
  assertEquals(all.map(({ command }: { command: string }) => command).sort(), [
    "DB=test npx tool check --all",
    "make all",
    "npx tool check --fast",
  ]);
  const none = await home.mneme(["how"]);
  assertEquals([none.code, none.stderr.includes("`mneme how --all`")], [2, true]);
});

/** What somebody wishes, and the commands of the history below that serve it. */
const WISHES: readonly (readonly [wish: string, commands: readonly string[]])[] = [
  ["test", ["make check", "uv run pytest -q", "npm run test:unit"]],
  ["run the tests", ["make check", "uv run pytest -q", "npm run test:unit"]],
  ["build", ["cargo build --release"]],
  ["lint", ["npx eslint src", "ruff check .", "CI=1 npm run lint:all"]],
  ["format", ["npx prettier --write src"]],
  ["typecheck", ["npx tsc --noEmit"]],
  ["check types", ["npx tsc --noEmit"]],
  ["deploy", ["./scripts/deploy.sh staging"]],
  ["start", ["npm run start:dev"]],
  ["npx", ["npx eslint src", "npx prettier --write src", "npx tsc --noEmit"]],
  ["deploys", ["sudo make deploys"]],
  ["publish", []],
];

Deno.test("mneme how and how_to_run understand a wish as well as the name of a program", async (t) => {
  using home = new TestHome();
  const unasked = ["test -f package.json", "git log --grep build"];
  const lines = [...new Set(WISHES.flatMap(([, commands]) => commands)), ...unasked];
  const said = (line: string) => line === "make check" ? "4 passed in 0.2s" : "ok";
  const steps = lines.map((line) => ["run", line, 0, said(line)] as const);
  await playHistory(home, { name: "", asked: "", steps }, "session-1");
  for (const [wish, commands] of WISHES) {
    await t.step(wish, async () => {
      const answer = await home.json(["call", "how_to_run", JSON.stringify({ program: wish })]);
      const found = (answer.commands as { command: string }[]).map(({ command }) => command);
      assertEquals(found.sort(), [...commands].sort());
      const typed = await home.mneme(["how", ...wish.split(" ")]);
      assertEquals(typed.stdout.split("\n").length - 1, commands.length);
    });
  }
});

Deno.test("what was mended is gone with its session, and with the words that were forgotten", async () => {
  using home = new TestHome();
  await playHistory(home, REPAIRED, "session-1");
  await playHistory(home, REPAIRED, "session-2");
  assertEquals(home.count("repairs"), 2);
  assertEquals((await home.mneme(["sessions", "forget", "s1", "--yes"])).code, 0);
  const left =
    "select (select count(*) from repairs) as repairs, (select count(*) from command_runs) as runs, " +
    "(select count(*) from file_changes) as files, (select count(distinct repair) from repair_marks) as marked";
  assertEquals(home.rows(left), [{ repairs: 1, runs: 2, files: 1, marked: 1 }]);
  const body = "lockfile of /home/ada/a7/shop is older than package.json";
  await home.remember(body, "RUNBOOK");
  const { stdout } = await home.mneme(["memory", "forget", "m1", "--source"]);
  assertMatch(stdout, /1 repair/);
  assertEquals((await home.mneme(["fix", "--json", `Error: ${body}`])).stdout.trim(), "[]");
  const bytes = new TextDecoder().decode(Deno.readFileSync(home.database));
  assert(!bytes.includes("is older than package"), "the words stand in a page of the file");
});

// Compiled: lessons of predictions, asked for by the error that they were learnt from.

/** A lesson and the errors that it is asked for by; errors without one have none. */
interface Learnt {
  readonly goal?: string;
  readonly result: string;
  readonly cause: string;
  readonly takeaway: string;
  readonly asked: readonly string[];
}

const LEARNT: readonly Learnt[] = JSON.parse(
  Deno.readTextFileSync(new URL("./lessons.json", import.meta.url)),
);

Deno.test("mneme fix and find_fix name what a lesson says of the same error, and no other lesson", async (t) => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  const call = (tool: string, input: unknown) => home.json(["call", tool, JSON.stringify(input)]);
  for (const { goal, result, cause, takeaway } of LEARNT) {
    if (goal === undefined) continue;
    const entry = { domain: "debugging", strategy: "read-the-error", goal, hypothesis: "It is known" };
    await call("start_ghap", { ...entry, action: "Look", prediction: "It passes" });
    const root_cause = { category: "other", description: cause };
    const lesson = { what_worked: takeaway, takeaway };
    await call("resolve_ghap", {
      status: "falsified",
      result,
      surprise: "That it did not",
      root_cause,
      lesson,
    });
  }
  await home.settle();
  for (const { takeaway, asked } of LEARNT) {
    for (const error of asked) {
      await t.step(error, async () => {
        const fixes = await home.json(["fix", error]);
        const texts = fixes.map(({ worked }: { worked: { text: string } }) => worked.text);
        assertEquals(texts, takeaway === undefined ? [] : [takeaway]);
        assertEquals((await call("find_fix", { error })).fixes.length, texts.length);
      });
    }
  }
});

// Compiled: histories as sessions leave them, played through the hooks, all of them in one project.

const HISTORIES: readonly History[] = JSON.parse(
  Deno.readTextFileSync(new URL("./histories.json", import.meta.url)),
);

Deno.test("mneme fix names what made a failure go away, and says nothing where nothing did", async (t) => {
  using home = new TestHome();
  for (const [i, history] of HISTORIES.entries()) await playHistory(home, history, `session-${i}`);
  for (const { name, asked, cure, not } of HISTORIES) {
    await t.step(name, async () => {
      const { stdout } = await home.mneme(["fix", "--json", asked]);
      const [found] = JSON.parse(stdout);
      if (not !== undefined) assertEquals(stdout.includes(not), false, stdout);
      if (cure === undefined) assertEquals(found, undefined);
      else assertEquals(found?.worked.text.includes(cure), true, stdout);
    });
  }
});

// Compiled: what agents replaced in a file is handed back from the captured edits.

async function call(home: TestHome, id: string, fields: Record<string, unknown>, sessionId = "session-1") {
  await home.hook("post-tool-use", {
    ...home.payload("PostToolUse", { session_id: sessionId, tool_use_id: id }),
    ...fields,
  });
}

function edit(path: string, before: string, originalFile?: string) {
  const response = { filePath: path, ...(originalFile === undefined ? {} : { originalFile }) };
  return {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: before, new_string: "y" },
    tool_response: response,
  };
}

Deno.test("mneme restore-text lists what was replaced in a file, newest first, and prints the one that is picked", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  const path = `${home.project}/src/cart.ts`;
  await call(home, "1", edit(path, "first\r\n"));
  await call(home, "2", {
    tool_name: "Write",
    tool_input: { file_path: path, content: "new" },
    tool_response: {
      type: "update",
      filePath: path,
      content: "new",
      originalFile: "whole\nfile without end",
    },
  }, "session-2");
  await call(home, "3", edit(`${home.project}/src/cart.tsx`, "another file"));
  await call(home, "4", {
    tool_name: "Write",
    tool_input: { file_path: path, content: "x" },
    tool_response: { type: "create", filePath: path },
  });
  const listed = await home.mneme(["restore-text", "src/cart.ts"]);
  assertMatch(
    listed.stdout,
    /^1 {2}\S+ \S+ {2}s2 {2}whole file {2}2 lines {2}whole file without end\n2 {2}\S+ \S+ {2}s1 {2}part .*first\n$/,
  );
  assertMatch(listed.stderr, /--pick N/);
  assertEquals(
    (await home.mneme(["restore-text", "src/cart.ts", "--pick", "1"])).stdout,
    "whole\nfile without end",
  );
  assertEquals((await home.mneme(["restore-text", path, "--session", "s1"])).stdout, "first\r\n");
  const json = await home.json(["restore-text", path]);
  assertEquals(json.map(({ number, session, kind }: Record<string, unknown>) => [number, session, kind]), [
    [1, "s2", "file"],
    [2, "s1", "part"],
  ]);
  const nothing = await home.mneme(["restore-text", "src/none.ts"]);
  assertEquals([nothing.code, nothing.stdout], [1, ""]);
  assertMatch(nothing.stderr, /no captured call has replaced anything in it/);
});

Deno.test("mneme restore-text says what was secret and cannot be restored, and what is too old", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  const path = `${home.project}/deploy.env`;
  await call(home, "1", edit(path, `token = "ghp_${"a1B2c3".repeat(6)}"\nregion = "eu"\n`));
  const { stdout, stderr } = await home.mneme(["restore-text", "deploy.env"]);
  assertMatch(stdout, /\[redacted:[\w-]+\]"?\nregion = "eu"\n$/);
  assertMatch(stderr, /secret in 1 place was never kept and cannot be restored/);
  const database = new DatabaseSync(home.database);
  database.exec("update pending_queue set created_at = '2020-01-01T00:00:00.000Z'");
  database.close();
  await home.mneme(["process"]);
  const pruned = await home.mneme(["restore-text", "deploy.env"]);
  assertEquals(pruned.code, 1);
  assertMatch(pruned.stderr, /older than retention\.raw_days/);
});
