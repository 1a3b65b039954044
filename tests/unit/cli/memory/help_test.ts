import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { DIST } from "../../../_support/executables.ts";
import { TestHome } from "../../../_support/test_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";

const COMMANDS = [
  "memory add",
  "memory list",
  "memory show",
  "memory edit",
  "memory forget",
  "memory export",
  "memory import",
  "ghap list",
  "ghap show",
  "ghap forget",
  "ghap stats",
  "ghap export",
  "values list",
  "values add",
  "values suggest",
  "values forget",
  "call",
  // with commands of their own
  "config",
  "ghap",
  "memory",
  "projects",
  "scratchpad",
  "sessions",
  "values",
];

for (const words of COMMANDS) {
  notOnWindows(
    "scripts",
    `mneme ${words} --help has an example that a shell and the program understand`,
    async () => {
      using home = new TestHome();
      const { code, stdout } = await home.mneme([...words.split(" "), "--help"]);
      assertEquals(code, 0);
      const example = /\nExample:\n {2}(mneme .+)\n/.exec(stdout)?.[1] ?? "";
      assert(example.startsWith(`mneme ${words}`), stdout);
      const { code: status } = await new Deno.Command("sh", {
        args: ["-c", example],
        cwd: home.project,
        clearEnv: true,
        env: home.environment({ PATH: `${DIST}:/usr/bin:/bin` }),
      }).output();
      assert(status !== 2, example);
    },
  );
}

Deno.test("mneme memory and mneme mcp say in their help what they are for", async () => {
  using home = new TestHome();
  assertMatch((await home.mneme(["memory", "--help"])).stdout, /Save, list, correct and forget memories/);
  const { stdout } = await home.mneme(["mcp", "--help"]);
  assertMatch(stdout, /over MCP on stdin and stdout/);
  assertMatch(stdout, /-- "\$\(command -v mneme\)" mcp\n/); // the client may have another PATH
});
