// Compiled: what a failing call and a read bring back of what sessions mended.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { type History, playHistory, playStep } from "./play_history.ts";

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

const FAILING = [
  "run",
  "npm run pack 2>&1",
  1,
  "Error: lockfile of /tmp/b9/shop is older than package.json (12 ms)",
] as const;

async function startSession(home: TestHome, sessionId: string): Promise<void> {
  await home.hook(
    "session-start",
    home.payload("SessionStart", { session_id: sessionId, source: "startup" }),
  );
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
  const whole = await home.mneme(["get", "r6", "--json"]);
  assertEquals(JSON.parse(whole.stdout)[0].worked.commands, ["npm ci"]);
  const shown = home.rows("select item, hook from injections where session_id = 'session-7'");
  assertEquals(shown, [{ item: "r6", hook: "failure" }]);
});

Deno.test("a read of a file that a repair changed says for what, and no more where recall is off", async () => {
  using home = new TestHome();
  await playHistory(home, REPAIRED, "session-1");
  await startSession(home, "session-2");
  const read = ["read", "package.json"] as const;
  assertMatch(
    await playStep(home, read, { sessionId: "session-2", id: "first" }),
    /^- r1 · today · last changed in s1 · until `npm run pack` passed again, which had said `Error: lockfile of/m,
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
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", prompt));
  await playStep(home, edit, { sessionId: "session-1", id: "1" });
  await playStep(home, ["edit", "src/total.ts", "a", "b"], { sessionId: "session-1", id: "1b" });
  await home.hook("session-end", home.payload("SessionEnd", { reason: "other" }));
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
  await playStep(home, ["run", 'git commit -am "Round once"', 0, "[main 1234abc] Round once"], {
    sessionId: "session-2",
    id: "4",
  });
  await home.hook("session-end", home.payload("SessionEnd", { session_id: "session-2", reason: "other" }));
  await home.settle();
  await startSession(home, "session-3");
  assertMatch(
    await playStep(home, read, { sessionId: "session-3", id: "5" }),
    /last changed in s2 · committed as “Round once”$/m,
  );
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
  const { stdout } = await home.mneme(["how", "tool", "--json"]);
  const found = (JSON.parse(stdout) as { command: string; runs: number; passes: number; last_at: string }[])
    .map(({ command, runs, passes }) => [command, runs, passes]);
  assertEquals(found, [["DB=test npx tool check --all", 3, 2], ["npx tool check --fast", 1, 0]]);
  const call = await home.mneme(["call", "how_to_run", '{"program":"npx tool"}']);
  assertEquals(JSON.parse(call.stdout).commands.length, 2);
  await playHistory(home, { name: "", asked: "", steps: [run("make all", 0)] }, "session-2");
  const all = JSON.parse((await home.mneme(["how", "--all", "--json"])).stdout);
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
  ["lint", ["npx eslint src", "ruff check ."]],
  ["format", ["npx prettier --write src"]],
  ["typecheck", ["npx tsc --noEmit"]],
  ["check types", ["npx tsc --noEmit"]],
  ["deploy", ["./scripts/deploy.sh staging"]],
  ["start", ["npm run start:dev"]],
  ["npx", ["npx eslint src", "npx prettier --write src", "npx tsc --noEmit"]],
  ["publish", []],
];

Deno.test("mneme how and how_to_run understand a wish as well as the name of a program", async (t) => {
  using home = new TestHome();
  const lines = [
    ...new Set(WISHES.flatMap(([, commands]) => commands)),
    "test -f package.json",
    "git log --grep build",
  ];
  const steps = lines.map((line) =>
    ["run", line, 0, line === "make check" ? "4 passed in 0.2s" : "ok"] as const
  );
  await playHistory(home, { name: "", asked: "", steps }, "session-1");
  for (const [wish, commands] of WISHES) {
    await t.step(wish, async () => {
      const { stdout } = await home.mneme(["call", "how_to_run", JSON.stringify({ program: wish })]);
      const found = (JSON.parse(stdout).commands as { command: string }[]).map(({ command }) => command);
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
  assertEquals(home.rows("select count(*) as n from repairs"), [{ n: 2 }]);
  assertEquals((await home.mneme(["sessions", "forget", "s1", "--yes"])).code, 0);
  const left =
    "select (select count(*) from repairs) as repairs, (select count(*) from command_runs) as runs, " +
    "(select count(*) from file_changes) as files, (select count(distinct repair) from repair_marks) as marked";
  assertEquals(home.rows(left), [{ repairs: 1, runs: 2, files: 1, marked: 1 }]);
  const body = "lockfile of /home/ada/a7/shop is older than package.json";
  assertEquals((await home.mneme(["memory", "add", "--category", "RUNBOOK", body])).code, 0);
  const { stdout } = await home.mneme(["memory", "forget", "m1", "--source"]);
  assertMatch(stdout, /1 repair/);
  assertEquals((await home.mneme(["fix", "--json", `Error: ${body}`])).stdout.trim(), "[]");
  const bytes = new TextDecoder().decode(Deno.readFileSync(home.database));
  assert(!bytes.includes("is older than package"), "the words stand in a page of the file");
});
