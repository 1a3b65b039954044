import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { DIST } from "../../../_support/executables.ts";
import { TestHome } from "../../../_support/test_home.ts";
import { onlyWith } from "../../../_support/windows.ts";

const scripts = onlyWith("scripts", TestHome);

/** Those that print JSON when asked, and those that do not. */
for (const { words, isJson } of casesOf<{ words: string; isJson: boolean }>(import.meta.filename)) {
  scripts.test(`mneme ${words} --help has an example that a shell and the program understand`, async (home) => {
    const { code, stdout } = await home.mneme([...words.split(" "), "--help"]);
    assertEquals([code, /--json +print JSON/.test(stdout)], [0, isJson]);
    const example = /\nExample:\n {2}(mneme .+)\n/.exec(stdout)?.[1] ?? "";
    assert(example.startsWith(`mneme ${words}`), stdout);
    const { code: status } = await new Deno.Command("sh", {
      args: ["-c", example],
      cwd: home.project,
      clearEnv: true,
      env: home.environment({ PATH: `${DIST}:/usr/bin:/bin` }),
    }).output();
    assert(status !== 2, example);
  });
}

Deno.test("mneme help names what it is asked for", async () => {
  using home = new TestHome();
  for (const args of [["help", "memory"], ["memory", "help", "add"], ["help", "import-history"], ["help"]]) {
    const { code, stdout, stderr } = await home.mneme(args);
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^Usage: mneme/);
  }
});
