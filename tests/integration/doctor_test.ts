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
