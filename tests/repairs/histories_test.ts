// Compiled: histories as sessions leave them, played through the hooks, all of them in one project.
import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { type History, playHistory } from "./play_history.ts";

const HISTORIES: readonly History[] = JSON.parse(
  Deno.readTextFileSync(new URL("./histories.json", import.meta.url)),
);

Deno.test("mneme fix names what made a failure go away, and says nothing where nothing did", async (t) => {
  using home = new TestHome();
  for (const [i, history] of HISTORIES.entries()) await playHistory(home, history, `session-${i}`);
  for (const { name, asked, cure, not } of HISTORIES) {
    await t.step(name, async () => {
      const { stdout } = await home.mneme(["fix", "--json", asked]);
      const [found] = JSON.parse(stdout);
      if (not !== undefined) assertEquals(stdout.includes(not), false, stdout);
      if (cure === undefined) assertEquals(found, undefined);
      else assertEquals(found?.worked.text.includes(cure), true, stdout);
    });
  }
});
