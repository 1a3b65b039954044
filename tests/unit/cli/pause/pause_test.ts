import { processCommand } from "../../../../src/cli/process/process_command.ts";
import { OUR_NAMES } from "../../../../src/cli/frame/home.ts";
import { pauseCommand, unpauseCommand } from "../../../../src/cli/pause_command.ts";
import {
  noteExclusion,
  readPauses,
  readPauseTimes,
  rotateExclusions,
} from "../../../../src/machine/pause.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { test } from "../../../_support/cli_home.ts";
import { assertMode, isWindows } from "../../../_support/windows.ts";

const HOUR_MS = 3_600_000;

const PROJECT = isWindows ? "C:\\work" : "/work";

test("mneme pause --for ends by itself after that long", async (home) => {
  const before = Date.now();
  const { stdout } = await home.run(pauseCommand(), ["--for", "2d", "--json"]);
  const until = readPauses(home.paths)[0]?.until ?? 0;
  assert(until >= before + 48 * HOUR_MS && until <= Date.now() + 48 * HOUR_MS);
  assertEquals(JSON.parse(stdout), {
    paused: [{ scope: "all", key: "", until: new Date(until).toISOString() }],
  });
});

test("mneme pause and unpause write down from when to when, for this user alone", async (home) => {
  const began = Date.now();
  await home.run(pauseCommand(), ["--project", PROJECT, "--for", "1h"]);
  await home.run(pauseCommand(), ["--project", PROJECT]);
  await home.run(pauseCommand(), ["--session", "b", "--for", "2h"]);
  await home.run(unpauseCommand(), ["--project", PROJECT]);
  const ended = Date.now();
  const times = readPauseTimes(home.paths);
  const wanted = [["project", PROJECT], ["project", PROJECT], ["session", "b"]];
  assertEquals(times.map(({ scope, key }) => [scope, key]), wanted);
  const [first, second, third] = times;
  assert(began <= (first?.from ?? 0) && first?.until === second?.from);
  assert((second?.until ?? Infinity) <= ended);
  assertEquals(third?.until, (third?.from ?? 0) + 2 * HOUR_MS);
  assertMode(`${home.paths.root}/pause_times.json`, 0o600);
  assertMode(home.paths.paused, 0o600);
});

test("mneme unpause tells of a pause that an older mneme wrote since when it was there", async (home) => {
  home.prepare();
  Deno.writeTextFileSync(home.paths.paused, '[{"scope":"all","key":"","until":null}]');
  Deno.utimeSync(home.paths.paused, 1_700_000_000, 1_700_000_000);
  await home.run(unpauseCommand(), []);
  const [time] = readPauseTimes(home.paths);
  assertEquals(time?.from, 1_700_000_000_000);
  assert((time?.until ?? Infinity) <= Date.now());
});

test("mneme pause that cannot be written down leaves no period behind, which would never end", async (home) => {
  Deno.mkdirSync(home.paths.paused, { recursive: true });
  const { error } = await home.run(pauseCommand(), []);
  assertMatch(String(error), /Cannot write .*paused\.json/);
  assertEquals(readPauseTimes(home.paths), []);
});

test("times of pauses are bounded, and a file of them that is damaged keeps nobody from pausing", async (home) => {
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

test("times of exclusions are bounded, and none is lost or copied to those of pauses", async (home) => {
  home.prepare();
  const note = (times: number) => {
    for (let from = 0; from < times; from++) noteExclusion(home.paths, { key: PROJECT, from, until: 9 });
  };
  const count = () => readPauseTimes(home.paths).length;
  note(1);
  rotateExclusions(home.paths);
  note(1999);
  rotateExclusions(home.paths);
  note(2);
  rotateExclusions(home.paths);
  await home.run(pauseCommand(), []);
  assertEquals(count(), 2003);
  note(1998);
  await home.run(processCommand(), []);
  assertEquals(count(), 2001);
  for (const { name } of Deno.readDirSync(home.paths.root)) assert(OUR_NAMES.test(name), name);
});

test("the undo that mneme pause prints ends this pause, and no more", async (home) => {
  await home.run(pauseCommand(), ["--session", "a", "--for", "3h"]);
  await home.run(pauseCommand(), ["--project", PROJECT]);
  const before = readPauses(home.paths);
  for (const args of [[], ["--session", "b"]]) {
    const paused = await home.print(pauseCommand(), ...args);
    const [, words = ""] = /\nUndo: mneme unpause (.*)\n$/.exec(paused) ?? [];
    await home.print(unpauseCommand(), ...words.split(" "));
    assertEquals(readPauses(home.paths), before, paused);
  }
});
