import { ghapCommand } from "../../../../src/cli/ghap_command.ts";
import { valuesCommand } from "../../../../src/cli/values_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { call } from "../../../_support/commands.ts";
import { CliHome } from "../../../_support/cli_home.ts";

const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_total passes\u001b[31m",
  hypothesis: "h",
  action: "a",
  prediction: "pytest passes",
};

async function resolved(home: CliHome, status: string, takeaway: string, changes = {}): Promise<void> {
  await call(home, "start_ghap", { ...ENTRY, ...changes });
  await call(home, "resolve_ghap", { status, result: "r", lesson: { what_worked: "w", takeaway } });
}

Deno.test("ghap show of what is not there says so in the same words with and without a database", async () => {
  using home = new CliHome();
  const without = await home.run(ghapCommand(), ["show", "g7"]);
  home.prepare();
  const { error } = await home.run(ghapCommand(), ["show", "g7"]);
  assertMatch(error?.message ?? "", /^Cannot find the GHAP entry g7: there is none$/);
  assertEquals([without.error?.message, without.error], [error?.message, error]);
});

Deno.test("ghap show names the session by its id, where that is known", async () => {
  using home = new CliHome();
  home.withStore((store) =>
    store.run(
      "insert into sessions (session_id, project, status, started_at) values ('abc', ?, 'active', '')",
      home.project,
    )
  );
  const start = (session: string) => call(home, "start_ghap", { ...ENTRY, session_id: session });
  await start("abc");
  await start("other");
  assertMatch((await home.run(ghapCommand(), ["show", "g1"])).stdout, /^started .*, session s1$/m);
  assertMatch((await home.run(ghapCommand(), ["show", "g2"])).stdout, /^started .*, session other$/m);
});

Deno.test("ghap list, show and export print what there is, without control characters", async () => {
  using home = new CliHome();
  await resolved(home, "falsified", "Round money once");
  await call(home, "start_ghap", { ...ENTRY, domain: "testing" });
  await call(home, "update_ghap", { note: "half way" });
  const list = await home.run(ghapCommand(), ["list"]);
  assertMatch(list.stdout, /^g2 {2}active +testing/);
  assertMatch(list.stdout, /\ng1 {2}falsified \(silver\) {2}debugging .* test_total passes\n$/);
  assertMatch((await home.run(ghapCommand(), ["show", "g1"])).stdout, /\nTakeaway: {4}Round money once\n/);
  assertMatch((await home.run(ghapCommand(), ["show", "g2"])).stdout, /\nChanged: .* half way\n/);
  const only = await home.run(ghapCommand(), ["list", "--domain", "testing", "--json"]);
  assertEquals(JSON.parse(only.stdout).map(({ id }: { id: string }) => id), ["g2"]);
  const lines = (await home.run(ghapCommand(), ["export"])).stdout.trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals(lines.map(({ id, lesson }) => [id, lesson?.takeaway]), [["g1", "Round money once"], [
    "g2",
    undefined,
  ]]);
});

Deno.test("ghap stats says how often predictions came true, as numbers and as bars", async () => {
  using home = new CliHome();
  await resolved(home, "confirmed", "a");
  await resolved(home, "confirmed", "b");
  await resolved(home, "confirmed", "c");
  await resolved(home, "falsified", "d");
  await call(home, "start_ghap", { ...ENTRY, domain: "testing", strategy: "ask-user" });
  const { stdout } = await home.run(ghapCommand(), ["stats"]);
  assertMatch(stdout, /^domain +confirmed +falsified +abandoned +open +true\n/);
  assertMatch(stdout, /\ndebugging +3 +1 +0 +0 +75 % {2}█{15}░{5}\n/);
  assertMatch(stdout, /\nask-user +0 +0 +0 +1 +-\n/);
  const json = JSON.parse((await home.run(ghapCommand(), ["stats", "--json"])).stdout);
  assertEquals(json.domains.map(({ name, rate }: { name: string; rate: number }) => [name, rate]), [
    ["debugging", 0.75],
    ["testing", null],
  ]);
});

Deno.test("ghap commands on nothing at all say so and succeed; on a wrong id they say what to give", async () => {
  using home = new CliHome();
  for (const words of [["list"], ["stats"]]) {
    const { stdout, stderr, error } = await home.run(ghapCommand(), words);
    assertEquals([stdout, error], ["", undefined]);
    assertMatch(stderr, /^No GHAP entry; --all/);
  }
  assertMatch(String((await home.run(ghapCommand(), ["show", "x"])).error), /as the id of a GHAP entry/);
  home.prepare();
  assertMatch(String((await home.run(ghapCommand(), ["show", "g4"])).error), /there is none/);
});

Deno.test("values suggest proposes what three lessons say, and not what is a value already", async () => {
  using home = new CliHome();
  await resolved(home, "falsified", "Round money once, at the end");
  await resolved(home, "confirmed", "Money: round it once and only at the end");
  await resolved(home, "confirmed", "Check the lockfile before blaming npm");
  const suggest = async () => JSON.parse((await home.run(valuesCommand(), ["suggest", "--json"])).stdout);
  assertEquals(await suggest(), []);
  await resolved(home, "confirmed", "Round money once at the end of the sum");
  assertEquals(await suggest(), [{
    text: "Round money once at the end of the sum",
    sources: ["g1", "g2", "g4"],
  }]);
  const added = await home.run(valuesCommand(), [
    "add",
    "--sources",
    "g1,g2,g4",
    "Round money once, at the end",
  ]);
  assertMatch(added.stdout, /^Stored v1 \(undo: mneme values forget v1\)/);
  assertEquals(await suggest(), []);
  assertEquals(
    (await home.run(valuesCommand(), ["list"])).stdout,
    "v1  Round money once, at the end  g1 g2 g4\n",
  );
  assertEquals((await home.run(valuesCommand(), ["forget", "v1"])).stdout, "Forgot v1\n");
  assertMatch(String((await home.run(valuesCommand(), ["forget", "v1"])).error), /there is none/);
  await home.run(valuesCommand(), ["add", "Read the error"]);
  assertEquals(JSON.parse((await home.run(valuesCommand(), ["list", "--json"])).stdout)[0].id, "v2");
});
