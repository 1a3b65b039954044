import { DIST } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";
import { assertEquals, assertMatch } from "../_support/assert.ts";

/** Compiled, as its permissions are narrower than those of a test. */
Deno.test("mneme doctor finds a fresh install sound, before and after a first session", async () => {
  using home = new TestHome();
  assertEquals((await home.mneme(["install"])).code, 0);
  for (const stage of ["installed", "used"]) {
    const { code, stdout, stderr } = await home.mneme(["doctor"]);
    assertEquals([stage, code, stderr, stdout.match(/^fail.*/m)], [stage, 0, "", null]);
    assertMatch(stdout, /^ok +integrity /m);
    await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
    await home.hook("session-end", home.payload("SessionEnd", { reason: "other" }));
    await home.settle();
  }
});

Deno.test("mneme doctor says what to type where install did not find the client, and is quiet once it was typed", async () => {
  using home = new TestHome();
  const env = { PATH: "/usr/bin:/bin" };
  const installed = await home.mneme(["install"], { env });
  const [, line = "?"] = /run: (claude mcp add .*)/.exec(installed.stdout) ?? [];
  const warned = await home.mneme(["doctor"], { env });
  assertEquals(warned.code, 0);
  assertEquals(/^warn +server .*\n +fix: (.*)$/m.exec(warned.stdout)?.[1], line);
  Deno.writeTextFileSync(
    `${home.home}/.claude.json`,
    JSON.stringify({ mcpServers: { mneme: { command: `${DIST}/mneme`, args: ["mcp"] } } }),
  );
  assertMatch((await home.mneme(["doctor"], { env })).stdout, /^ok +server /m);
});
