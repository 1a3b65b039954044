import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { getCommand } from "../../../../src/cli/get_command.ts";
import { timelineCommand, type TimelineEvent } from "../../../../src/cli/search/timeline_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { at, SearchHome } from "./search_home.ts";

type Item = Readonly<Record<string, unknown>>;

async function items(home: SearchHome, ...ids: string[]): Promise<Item[]> {
  return JSON.parse(await home.print(getCommand(), ...ids, "--json"));
}

Deno.test("mneme get shows every kind whole, with id, type, project and session", async () => {
  using home = new SearchHome();
  const ids = ["m1", "g1", "v1", "p2", "s1", "o1", "c1", "n1"];
  const found = await items(home, ...ids);
  assertEquals(found.map(({ id, type, session }) => [id, type, session]), [
    ["m1", "memory", "s1"],
    ["g1", "ghap", "s1"],
    ["v1", "value", null],
    ["p2", "prompt", "s1"],
    ["s1", "session", "s1"],
    ["o1", "observation", "s1"],
    ["c1", "code", null],
    ["n1", "scratchpad", null],
  ]);
  assertEquals(new Set(found.map(({ project }) => project)), new Set([home.project]));
});

Deno.test("mneme get gives a memory its evidence, an entry its lesson, an observation its call, code its lines", async () => {
  using home = new SearchHome();
  const [memory, entry, observation, code, session] = await items(home, "m1", "g1", "o1", "c1", "s1");
  assertEquals(memory?.evidence, { quote: "we use pnpm", uuid: "u1", offset: 7, cues: ["decided"] });
  assertEquals((entry?.lesson as Item).takeaway, "Reset the proxy before blaming checkout");
  assertEquals([observation?.tool_name, observation?.detail], ["Bash", "npm test checkout"]);
  assertEquals([code?.path, code?.start_line, code?.end_line], ["src/checkout.ts", 3, 9]);
  assertEquals((session?.prompts as Item[]).map(({ id }) => id), ["p1", "p2"]);
});

Deno.test("mneme get prints each for people, one below the other", async () => {
  using home = new SearchHome();
  const { stdout } = await home.get("p2", "m2", "n1", "s1");
  assertMatch(
    stdout,
    /^p2 {2}prompt\n.*session +s1\n.* {4}Reset the proxy first\n {4}then run it again\n\nm2 {2}/s,
  );
  assertMatch(stdout, /RUNBOOK {2}Flaky checkout\n {4}ECONNRESET/);
  assertMatch(stdout, /n1 {2}scratchpad\n(?:.*\n)*agent +tester\n(?:.*\n)* {4}The receipt printer times out/);
  assertMatch(
    stdout,
    /s1 {2}session {2}Fix the flaky checkout\n(?:.*\n)*p1 {2}.* {2}Why is the checkout test flaky\?/,
  );
});

Deno.test("mneme get shows what it finds, and names what is unknown, forgotten or no id", async () => {
  using home = new SearchHome();
  await home.main("memory", "forget", "m1", "--source");
  const missing = [
    ["m1", UserError, "Cannot show m1: it was forgotten"],
    ["p77", UserError, "Cannot find p77: there is none"],
    ["m", UsageError, 'Cannot take "m" as an id'],
  ] as const;
  for (const [id, kind, message] of missing) {
    const shown = await home.get("m2");
    const { stdout, error } = await home.get(id, "m2");
    assert(error instanceof kind, id);
    assertEquals([stdout, error.message], [shown.stdout, message]);
    const json = await home.get("m2", id, "--json");
    assertEquals(JSON.parse(json.stdout).map((item: Item) => item.id), ["m2"]);
    assertEquals(json.error?.message, message);
  }
  const { stdout, error } = await home.get("m1", "p77");
  assertEquals([stdout, error?.message], [
    "",
    "Cannot show m1: it was forgotten; Cannot find p77: there is none",
  ]);
});

Deno.test("mneme get prints no stored colours and control characters", async () => {
  using home = new SearchHome();
  home.withStore((store) => store.run("update prompts set text = 'a\u001b[31mb\u001bc\u202ed' where id = 1"));
  const { stdout } = await home.get("p1");
  assertMatch(stdout, /ab\\x1bc\\u202ed/);
});

async function events(home: SearchHome, ...args: string[]): Promise<string> {
  const found: TimelineEvent[] = JSON.parse(await home.print(timelineCommand(), ...args, "--json"));
  return found.map(({ id, type, is_here }) => `${is_here ? ">" : ""}${id ?? type}`).join(" ");
}

/** The events around an item: of its session; of its project, if it belongs to no session; of a session, its course. */
const AROUND: Readonly<Record<string, string>> = {
  "p2 --before 20": "s1 m5 p1 call g1 o1 >p2 m1 m2 s2",
  "p2 --before 2 --after 1": "g1 o1 >p2 m1",
  "m1 --before 0 --after 0": ">m1",
  "v1 --before 1 --after 1": "s2 >v1 p3",
  "s2": "s1 m5 g1 m1 m2 >s2 p3",
  "m4": ">m4",
};

for (const [args, shown] of Object.entries(AROUND)) {
  Deno.test(`mneme timeline ${args} shows the nearest events in the order of time`, async () => {
    using home = new SearchHome();
    assertEquals(await events(home, ...args.split(" ")), shown);
  });
}

Deno.test("mneme timeline prints times, ids and the start of each text for people", async () => {
  using home = new SearchHome();
  const { stdout } = await home.timeline("o1", "--before", "2", "--after", "1");
  const lines = stdout.trimEnd().split("\n").map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "TIME"));
  assertEquals(lines, [
    `   TIME      call                      Edit: ${home.file}`,
    "   TIME  g1  lesson (falsified)        checkout test passes: Reset the proxy before blaming checkout; make proxy-reset; still red; It races; Add a lock; npm test passes",
    ">  TIME  o1  observation (tests:fail)  npm test checkout failed: ECONNRESET",
    "   TIME  p2  prompt                    Reset the proxy first then run it again",
  ]);
});

Deno.test("mneme timeline shows what it is asked about as it shows it beside others", async () => {
  using home = new SearchHome();
  const beside = (await home.timeline("p1")).stdout.split("\n").filter((line) => / (s1|g1) /.test(line));
  for (const [i, id] of ["s1", "g1"].entries()) {
    const { stdout } = await home.timeline(id, "--before", "0", "--after", "0");
    assertEquals(stdout.trim().split(/ {2,}/), `> ${beside[i]}`.trim().split(/ {2,}/));
  }
});

Deno.test("mneme timeline shows a session before the prompt that began it, in the same moment", async () => {
  using home = new SearchHome();
  home.withStore((store) => store.run("update prompts set created_at = ? where id = 1", at(1)));
  for (const id of ["s1", "p1"]) {
    assertMatch((await events(home, id)).replace(">", ""), /s1 p1/);
  }
});

Deno.test("mneme timeline shows no call that is told by an observation of several", async () => {
  using home = new SearchHome();
  home.withStore((store) => store.run("update pending_queue set status = 'processed'"));
  assertEquals((await events(home, "p2")).includes("call"), false);
});

Deno.test("mneme timeline says of a memory that another one took its place", async () => {
  using home = new SearchHome();
  assertMatch((await home.timeline("p1")).stdout, / m5 +DECISION, superseded +Use yarn for installs\n/);
});

Deno.test("mneme timeline refuses an unknown id, what is none and what was forgotten in one line", async () => {
  using home = new SearchHome();
  await home.main("memory", "forget", "m1", "--source");
  const failures: readonly (readonly [string, RegExp, typeof UserError])[] = [
    ["m99", /^Cannot find m99: there is none$/, UserError],
    ["m1", /^Cannot show m1: it was forgotten$/, UserError],
    ["x1", /^Cannot take "x1" as an id$/, UsageError],
    ["12", /^Cannot take "12" as an id$/, UsageError],
  ];
  for (const [id, message, kind] of failures) {
    const { error } = await home.timeline(id);
    assert(error instanceof kind && error.hint !== undefined, id);
    assertMatch(error.message, message);
  }
  const { error } = await home.timeline("m2", "--before", "1000");
  assertMatch(String(error?.message), /Cannot take "1000" as --before/);
});

Deno.test("mneme timeline without a database finds nothing", async () => {
  using home = new CliHome();
  const { error } = await home.run(timelineCommand(), ["m1"]);
  assertMatch(String(error?.message), /Cannot find m1/);
});
