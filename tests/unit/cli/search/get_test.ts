import { getCommand } from "../../../../src/cli/get_command.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { SearchHome } from "./search_home.ts";

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
