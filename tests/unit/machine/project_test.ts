import { below } from "../../../src/base/slashes.ts";
import { findPaths, isAbsolute, pathsBelow, withoutTrailingSlash } from "../../../src/machine/paths.ts";
import { findProject, launchFolder, systemPath } from "../../../src/machine/project.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { TestHome } from "../../_support/test_home.ts";
import { notOnWindows } from "../../_support/windows.ts";
import { withEnvironment } from "../../_support/with_environment.ts";
import { testIn } from "../../_support/test_in.ts";

const test = testIn(TestHome);

const NO_HOME = { MNEME_HOME: null, HOME: null, USERPROFILE: null };
type System = typeof Deno.build.os;

testVerdicts(import.meta.filename, {
  isAbsolute,
  systemPath,
  withoutTrailingSlash,
  dataFolder: (variables: Record<string, string>, system?: System) =>
    withEnvironment({ ...NO_HOME, ...variables }, () => findPaths(system)?.root),
  launch: (given: string | null, cwd: string | null, system: System) =>
    launchFolder(given ?? undefined, cwd ?? undefined, system),
  logFile: (folder: string) => pathsBelow(folder).logFile,
});

Deno.test("launchFolder() passes over a path that is longer than any", () => {
  const long = "/p".repeat(50_000);
  assertEquals([launchFolder(long, "/x", "linux"), launchFolder(undefined, long, "linux")], ["/x", "/"]);
});

test("findProject() of a folder outside of worktrees is the folder itself", (home) => {
  assertEquals(findProject(home.project), home.project);
  home.write("project/.git/HEAD", "ref: refs/heads/main\n");
  assertEquals(findProject(`${home.project}/src/deep`), below(home.project, "src/deep"));
  assertEquals(findProject(`${home.root}/absent/folder`), below(home.root, "absent/folder"));
});

test("findProject() of a linked worktree is the same place in the main one", (home) => {
  home.write("project/.git/worktrees/w/commondir", "../..\n");
  home.write("w/.git", `gitdir: ${home.project}/.git/worktrees/w\n`);
  assertEquals(findProject(`${home.root}/w`), home.project);
  assertEquals(findProject(`${home.root}/w/src/deep`), below(home.project, "src/deep"));
});

test("findProject() follows relative links between worktree and repository", (home) => {
  home.write("project/.git/worktrees/w/commondir", "../..");
  home.write("project/.claude/worktrees/w/.git", "gitdir: ../../../.git/worktrees/w");
  assertEquals(findProject(`${home.project}/.claude/worktrees/w`), home.project);
});

test("findProject() takes a submodule, a bare repository and a broken .git file for projects of their own", (home) => {
  home.write("project/.git/modules/sub/HEAD", "");
  home.write("project/sub/.git", "gitdir: ../.git/modules/sub\n");
  assertEquals(findProject(`${home.project}/sub`), below(home.project, "sub"));
  home.write("bare.git/worktrees/w/commondir", "../..");
  home.write("w/.git", `gitdir: ${home.root}/bare.git/worktrees/w`);
  assertEquals(findProject(`${home.root}/w`), below(home.root, "w"));
  for (const text of ["", "gitdir:", "no such thing", "gitdir: /nowhere", "x".repeat(10_000)]) {
    home.write("broken/.git", text);
    assertEquals(findProject(`${home.root}/broken`), below(home.root, "broken"));
  }
});

notOnWindows("devices", "findProject() reads no device in the place of git's files", () => {
  using home = new TestHome();
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
