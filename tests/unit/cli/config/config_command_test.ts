import { expandFolder } from "../../../../src/cli/config/folders.ts";
import { configReference } from "../../../../src/cli/config/reference.ts";
import { defaultValues, KEY_ALIASES, SETTING_KEYS } from "../../../../src/cli/config/setting_values.ts";
import { SETTINGS } from "../../../../src/cli/config/settings_table.ts";
import { readCachedConfig } from "../../../../src/machine/config_cache.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../../../_support/assert.ts";
import { testVerdicts } from "../../../_support/cases.ts";
import { assertMode, isWindows, onlyWith } from "../../../_support/windows.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { ConfigHome, test } from "./config_home.ts";

const links = onlyWith("links", ConfigHome);

test("config set makes a private file and compiles it for every project with a cache", async (home) => {
  Deno.removeSync(home.paths.root);
  await home.config("set", "hooks.stop.enabled", "false");
  assertMode(home.paths.configFile, 0o600);
  assertMode(home.paths.root, 0o700);
  assertEquals(readCachedConfig(home.paths, home.project)?.settings.hooks.stop.enabled, false);
});

links.test("config set writes through a link to where the file is kept", async (home) => {
  Deno.writeTextFileSync(`${home.root}/kept.yaml`, "");
  Deno.symlinkSync(`${home.root}/kept.yaml`, home.paths.configFile);
  await home.config("set", "log.level", "debug");
  assertEquals(Deno.readTextFileSync(`${home.root}/kept.yaml`), "log:\n  level: debug\n");
  assert(Deno.lstatSync(home.paths.configFile).isSymlink);
});

test("config set puts a value right in a file with more problems than are listed", async (home) => {
  const wrong = Array.from({ length: 25 }, (_, i) => `zz${i}: 1\n`).join("");
  home.writeUser(`log.level: debug\nlog:\n  level: loud\n${wrong}`);
  assertMatch(await home.config("set", "log.level", "debug"), /^Set log.level to debug/);
});

test("config set says why a value is refused in a project's file with more problems than are listed", async (home) => {
  home.writeProject(Array.from({ length: 25 }, (_, i) => `zz${i}: 1\n`).join(""));
  const error = await home.config("set", "--project", "llm.provider", "haiku").catch(String);
  assertMatch(
    error,
    /: Cannot set llm\.provider: llm\.provider is "haiku"; a project's file may only say none here$/,
  );
});

test("config show tells where every value is from", async (home) => {
  home.writeUser("log:\n  level: debug\n");
  home.writeProject("\nhooks: { stop: { enabled: false } }\n");
  const shown = JSON.parse(await home.config("show", "--json"));
  assertEquals(shown.settings.map((row: { key: string }) => row.key), SETTING_KEYS);
  const row = (key: string) => shown.settings.find((row: { key: string }) => row.key === key);
  assertEquals(row("log.level"), { key: "log.level", value: "debug", from: "user", line: 2 });
  const wanted = { key: "hooks.stop.enabled", value: false, from: "project", line: 2 };
  assertEquals(row("hooks.stop.enabled"), wanted);
  assertEquals(row("llm.model"), { key: "llm.model", value: null, from: "default", line: null });
  const lines = (await home.config("show")).trimEnd().split("\n");
  assertEquals(lines.length, SETTING_KEYS.length);
  const found = lines.find((line) => line.startsWith("log.level")) ?? "";
  assertMatch(found, /^log\.level +debug +config\.yaml:2$/);
});

Deno.test("every default is allowed by its own row", () => {
  const refused = [...defaultValues()].filter(([key, value]) => !SETTINGS[key].takes(value));
  assertEquals(refused, []);
});

Deno.test("every other name of a setting stands in its row of the manual", () => {
  for (const [alias, key] of Object.entries(KEY_ALIASES)) assert(SETTINGS[key].doc.includes(alias), alias);
});

Deno.test("docs/configuration.md is what `mneme config reference` prints", () => {
  const url = new URL("../../../../docs/configuration.md", import.meta.url);
  assertEquals(Deno.readTextFileSync(url), configReference());
});

// No project's path has a detour; what begins so on Windows is none.
for (const table of isWindows ? ["folders"] : ["folders", "folders_with_detours"]) {
  testVerdicts(`${import.meta.dirname}/${table}`, {
    expanded: (entry: string) => withEnvironment({ [homeVariable()]: "/home/me" }, () => expandFolder(entry)),
  });
}

links.test("config set --project refuses a folder that is a link out of the project, before it writes", async (home) => {
  Deno.removeSync(`${home.project}/.claude`, { recursive: true });
  Deno.mkdirSync(`${home.root}/dotfiles`);
  Deno.symlinkSync(`${home.root}/dotfiles`, `${home.project}/.claude`, { type: "dir" });
  await assertRejects(
    home.config("set", "--project", "triage.mode", "heuristic"),
    /is a link out of the project/,
  );
  assertEquals([...Deno.readDirSync(`${home.root}/dotfiles`)], []);
});

test("config set refuses a value that would make the file too long to be read", async (home) => {
  const folders = Array.from({ length: 800 }, (_, i) => `/home/somebody/work/of/clients/number-${i}`);
  await assertRejects(
    home.config("set", "privacy.exclude_projects", JSON.stringify(folders)),
    /config\.yaml may have at most 32768 bytes/,
  );
  await home.config("set", "log.level", "debug");
});
