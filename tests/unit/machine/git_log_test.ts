import { delimiter as DELIMITER } from "node:path";
import { readCommits } from "../../../src/machine/git_log.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { withEnvironmentDuring } from "../../_support/with_environment.ts";
import { onlyWith } from "../../_support/windows.ts";
import { namesIn, TestHome } from "../../_support/test_home.ts";
import { testIn } from "../../_support/test_in.ts";

class GitFolder extends TestHome {
  async git(...args: string[]): Promise<void> {
    const identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    const { success, stderr } = await new Deno.Command("git", {
      args: [...identity, ...args],
      cwd: this.project,
    }).output();
    assert(success, new TextDecoder().decode(stderr));
  }

  /** A program called `git` in a folder of its own, which is returned. */
  program(script: string): string {
    this.write("bin/git", `#!/bin/sh\n${script}\n`);
    Deno.chmodSync(`${this.root}/bin/git`, 0o755);
    return `${this.root}/bin`;
  }
}

const test = testIn(GitFolder);
const scripts = onlyWith("scripts", GitFolder);

test("readCommits() gives the newest five, whatever the repository is set to", async (folder) => {
  await folder.git("init", "-q");
  for (let i = 1; i <= 6; i++) await folder.git("commit", "-q", "--allow-empty", "-m", `Ärger ${i}`);
  const trap = `${folder.root}/trap`;
  for (const key of ["core.fsmonitor", "core.pager", "gpg.program", "pager.log"]) {
    await folder.git("config", key, `touch ${trap}`);
  }
  for (const key of ["log.showSignature", "log.decorate"]) await folder.git("config", key, "true");
  await folder.git("config", "color.ui", "always");
  await folder.git("config", "i18n.logOutputEncoding", "latin1");
  const commits = await readCommits(folder.project);
  const found = commits.map((line) => line.replace(/^[0-9a-f]{4,} /, ""));
  assertEquals(found, [6, 5, 4, 3, 2].map((i) => `Ärger ${i}`));
  assertEquals(namesIn(folder.root), ["home", "project"]);
});

test("readCommits() gives nothing without a repository, a commit, a folder or git", async (folder) => {
  assertEquals(await readCommits(folder.project), []);
  await folder.git("init", "-q");
  assertEquals(await readCommits(folder.project), []);
  assertEquals(await readCommits(`${folder.root}/gone`), []);
  await withEnvironmentDuring({ PATH: folder.root }, async () => {
    assertEquals(await readCommits(folder.project), []);
  });
});

test("readCommits() starts no git that lies in the project", async (folder) => {
  await folder.git("init", "-q");
  await folder.git("commit", "-q", "--allow-empty", "-m", "One");
  Deno.writeTextFileSync(`${folder.project}/git`, "#!/bin/sh\necho trapped\n", { mode: 0o755 });
  await withEnvironmentDuring({ PATH: `.${DELIMITER}${Deno.env.get("PATH")}` }, async () => {
    assertEquals((await readCommits(folder.project)).length, 1);
    assert(!(await readCommits(folder.project)).includes("trapped"));
  });
});

scripts.test("readCommits() hands git a listed environment and the mark of children", async (folder) => {
  const bin = folder.program(
    "env | sort | cut -d= -f1 | grep -v -e ^PWD -e ^_ -e ^SHLVL -e ^OLDPWD | tr '\\n' ' '",
  );
  const passed = { PATH: `${bin}:${Deno.env.get("PATH")}`, HOME: folder.root, XDG_CONFIG_HOME: "/x" };
  await withEnvironmentDuring({ ...passed, GIT_DIR: "/elsewhere" }, async () => {
    const [names = ""] = await readCommits(folder.project);
    const own = ["GIT_NO_LAZY_FETCH", "GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT", "MNEME_CHILD"];
    assertEquals(names.trim().split(" "), [...own, ...Object.keys(passed)].sort());
  });
});

Deno.test({
  name: "readCommits() does not wait for a git that hangs, nor for what it has left behind",
  sanitizeOps: false, // the pipe of the program that is left behind
  sanitizeResources: false,
  fn: async () => {
    using folder = new GitFolder();
    const bin = folder.program("sleep 4 & echo abc One; wait");
    await withEnvironmentDuring({ PATH: `${bin}:${Deno.env.get("PATH")}` }, async () => {
      const started = performance.now();
      assertEquals(await readCommits(folder.project, 100), []);
      assert(performance.now() - started < 3500, "it was waited for");
    });
  },
});
