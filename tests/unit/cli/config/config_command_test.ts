import { DEFAULT_SETTINGS } from "../../../../src/base/settings.ts";
import { UsageError, UserError } from "../../../../src/base/user_error.ts";
import { expandFolder } from "../../../../src/cli/config/folders.ts";
import { configReference } from "../../../../src/cli/config/reference.ts";
import { defaultValues, KEY_ALIASES, SETTING_KEYS } from "../../../../src/cli/config/setting_values.ts";
import { SETTINGS } from "../../../../src/cli/config/settings_table.ts";
import { readCachedConfig } from "../../../../src/machine/config_cache.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { assertMode, isWindows, notOnWindows } from "../../../_support/windows.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { ConfigHome } from "./config_home.ts";

Deno.test("config set keeps comments, says what changed and how to undo it", () => {
  using home = new ConfigHome();
  home.writeUser("# mine\ntriage:\n  mode: llm # for now\n");
  assertEquals(home.run("set", "triage.mode", "heuristic"), {
    stdout: `Set triage.mode to heuristic in ${home.paths.configFile} (was llm)\n` +
      "Undo: mneme config set triage.mode llm\n",
    stderr: "",
  });
  assertEquals(
    Deno.readTextFileSync(home.paths.configFile),
    "# mine\ntriage:\n  mode: heuristic # for now\n",
  );
});

Deno.test("config set makes a private file and compiles it for every project with a cache", () => {
  using home = new ConfigHome();
  Deno.removeSync(home.paths.root);
  home.run("set", "hooks.stop.enabled", "false");
  assertMode(home.paths.configFile, 0o600);
  assertMode(home.paths.root, 0o700);
  assertEquals(readCachedConfig(home.paths, home.project)?.settings.hooks.stop.enabled, false);
});

notOnWindows("links", "config set writes through a link to where the file is kept", () => {
  using home = new ConfigHome();
  Deno.writeTextFileSync(`${home.root}/kept.yaml`, "");
  Deno.symlinkSync(`${home.root}/kept.yaml`, home.paths.configFile);
  home.run("set", "log.level", "debug");
  assertEquals(Deno.readTextFileSync(`${home.root}/kept.yaml`), "log:\n  level: debug\n");
  assert(Deno.lstatSync(home.paths.configFile).isSymlink);
});

Deno.test("config set says which value holds where a project's file decides it", () => {
  using home = new ConfigHome();
  home.writeProject("hooks: { recall: { token_budget: 50 } }\n");
  const { stdout } = home.run("set", "hooks.recall.token_budget", "200");
  assertMatch(stdout, /\nIn this project 50 holds now\n$/);
});

Deno.test("config set --project changes the project's file, as far as it may", () => {
  using home = new ConfigHome();
  assertMatch(
    home.run("set", "--project", "hooks.recall.token_budget", "100").stdout,
    /unset .* --project\n$/,
  );
  const text = Deno.readTextFileSync(home.projectFile);
  assertEquals(text, "hooks:\n  recall:\n    token_budget: 100\n");
  const { error } = home.run("set", "--project", "llm.provider", "haiku");
  assertEquals(
    error instanceof UserError && error.message,
    'Cannot set llm.provider: .claude/mneme.yaml:5: llm.provider is "haiku"; a project\'s file may only say none here',
  );
  assertEquals(Deno.readTextFileSync(home.projectFile), text);
});

Deno.test("config set refuses an unknown key and a wrong value as usage and writes nothing", () => {
  using home = new ConfigHome();
  const messages = [["triage.mod", "llm"], ["log.level", "loud"], ["hooks.stop.timeout_ms", "5"]].map(
    (args) => {
      const { error } = home.run("set", ...args);
      return error instanceof UsageError ? error.message : error;
    },
  );
  assertEquals(messages, [
    "Cannot find the setting: triage.mod is not a setting; `mneme config reference` lists them",
    'Cannot set log.level: the value is "loud"; expected debug, data, info, failure or error',
    "Cannot set hooks.stop.timeout_ms: the value is 5; expected a whole number from 10 to 28000",
  ]);
  assertEquals([...Deno.readDirSync(home.paths.root)], []);
});

Deno.test("config set and unset say so where a group is given for a setting", () => {
  using home = new ConfigHome();
  for (const args of [["set", "hooks.stop", "false"], ["unset", "hooks.stop"]]) {
    const { error } = home.run(...args);
    assertEquals(
      error instanceof UsageError ? error.message : error,
      "Cannot find the setting: hooks.stop is a group; name one of its settings, as `mneme config show` does",
    );
  }
});

Deno.test("config unset and set tell a wrong value that was there", () => {
  using home = new ConfigHome();
  home.writeUser("triage: { mode: foo }\n");
  assertMatch(
    home.run("unset", "triage.mode").stdout,
    /^Took triage.mode out of .* \(was "foo", which is not allowed\)\nIn this project hybrid holds now\n$/,
  );
  home.writeUser("triage: { mode: foo }\n");
  assertMatch(
    home.run("set", "triage.mode", "llm").stdout,
    /^Set .* \(was "foo", which is not allowed\)\n$/,
  );
  home.writeUser("llm: { api_key_env: sk-live-123 }\n");
  assertMatch(home.run("unset", "llm.api_key_env").stdout, /\(was a value that is not allowed\)/);
});

Deno.test("config set repairs a setting in a file that has other problems", () => {
  using home = new ConfigHome();
  home.writeUser("log: { level: loud }\nllm: { timeout_ms: soon }\n");
  const { stderr } = home.run("set", "log.level", "debug");
  assertEquals(
    stderr,
    'config.yaml:2: llm.timeout_ms is "soon"; expected a whole number from 100 to 25000\n',
  );
  assertEquals(readCachedConfig(home.paths, home.project)?.settings.log.level, "debug");
});

Deno.test("config set says so when nothing changes", () => {
  using home = new ConfigHome();
  home.run("set", "log.level", "debug");
  assertMatch(home.run("set", "log.level", "debug").stdout, /already says so; nothing was changed\n$/);
  assertMatch(
    home.run("unset", "triage.mode").stdout,
    /config\.yaml does not say anything of triage\.mode; nothing was changed\n$/,
  );
});

Deno.test("config show tells where every value is from", () => {
  using home = new ConfigHome();
  home.writeUser("log:\n  level: debug\n");
  home.writeProject("\nhooks: { stop: { enabled: false } }\n");
  const shown = JSON.parse(home.run("show", "--json").stdout);
  assertEquals(shown.settings.map((row: { key: string }) => row.key), SETTING_KEYS);
  const row = (key: string) => shown.settings.find((row: { key: string }) => row.key === key);
  assertEquals(row("log.level"), { key: "log.level", value: "debug", from: "user", line: 2 });
  assertEquals(row("hooks.stop.enabled"), {
    key: "hooks.stop.enabled",
    value: false,
    from: "project",
    line: 2,
  });
  assertEquals(row("llm.model"), { key: "llm.model", value: null, from: "default", line: null });
  const lines = home.run("show").stdout.trimEnd().split("\n");
  assertEquals(lines.length, SETTING_KEYS.length);
  assertMatch(
    lines.find((line) => line.startsWith("log.level")) ?? "",
    /^log\.level +debug +config\.yaml:2$/,
  );
});

Deno.test("config show and set print values as people read them; to undo, as a shell does", () => {
  using home = new ConfigHome();
  home.writeUser("privacy:\n  exclude_projects: [/my work]\n");
  const list = () => /^privacy\.exclude_projects +(.*?) +config\.yaml:2$/m.exec(home.run("show").stdout)?.[1];
  assertEquals(list(), '["/my work"]');
  const lines = home.run("set", "privacy.exclude_projects", "[/other]").stdout.split("\n");
  assertMatch(lines[0]!, /^Set privacy\.exclude_projects to \["\/other"\] in .* \(was \["\/my work"\]\)$/);
  assertEquals(lines[1], "Undo: mneme config set privacy.exclude_projects '[\"/my work\"]'");
  assertEquals(list(), '["/other"]');
});

Deno.test("config check prints each problem and fails, or says that all is fine", () => {
  using home = new ConfigHome();
  assertEquals(home.run("check"), { stdout: "The configuration is fine\n", stderr: "" });
  home.writeUser("log: { level: loud }\n");
  const { stdout, error } = home.run("check");
  assertEquals(stdout, 'config.yaml:1: log.level is "loud"; expected debug, data, info, failure or error\n');
  assert(error instanceof UserError && !(error instanceof UsageError));
  assertEquals(JSON.parse(home.run("check", "--json").stdout).problems.length, 1);
});

Deno.test("the settings table and the defaults have the same keys", () => {
  assertEquals(SETTING_KEYS.toSorted(), leafKeys(DEFAULT_SETTINGS).toSorted());
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

function leafKeys(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, entry]) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? leafKeys(entry, `${prefix}${key}.`)
      : [prefix + key]
  );
}

/** Gone by, as a project's path has none of them; what begins so on Windows is none. */
const DETOURS: [entry: string, pattern: string][] = [
  ["/home/me//secret/./x/..", "/home/me/secret"],
  ["/home/me/*/secret/", "/home/me/*/secret"],
  ["~/", "/home/me"],
  ["~/../you", "/home/you"],
];

Deno.test("expandFolder() gives the whole path that an entry means, and refuses what could fit none", () => {
  const cases: [entry: string, pattern: string | undefined][] = [
    ["/home/me/secret", "/home/me/secret"],
    ...(isWindows ? [] : DETOURS),
    ["/", "/"],
    ["~/secret", "/home/me/secret"],
    ["*", "*"],
    ["**/", "**/"],
    ["C:\\work\\secret", "C:\\work\\secret"],
    ["secret", undefined],
    ["./secret", undefined],
    ["../secret", undefined],
    ["*/secret", undefined],
    ["~", undefined],
    ["~you/secret", undefined],
    ["…", undefined],
    ["", undefined],
    ["/a\nb", undefined],
    [`/${"a".repeat(1000)}`, undefined],
    [`~/${"a".repeat(995)}`, undefined],
  ];
  withEnvironment({ [homeVariable()]: "/home/me" }, () => {
    for (const [entry, pattern] of cases) assertEquals([entry, expandFolder(entry)], [entry, pattern]);
  });
});
