import { findPaths, isAbsolute, pathsBelow, withoutTrailingSlash } from "../../../src/machine/paths.ts";
import { assertEquals } from "../../_support/assert.ts";
import { withEnvironment } from "../../_support/with_environment.ts";

Deno.test("findPaths() takes MNEME_HOME, else .mneme in the home folder", () => {
  const cases: [Record<string, string>, string | undefined][] = [
    [{ MNEME_HOME: "/data/", HOME: "/home/me" }, "/data"],
    [{ HOME: "/home/me" }, "/home/me/.mneme"],
    [{ HOME: "/home/me/" }, "/home/me/.mneme"],
    [{ USERPROFILE: "C:\\Users\\me" }, "C:\\Users\\me\\.mneme"],
    [{ MNEME_HOME: "", HOME: "/home/me" }, "/home/me/.mneme"],
    [{ MNEME_HOME: "data", HOME: "/home/me" }, undefined],
    [{ HOME: "me" }, undefined],
    [{}, undefined],
  ];
  for (const [variables, root] of cases) {
    withEnvironment({ MNEME_HOME: null, HOME: null, USERPROFILE: null, ...variables }, () => {
      assertEquals([variables, findPaths()?.root], [variables, root]);
    });
  }
});

Deno.test("pathsBelow() keeps everything below the data folder", () => {
  for (const path of Object.values(pathsBelow("/data"))) assertEquals(path.startsWith("/data"), true);
});

Deno.test("pathsBelow() spells paths as the system does", () => {
  assertEquals(pathsBelow("/data").logFile, "/data/logs/mneme.log");
  assertEquals(pathsBelow("C:\\data").logFile, "C:\\data\\logs\\mneme.log");
});

Deno.test("isAbsolute() and withoutTrailingSlash() know roots of both kinds", () => {
  for (const path of ["/", "/a", "C:\\a", "c:/a", "\\\\server\\share"]) assertEquals(isAbsolute(path), true);
  for (const path of ["", "a", "./a", "~/a", "C:a", "\\a"]) assertEquals(isAbsolute(path), false);
  const cut = ["/a//", "/", "//", "a\\", ""].map(withoutTrailingSlash);
  assertEquals(cut, ["/a", "/", "/", "a", ""]);
});

Deno.test("findPaths() on Windows takes the user's profile, which every shell knows, whatever HOME is", () => {
  const variables = { MNEME_HOME: null, HOME: "H:\\", USERPROFILE: "C:\\Users\\me" };
  withEnvironment(variables, () => {
    assertEquals(findPaths("windows")?.root, "C:\\Users\\me\\.mneme");
    assertEquals(findPaths("darwin")?.root, "H:\\.mneme");
  });
  withEnvironment({ ...variables, USERPROFILE: null }, () => {
    assertEquals(findPaths("windows")?.root, "H:\\.mneme");
  });
});
