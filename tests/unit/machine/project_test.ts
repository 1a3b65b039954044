import { below } from "../../../src/base/slashes.ts";
import { findPaths, isAbsolute, pathsBelow, withoutTrailingSlash } from "../../../src/machine/paths.ts";
import { findProject, launchFolder, systemPath } from "../../../src/machine/project.ts";
import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { notOnWindows } from "../../_support/windows.ts";
import { withEnvironment } from "../../_support/with_environment.ts";

Deno.test("launchFolder() is the client's folder, else cwd, else the root; in one spelling on Windows", () => {
  const long = "/p".repeat(50_000); // no folder has such a path
  const cases: [given: string | undefined, cwd: string | undefined, unix: string, windows?: string][] = [
    ["/a/b/", "/x", "/a/b"],
    [undefined, "/x", "/x"],
    ["relative", "/x", "/x"],
    ["relative", undefined, "/"],
    ["/", undefined, "/"],
    [long, "/x", "/x"],
    [undefined, long, "/"],
    ["c:\\work\\shop", undefined, "c:\\work\\shop", "C:\\work\\shop"],
    ["C:/work/shop/", undefined, "C:/work/shop", "C:\\work\\shop"],
    ["/c/work/shop", undefined, "/c/work/shop", "C:\\work\\shop"],
    [undefined, "//server/share/shop", "//server/share/shop", "\\\\server\\share\\shop"],
    ["/cc/work", undefined, "/cc/work", "\\cc\\work"],
    [undefined, undefined, "/", "/"],
  ];
  for (const [given, cwd, unix, windows] of cases) {
    assertEquals([given, launchFolder(given, cwd, "linux")], [given, unix]);
    assertEquals([given, launchFolder(given, cwd, "darwin")], [given, unix]);
    if (windows !== undefined) assertEquals([given, launchFolder(given, cwd, "windows")], [given, windows]);
  }
});

Deno.test("systemPath() spells a path as Windows does, however a program wrote it, and leaves others alone", () => {
  for (const path of ["C:\\web\\src\\a.ts", "c:\\web\\src\\a.ts", "C:/web/src/a.ts", "/c/web/src/a.ts"]) {
    assertEquals(systemPath(path, "windows"), "C:\\web\\src\\a.ts");
    assertEquals(systemPath(path, "linux"), path);
  }
  assertEquals(systemPath("src/a.ts", "windows"), "src\\a.ts");
  assertEquals(systemPath("//server/share/a.ts", "windows"), "\\\\server\\share\\a.ts");
});

Deno.test("findProject() of a folder outside of worktrees is the folder itself", () => {
  using home = new TestHome();
  assertEquals(findProject(home.project), home.project);
  home.write("project/.git/HEAD", "ref: refs/heads/main\n");
  assertEquals(findProject(`${home.project}/src/deep`), below(home.project, "src/deep"));
  assertEquals(findProject(`${home.root}/absent/folder`), below(home.root, "absent/folder"));
});

Deno.test("findProject() of a linked worktree is the same place in the main one", () => {
  using home = new TestHome();
  home.write("project/.git/worktrees/w/commondir", "../..\n");
  home.write("w/.git", `gitdir: ${home.project}/.git/worktrees/w\n`);
  assertEquals(findProject(`${home.root}/w`), home.project);
  assertEquals(findProject(`${home.root}/w/src/deep`), below(home.project, "src/deep"));
});

Deno.test("findProject() follows relative links between worktree and repository", () => {
  using home = new TestHome();
  home.write("project/.git/worktrees/w/commondir", "../..");
  home.write("project/.claude/worktrees/w/.git", "gitdir: ../../../.git/worktrees/w");
  assertEquals(findProject(`${home.project}/.claude/worktrees/w`), home.project);
});

Deno.test("findProject() takes a submodule, a bare repository and a broken .git file for projects of their own", () => {
  using home = new TestHome();
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

Deno.test("findProject() on macOS leaves a link, and a folder that is gone, as they are called", () => {
  using home = new TestHome();
  Deno.symlinkSync(home.project, `${home.root}/link`);
  for (const folder of [home.project, `${home.root}/link`, `${home.root}/gone`]) {
    assertEquals(findProject(folder, "darwin"), folder);
  }
  assertEquals(findProject("c:/gone/shop", "windows"), "C:\\gone\\shop");
});

Deno.test("findProject() looks for nothing above a share", () => {
  assertEquals(findProject("\\\\server\\share\\shop"), "\\\\server\\share\\shop");
});

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
