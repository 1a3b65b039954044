import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import {
  configCacheFile,
  projectConfigFile,
  readCachedConfig,
  readHookConfig,
  stampSources,
} from "../../../src/machine/config_cache.ts";
import { type Paths, pathsBelow } from "../../../src/machine/paths.ts";
import { testIn } from "../../_support/test_in.ts";

class CacheHome extends TestHome {
  readonly paths: Paths = pathsBelow(this.data);

  constructor() {
    super();
    Deno.mkdirSync(this.paths.configCache, { recursive: true });
    Deno.mkdirSync(`${this.project}/.claude`);
  }

  writeCache(value: unknown): void {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    Deno.writeTextFileSync(configCacheFile(this.paths, this.project), text);
  }

  /** A cache of the sources as they are now. */
  cacheNow() {
    const sources = stampSources(this.paths, this.project);
    const { project } = this;
    this.writeCache({ version: 2, folder: project, project, sources, settings: {}, problems: [] });
    return readCachedConfig(this.paths, this.project);
  }
}

const test = testIn(CacheHome);

test("readCachedConfig() takes from the defaults what a cache does not say", (home) => {
  home.writeCache({ version: 2, folder: home.project, settings: { hooks: { stop: { enabled: false } } } });
  const { hooks, ...others } = DEFAULT_SETTINGS;
  const expected = { ...others, hooks: { ...hooks, stop: { ...hooks.stop, enabled: false } } };
  assertEquals(readCachedConfig(home.paths, home.project)?.settings, expected);
});

test("readCachedConfig() knows nothing without a usable cache", (home) => {
  assertEquals(readCachedConfig(home.paths, home.project), undefined);
  for (const text of ["", "{", "null", "[]", "5", '{"version":1,"project":"x"}', '{"version":2}']) {
    home.writeCache(text);
    assertEquals([text, readCachedConfig(home.paths, home.project)], [text, undefined]);
  }
  Deno.removeSync(configCacheFile(home.paths, home.project));
  Deno.mkdirSync(configCacheFile(home.paths, home.project));
  assertEquals(readCachedConfig(home.paths, home.project), undefined);
});

test("readCachedConfig() does not take the cache of another project of the same hash", (home) => {
  home.writeCache({ version: 2, folder: "/elsewhere", settings: {} });
  assertEquals(readCachedConfig(home.paths, home.project), undefined);
});

test("readHookConfig() tells whether the files are still those that were compiled", (home) => {
  const isCurrent = () => readHookConfig(home.paths, home.project)?.isCurrent;
  for (const path of [home.paths.configFile, projectConfigFile(home.project)]) {
    home.cacheNow();
    assertEquals(isCurrent(), true);
    for (const text of ["log: {}", "log: { level: debug }"]) {
      Deno.writeTextFileSync(path, text);
      assertEquals(isCurrent(), false, `${path}: ${text}`);
      home.cacheNow();
      assertEquals(isCurrent(), true);
    }
    Deno.utimeSync(path, 1, 1);
    assertEquals(isCurrent(), false, `${path} was saved again`);
    home.cacheNow();
    Deno.removeSync(path);
    assertEquals(isCurrent(), false, `${path} was removed`);
  }
});

test("readHookConfig() knows how mneme is typed along this PATH alone", (home) => {
  const path = Deno.env.get("PATH");
  const words: readonly [unknown, unknown][] = [
    [{ path, file: "/bin/mneme" }, { path, file: "/bin/mneme" }],
    [{ path, file: null }, { path, file: null }],
    [{ path: `${path}:/more`, file: "/bin/mneme" }, undefined],
    [undefined, undefined],
  ];
  const { project } = home;
  for (const [shellWord, expected] of words) {
    home.writeCache({ version: 2, folder: project, project, settings: {}, shellWord });
    assertEquals(readHookConfig(home.paths, home.project)?.shellWord, expected);
  }
});
