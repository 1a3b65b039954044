import { below } from "../../../src/base/slashes.ts";
import { resolvePath } from "../../../src/cli/frame/typed_paths.ts";
import {
  findPaths,
  isAbsolute,
  pathsBelow,
  systemPath,
  withoutTrailingSlash,
} from "../../../src/machine/paths.ts";
import { findProject, launchFolder, mainTreePath } from "../../../src/machine/project.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { test, TestHome } from "../../_support/test_home.ts";
import { onlyWith } from "../../_support/windows.ts";
import { withEnvironment } from "../../_support/with_environment.ts";

const devices = onlyWith("devices", TestHome);

const NO_HOME = { MNEME_HOME: null, HOME: null, USERPROFILE: null };
type System = typeof Deno.build.os;

testVerdicts(import.meta.filename, {
  isAbsolute,
  resolvePath,
  systemPath,
  withoutTrailingSlash,
  dataFolder: (variables: Record<string, string>, system?: System) =>
    withEnvironment({ ...NO_HOME, ...variables }, () => findPaths(system)?.root),
  launch: (given: string | null, cwd: string | null, system: System) =>
    launchFolder(given ?? undefined, cwd ?? undefined, system),
  namesFolder: (typed: string, name: string) => resolvePath(typed, "linux").endsWith(`/${name}`),
  logFile: (folder: string) => pathsBelow(folder).logFile,
});

Deno.test("launchFolder() passes over a path that is longer than any", () => {
  const long = "/p".repeat(50_000);
  assertEquals([launchFolder(long, "/x", "linux"), launchFolder(undefined, long, "linux")], ["/x", "/"]);
});

type Found = [what: string, files: Record<string, string>, ...found: Record<string, string>[]];

for (const [what, files, ...found] of casesOf<Found>(import.meta.filename, "_found")) {
  test(`findProject(), mainTreePath(): ${what}`, (home) => {
    for (const [path, text] of Object.entries(files)) home.write(path, text.replace("$ROOT", home.root));
    for (const [i, find] of [findProject, mainTreePath].entries()) {
      const places = found[i] ?? {};
      for (const path in places) assertEquals(find(`${home.root}/${path}`), below(home.root, places[path]!));
    }
  });
}

devices.test("findProject() reads no device in the place of git's files", (home) => {
  const lay = (path: string) => {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.symlinkSync("/dev/zero", path);
  };
  lay(`${home.root}/device/.git`);
  assertEquals(findProject(`${home.root}/device/src`), `${home.root}/device/src`);
  home.write("w/.git", `gitdir: ${home.root}/repository/worktrees/w`);
  lay(`${home.root}/repository/worktrees/w/commondir`);
  assertEquals(findProject(`${home.root}/w`), below(home.root, "w"));
});

test("findProject() on macOS leaves a link, and a folder that is gone, as they are called", (home) => {
  Deno.symlinkSync(home.project, `${home.root}/link`);
  for (const folder of [home.project, `${home.root}/link`, `${home.root}/gone`]) {
    assertEquals(findProject(folder, "darwin"), folder);
  }
  assertEquals(findProject("c:/gone/shop", "windows"), "C:\\gone\\shop");
});

Deno.test("findProject() looks for nothing above a share", () => {
  assertEquals(findProject("\\\\server\\share\\shop"), "\\\\server\\share\\shop");
});

Deno.test("pathsBelow() keeps everything below the data folder", () => {
  for (const path of Object.values(pathsBelow("/data"))) assertEquals(path.startsWith("/data"), true);
});
