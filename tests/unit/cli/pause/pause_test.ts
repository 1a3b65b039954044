import { processCommand } from "../../../../src/cli/process/process_command.ts";
import { OUR_NAMES } from "../../../../src/cli/frame/home.ts";
import { pauseCommand, unpauseCommand } from "../../../../src/cli/pause_command.ts";
import {
  notePauseTimes,
  readPauses,
  readPauseTimes,
  rotatePauseTimes,
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
  const wanted = [["session", "b"], ["project", PROJECT], ["project", PROJECT]];
  assertEquals(times.map(({ scope, key }) => [scope, key]), wanted);
  const [third, first, second] = times;
  assert(began <= (first?.from ?? 0) && first?.until === second?.from);
  assert((second?.until ?? Infinity) <= ended);
  assertEquals(third?.until, (third?.from ?? 0) + 2 * HOUR_MS);
  assertMode(home.paths.pauseTimes, 0o600);
  assertMode(home.paths.paused, 0o600);
});

test("mneme pause that cannot be written down leaves no period behind, which would never end", async (home) => {
  Deno.mkdirSync(home.paths.paused, { recursive: true });
  const { error } = await home.run(pauseCommand(), []);
  assertMatch(String(error), /Cannot write .*paused\.json/);
  assertEquals(readPauseTimes(home.paths), []);
});

test("times of pauses are bounded, and none is lost or spoilt by half a line", async (home) => {
  home.prepare();
  const note = (times: number) => {
    for (let from = 0; from < times; from++) {
      notePauseTimes(home.paths, [{ scope: "project", key: PROJECT, from, until: 9 }]);
    }
  };
  const count = () => readPauseTimes(home.paths).length;
  note(1);
  rotatePauseTimes(home.paths);
  note(1999);
  rotatePauseTimes(home.paths);
  note(2);
  rotatePauseTimes(home.paths);
  Deno.writeTextFileSync(home.paths.pauseTimes, '\n{"sco', { append: true });
  await home.run(pauseCommand(), ["--for", "1h"]);
  await home.run(pauseCommand(), []);
  assertEquals(count(), 2004);
  note(1998);
  await home.run(processCommand(), []);
  assertEquals(count(), 2002);
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
