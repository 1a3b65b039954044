import { join } from "node:path";
import { below } from "../../../../src/base/slashes.ts";
import { pauseCommand, unpauseCommand } from "../../../../src/cli/pause_command.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { readPauses, readPauseTimes } from "../../../../src/machine/pause.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { assertMode, isWindows } from "../../../_support/windows.ts";

const HOUR_MS = 3_600_000;

const PROJECT = isWindows ? "C:\\work" : "/work";

Deno.test("mneme pause pauses everything until unpause, and says how to undo it", async () => {
  using home = new CliHome();
  const { stdout } = await home.run(pauseCommand(), []);
  assertEquals(
    stdout,
    "Paused everything until `mneme unpause`: nothing is captured or injected\nUndo: mneme unpause --everything\n",
  );
  assertEquals(readPauses(home.paths), [{ scope: "all", key: "", until: null }]);
  assertMode(home.paths.paused, 0o600);
});

Deno.test("mneme pause --for ends by itself after that long", async () => {
  using home = new CliHome();
  const before = Date.now();
  const { stdout } = await home.run(pauseCommand(), ["--for", "2d", "--json"]);
  const until = readPauses(home.paths)[0]?.until ?? 0;
  assert(until >= before + 48 * HOUR_MS && until <= Date.now() + 48 * HOUR_MS);
  assertEquals(JSON.parse(stdout), {
    paused: [{ scope: "all", key: "", until: new Date(until).toISOString() }],
  });
});

Deno.test("mneme pause --project takes the current project, or the folder that is given", async () => {
  using home = new CliHome();
  const current = await home.run(pauseCommand(), ["--project"]);
  const other = await home.run(pauseCommand(), ["--project", "/some/where/"]);
  await home.run(pauseCommand(), ["--project=~/work"]); // a shell leaves this ~ as it is
  assertEquals(readPauses(home.paths).map(({ scope, key }) => [scope, key]), [
    ["project", home.project],
    ["project", isWindows ? "\\some\\where" : "/some/where"],
    ["project", below(home.root, "home/work")],
  ]);
  assertMatch(current.stdout, /\nUndo: mneme unpause --project \S+[\\/]project'?\n$/);
  assertMatch(other.stdout, /\nUndo: mneme unpause --project '?.some.where'?\n$/);
});

Deno.test("mneme pause --project from a folder below means the project whose sessions run, database or not", async () => {
  using home = new CliHome();
  Deno.mkdirSync(`${home.project}/.git`);
  const at = "2026-03-01T10:00:00.000Z";
  home.keep({ kind: "session-started", session: home.session("s"), at, source: "startup" });
  const below = { CLAUDE_PROJECT_DIR: `${home.project}/src` };
  await home.run(pauseCommand(), ["--project"], below);
  assertEquals(readPauses(home.paths).map(({ key }) => key), [home.project]);
  Deno.writeTextFileSync(home.paths.database, "damaged ".repeat(1000));
  await home.run(pauseCommand(), ["--project"], below);
  assertEquals(readPauses(home.paths).map(({ key }) => key), [home.project, join(home.project, "src")]);
});

Deno.test("mneme pause --session takes the session that runs it, the client's id, or s1", async () => {
  using home = new CliHome();
  home.keep({
    kind: "session-started",
    session: home.session("from-the-client"),
    at: "2026-03-01T10:00:00.000Z",
    source: "startup",
  });
  await home.run(pauseCommand(), ["--session"], { CLAUDE_CODE_SESSION_ID: "mine" });
  await home.run(pauseCommand(), ["--session", "theirs"]);
  await home.run(pauseCommand(), ["--session", "s1"]);
  assertEquals(readPauses(home.paths).map(({ key }) => key), ["mine", "theirs", "from-the-client"]);
});

Deno.test("mneme pause replaces a pause of the same subject and drops expired ones", async () => {
  using home = new CliHome();
  home.prepare();
  Deno.writeTextFileSync(
    home.paths.paused,
    JSON.stringify([
      { scope: "all", key: "", until: null },
      { scope: "session", key: "old", until: Date.now() - 1 },
    ]),
  );
  await home.run(pauseCommand(), ["--for", "30m"]);
  const pauses = readPauses(home.paths);
  assertEquals(pauses.length, 1);
  assert((pauses[0]?.until ?? 0) > Date.now());
});

Deno.test("the undo that mneme pause prints restores the pauses from before, and no more", async () => {
  using home = new CliHome();
  await home.run(pauseCommand(), ["--session", "a", "--for", "3h"]);
  await home.run(pauseCommand(), ["--project", PROJECT]);
  const before = readPauses(home.paths);
  for (const args of [[], ["--project"], ["--session", "a"], ["--project", PROJECT, "--for", "1h"]]) {
    const paused = await home.print(pauseCommand(), ...args);
    const [, verb, words = ""] = /\nUndo: mneme (pause|unpause) (.*)\n$/.exec(paused) ?? [];
    await home.print(
      verb === "pause" ? pauseCommand() : unpauseCommand(),
      ...words.replaceAll("'", "").split(" "),
    );
    const minutes = (until: number | null) => until && Math.round(until / 60_000);
    const now = readPauses(home.paths).map((one) => ({ ...one, until: minutes(one.until) }));
    const wanted = before.map((one) => ({ ...one, until: minutes(one.until) }));
    const sorted = (pauses: typeof now) => pauses.toSorted((a, b) => a.key < b.key ? -1 : 1);
    assertEquals(sorted(now), sorted(wanted), paused);
  }
});

Deno.test("mneme unpause ends every pause", async () => {
  using home = new CliHome();
  await home.run(pauseCommand(), []);
  await home.run(pauseCommand(), ["--session", "a"]);
  const { stdout } = await home.run(unpauseCommand(), []);
  assertEquals(stdout, "Ended the pause of everything\nEnded the pause of session a\n");
  assertEquals(Deno.readTextFileSync(home.paths.paused), "[]\n");
});

Deno.test("mneme unpause of one subject leaves the others and says so", async () => {
  using home = new CliHome();
  await home.run(pauseCommand(), []);
  await home.run(pauseCommand(), ["--project"]);
  const { stdout } = await home.run(unpauseCommand(), ["--project"]);
  assertEquals(
    stdout,
    `Ended the pause of project ${home.project}\n` +
      "Still paused: everything until `mneme unpause`; `mneme unpause --everything` ends it\n",
  );
});

Deno.test("mneme unpause without anything paused says so, succeeds and makes nothing", async () => {
  using home = new CliHome();
  const { stdout, error } = await home.run(unpauseCommand(), []);
  assertEquals([stdout, error], ["Nothing was paused; nothing was changed\n", undefined]);
  assertEquals(home.inventory(home.root).filter((line) => line.includes("data")), []);
});

Deno.test("mneme pause refuses what it cannot understand and pauses nothing", async () => {
  using home = new CliHome();
  const cases = [["--for", "soon"], ["--for", "0h"], ["--for", "99999d"], ["--session"], ["--session", ""], [
    "--session",
    "a",
    "--project",
  ]];
  for (const args of cases) {
    const { error } = await home.run(pauseCommand(), args);
    assert(error instanceof UsageError, args.join(" "));
  }
  const { error } = await home.run(pauseCommand(), ["--session", "s7"]);
  assert(error instanceof UserError && !(error instanceof UsageError));
  assertEquals(home.inventory(), []);
});

Deno.test("mneme pause and unpause write down from when to when, for this user alone", async () => {
  using home = new CliHome();
  const began = Date.now();
  await home.run(pauseCommand(), ["--project", PROJECT, "--for", "1h"]);
  await home.run(pauseCommand(), ["--project", PROJECT]);
  await home.run(pauseCommand(), ["--session", "b", "--for", "2h"]);
  await home.run(unpauseCommand(), ["--project", PROJECT]);
  const ended = Date.now();
  const times = readPauseTimes(home.paths);
  assertEquals(times.map(({ scope, key }) => [scope, key]), [
    ["project", PROJECT],
    ["project", PROJECT],
    ["session", "b"],
  ]);
  const [first, second, third] = times;
  assert(began <= (first?.from ?? 0) && first?.until === second?.from);
  assert((second?.until ?? Infinity) <= ended);
  assertEquals(third?.until, (third?.from ?? 0) + 2 * HOUR_MS);
  assertMode(`${home.paths.root}/pause_times.json`, 0o600);
});

Deno.test("mneme unpause tells of a pause that an older mneme wrote since when it was there", async () => {
  using home = new CliHome();
  home.prepare();
  Deno.writeTextFileSync(home.paths.paused, '[{"scope":"all","key":"","until":null}]');
  Deno.utimeSync(home.paths.paused, 1_700_000_000, 1_700_000_000);
  await home.run(unpauseCommand(), []);
  const [time] = readPauseTimes(home.paths);
  assertEquals(time?.from, 1_700_000_000_000);
  assert((time?.until ?? Infinity) <= Date.now());
});

Deno.test("mneme pause that cannot be written down leaves no period behind, which would never end", async () => {
  using home = new CliHome();
  Deno.mkdirSync(home.paths.paused, { recursive: true });
  const { error } = await home.run(pauseCommand(), []);
  assertMatch(String(error), /Cannot write .*paused\.json/);
  assertEquals(readPauseTimes(home.paths), []);
});

Deno.test("times of pauses are bounded, and a file of them that is damaged keeps nobody from pausing", async () => {
  using home = new CliHome();
  home.prepare();
  const file = `${home.paths.root}/pause_times.json`;
  Deno.writeTextFileSync(file, "[{");
  await home.run(pauseCommand(), []);
  assertEquals(readPauseTimes(home.paths).length, 1);
  const old = { scope: "all", key: "", from: 1, until: 2 };
  Deno.writeTextFileSync(file, JSON.stringify([...Array(2000).fill(old), { scope: "none" }]));
  await home.run(unpauseCommand(), []);
  const times = readPauseTimes(home.paths);
  assertEquals([times.length, times.at(-1)?.scope], [1000, "all"]);
  assert((times.at(-1)?.until ?? 0) > 2);
});
