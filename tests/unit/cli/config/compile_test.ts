import { readPauseTimes } from "../../../../src/machine/pause.ts";
import { compileConfig, refreshAllCaches, removeCaches } from "../../../../src/cli/config/compile.ts";
import { configCacheFile, isStale, readCachedConfig } from "../../../../src/machine/config_cache.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { namesIn } from "../../../_support/test_home.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { ConfigHome, test } from "./config_home.ts";
import { assertMode, onlyWith } from "../../../_support/windows.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";

const links = onlyWith("links", ConfigHome);

test("compileConfig() leaves in the cache what it returns, for this user alone", (home) => {
  home.writeUser("hooks: { stop: { enabled: false } }\ncapture: { skip_tools: [A] }\n");
  home.writeProject("capture: { skip_tools: [B] }\n");
  const compiled = compileConfig(home.paths, home.project);
  assertEquals(compiled.settings.hooks.stop.enabled, false);
  assertEquals(compiled.settings.capture.skip_tools, ["A", "B"]);
  const cached = readCachedConfig(home.paths, home.project);
  assertEquals(cached, compiled);
  assert(!isStale(cached, home.paths, home.project));
  assertMode(configCacheFile(home.paths, home.project), 0o600);
  assertMode(home.paths.configCache, 0o700);
});

test("compileConfig() keeps defaults out of the cache, so that a new version's reach everybody", (home) => {
  home.writeUser("triage: { mode: hybrid, blocking: false }\n");
  compileConfig(home.paths, home.project);
  const stored = JSON.parse(Deno.readTextFileSync(configCacheFile(home.paths, home.project)));
  assertEquals(stored.settings, { triage: { blocking: false } });
});

/** What the files say, one after the other, and what holds then, at the second look as well. */
interface Changes {
  readonly what: string;
  readonly steps: readonly {
    /** `null` for a file that is removed. */
    readonly user?: string | null;
    readonly project?: string;
    readonly holds?: Readonly<Record<string, unknown>>;
    /** The files that have a problem. */
    readonly problems?: readonly string[];
  }[];
}

for (const { what, steps } of casesOf<Changes>(import.meta.filename)) {
  test(`compileConfig() ${what}`, (home) => {
    for (const { user, project, holds = {}, problems: expected } of steps) {
      if (user === null) Deno.removeSync(home.paths.configFile);
      else if (user !== undefined) home.writeUser(user);
      if (project !== undefined) home.writeProject(project);
      for (const _ of ["first", "second"]) {
        const { settings, problems } = compileConfig(home.paths, home.project);
        for (const [key, value] of Object.entries(holds)) {
          const found = key.split(".").reduce(
            (group, name) => group[name] as never,
            settings as unknown as Group,
          );
          assertEquals(found, value);
        }
        if (expected !== undefined) assertEquals(problems.map((problem) => problem.split(":")[0]), expected);
      }
    }
  });
}

type Group = { readonly [name: string]: unknown };

test("compileConfig() writes the home folder out for the hooks, in both files", (home) => {
  withEnvironment({ [homeVariable()]: "/home/me/" }, () => {
    home.writeUser("privacy: { exclude_projects: [~/invoices] }\n");
    home.writeProject('privacy: { exclude_projects: [~/other, "*"] }\n');
    const { problems } = compileConfig(home.paths, home.project);
    const { exclude_projects } = readCachedConfig(home.paths, home.project)!.settings.privacy;
    assertEquals([exclude_projects, problems], [["/home/me/invoices", "/home/me/other", "*"], []]);
  });
});

test("compileConfig() keeps what ~/ excluded where the home folder cannot be told any more", (home) => {
  home.writeUser("privacy: { exclude_projects: [/a, ~/invoices] }\n");
  withEnvironment({ HOME: null, USERPROFILE: null }, () => {
    const { settings, problems } = compileConfig(home.paths, home.project);
    assertEquals(settings.privacy.exclude_projects, ["/a"]);
    assertMatch(problems.join(), /names "~\/invoices", which would exclude nothing; expected whole paths/);
  });
});

test("compileConfig() finds the user's last good values though it never saw this project", (home) => {
  home.writeUser("privacy: { exclude_projects: [/home/me/secret] }\n");
  compileConfig(home.paths, home.addProject("other"));
  home.writeUser("privacy: {\n");
  const { settings } = compileConfig(home.paths, home.project);
  assertEquals(settings.privacy.exclude_projects, ["/home/me/secret"]);
});

test("compileConfig() keeps the last good values of each file once, whichever project reads it", (home) => {
  home.writeUser("log: { level: debug }\n");
  for (const project of [home.project, home.addProject("other")]) compileConfig(home.paths, project);
  const kept = namesIn(home.paths.configCache).filter((name) => name.endsWith(".good"));
  assertEquals(kept.length, 1);
  removeCaches(home.paths, home.project);
  assertEquals(namesIn(home.paths.configCache).filter((name) => name.endsWith(".good")), kept);
});

links.test("compileConfig() keeps the last good values of a file behind a link that leads nowhere", (home) => {
  const kept = `${home.root}/dotfiles.yaml`;
  Deno.symlinkSync(kept, home.paths.configFile);
  Deno.writeTextFileSync(kept, "privacy: { exclude_projects: [/home/me/secret] }\n");
  compileConfig(home.paths, home.project);
  Deno.removeSync(kept);
  for (let i = 0; i < 2; i++) {
    const { settings, problems } = compileConfig(home.paths, home.project);
    assertEquals(settings.privacy.exclude_projects, ["/home/me/secret"]);
    assertEquals(problems, ["config.yaml is a link that leads nowhere; expected a file"]);
  }
});

links.test("compileConfig() does not follow a project's file out of the project", (home) => {
  Deno.writeTextFileSync(`${home.root}/private`, "password: hunter2\n");
  Deno.symlinkSync(`${home.root}/private`, home.projectFile);
  const { problems } = compileConfig(home.paths, home.project);
  assertEquals(problems, [".claude/mneme.yaml is a link out of the project; expected a file in it"]);
});

test("compileConfig() gives the settings though the cache cannot be written", (home) => {
  home.writeUser("log: { level: debug }\n");
  Deno.writeTextFileSync(`${home.paths.root}/cache`, "a file in place of the folder");
  const { settings, problems } = compileConfig(home.paths, home.project);
  assertEquals(settings.log.level, "debug");
  assertMatch(problems.join("\n"), /^Cannot write the compiled configuration: .*; make .* writable$/);
});

test("refreshAllCaches() brings the user's change to every project that has a cache", (home) => {
  const projects = [home.project, home.addProject("other")];
  for (const project of projects) compileConfig(home.paths, project);
  Deno.writeTextFileSync(`${home.paths.configCache}/broken.json`, "{");
  home.writeUser("log: { level: debug }\n");
  refreshAllCaches(home.paths);
  const levels = projects.map((project) => readCachedConfig(home.paths, project)?.settings.log.level);
  assertEquals(levels, ["debug", "debug"]);
});

test("compileConfig() notes the end of an exclusion though others note theirs at once, or goes on excluding", (home) => {
  const projects = [home.project, home.addProject("other")];
  const compileAll = () => projects.map((project) => compileConfig(home.paths, project));
  compileAll();
  home.writeUser('privacy: { exclude_projects: ["*"] }\n');
  Deno.utimeSync(home.paths.configFile, 1, 1); // a copied file
  compileAll();
  Deno.removeSync(home.paths.configFile);
  const file = home.paths.pauseTimes;
  Deno.mkdirSync(file);
  const [kept] = compileAll();
  assertEquals(kept?.settings.privacy.exclude_projects, ["*"]);
  Deno.removeSync(file);
  Deno.writeTextFileSync(file, '{"scope":"pro'); // half a line
  compileAll();
  const times = readPauseTimes(home.paths);
  assertEquals(times.map(({ key }) => key), projects);
  assert(times.every(({ from }) => from > 1000));
  assertEquals(readPauseTimes(home.paths, { project: home.project, session: "s-1" }).length, 1);
});
