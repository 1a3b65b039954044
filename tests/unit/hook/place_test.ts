import { assertEquals } from "../../_support/assert.ts";
import { compilePlace, type Place } from "../../../src/hook/place.ts";
import { amendCache, readHookConfig } from "../../../src/machine/config_cache.ts";
import { readEnvironment } from "../../../src/machine/environment.ts";
import { compileConfig } from "../../../src/cli/config/compile.ts";
import { test } from "../cli/config/config_home.ts";

const shellWord = { path: readEnvironment("PATH"), file: "/usr/bin/mneme" };

test("compilePlace() uses an edit though the cache cannot be written", async (home) => {
  const known = { ...await compilePlace(home.paths, home.project, undefined), isCurrent: false, shellWord };
  home.writeUser("log: { level: debug }\n");
  Deno.writeTextFileSync(`${home.paths.root}/cache`, "a file in place of the folder");
  const { settings, failure }: Place = await compilePlace(home.paths, home.project, known);
  assertEquals([settings.log.level, failure], ["debug", undefined]);
});

test("compilePlace() keeps the shell's word in the cache", async (home) => {
  home.writeUser("log: { level: info }\n");
  compileConfig(home.paths, home.project);
  amendCache(home.paths, home.project, { shellWord });
  home.writeUser("log: { level: debug }\n");
  await compilePlace(home.paths, home.project, readHookConfig(home.paths, home.project));
  assertEquals(readHookConfig(home.paths, home.project)?.shellWord, shellWord);
});
