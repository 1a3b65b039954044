import { timelineCommand, type TimelineEvent } from "../../../../src/cli/search/timeline_command.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { at, SearchHome } from "./search_home.ts";

async function events(home: SearchHome, ...args: string[]): Promise<string[]> {
  const found: TimelineEvent[] = JSON.parse(await home.print(timelineCommand(), ...args, "--json"));
  return found.map(({ id, type, is_here }) => `${is_here ? ">" : ""}${id ?? type}`);
}

Deno.test("mneme timeline shows what was said, done and learned around an item, in the order of time", async () => {
  using home = new SearchHome();
  assertEquals(await events(home, "p2", "--before", "20"), [
    "s1",
    "m5",
    "p1",
    "call",
    "g1",
    "o1",
    ">p2",
    "m1",
    "m2",
    "s2",
  ]);
});

Deno.test("mneme timeline --before and --after take the nearest, none for 0", async () => {
  using home = new SearchHome();
  assertEquals(await events(home, "p2", "--before", "2", "--after", "1"), ["g1", "o1", ">p2", "m1"]);
  assertEquals(await events(home, "m1", "--before", "0", "--after", "0"), [">m1"]);
});

Deno.test("mneme timeline of what belongs to no session shows its project then, of a session its own course", async () => {
  using home = new SearchHome();
  assertEquals(await events(home, "v1", "--before", "1", "--after", "1"), ["s2", ">v1", "p3"]);
  assertEquals(await events(home, "s2"), ["s1", "m5", "g1", "m1", "m2", ">s2", "p3"]);
  assertEquals(await events(home, "m4"), [">m4"]);
});

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
    const shown = (await events(home, id)).map((name) => name.replace(">", ""));
    assertEquals(shown.slice(shown.indexOf("s1"), shown.indexOf("p1") + 1), ["s1", "p1"], id);
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
