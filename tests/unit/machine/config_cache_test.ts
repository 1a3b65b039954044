import fc from "fast-check";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { TestHome } from "../../_support/test_home.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import {
  configCacheFile,
  decodeCachedConfig,
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
    this.writeCache({ version: 2, project: this.project, sources, settings: {}, problems: [] });
    return readCachedConfig(this.paths, this.project);
  }
}

const test = testIn(CacheHome);

test("readCachedConfig() takes values of the right type, and all others from the defaults", (home) => {
  const [odd] = casesOf(import.meta.filename);
  home.writeCache({ version: 2, project: home.project, settings: odd });
  const settings = readCachedConfig(home.paths, home.project)?.settings;
  const defaults = DEFAULT_SETTINGS;
  assertEquals(settings, {
    ...defaults,
    hooks: {
      ...defaults.hooks,
      pre_compact: { ...defaults.hooks.pre_compact, enabled: false },
      user_prompt_submit: { ...defaults.hooks.user_prompt_submit, relevance_floor: 0.4 },
    },
    llm: { ...defaults.llm, model: "x" },
  });
});

Deno.test("readCachedConfig() refuses number forms that no setting can have", () => {
  const text = `{"version":2,"project":"p","settings":{"hooks":{"stop":{"timeout_ms":1e999}}}}`;
  assertEquals(decodeCachedConfig(text)?.settings.hooks.stop.timeout_ms, 25_000);
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
  home.writeCache({ version: 2, project: "/elsewhere", settings: {} });
  assertEquals(readCachedConfig(home.paths, home.project), undefined);
});

Deno.test("decodeCachedConfig() is total and always gives settings of the right shape", () => {
  const shape = shapeOf(DEFAULT_SETTINGS);
  const group = fc.dictionary(fc.constantFrom(...namesIn(DEFAULT_SETTINGS)), fc.jsonValue());
  const settings = fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), "__proto__"), group);
  const cache = fc.record(
    { version: fc.constantFrom(1, 2), project: fc.string(), settings, sources: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), cache.map((value) => JSON.stringify(value))), (text) => {
      const decoded = decodeCachedConfig(text);
      if (decoded !== undefined) assertEquals(shapeOf(decoded.settings), shape);
    }),
  );
});

/** Groups and types of the leaves; `null`, text and numbers stand where a setting allows them. */
function shapeOf(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return "list";
  if (["model", "base_url", "api_key_env", "relevance_floor"].includes(name)) {
    return value === null || ["string", "number"].includes(typeof value) ? "special" : typeof value;
  }
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shapeOf(entry, key)]));
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...namesIn(entry)]);
}

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
    [{ path, file: 7 }, undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [shellWord, expected] of words) {
    home.writeCache({ version: 2, project: home.project, settings: {}, shellWord });
    assertEquals(readHookConfig(home.paths, home.project)?.shellWord, expected);
  }
});
