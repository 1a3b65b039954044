import { assertEquals } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";

/** How a session start names the command, with these folders before the rest of the PATH. */
async function commandNamed(
  home: TestHome,
  session_id: string,
  ...folders: string[]
): Promise<string | undefined> {
  const PATH = [...folders, home.environment().PATH].join(":");
  const payload = home.payload("SessionStart", { source: "startup", session_id });
  const { stdout } = await home.hook("session-start", payload, { env: { PATH } });
  return /`(\S+) search/.exec(JSON.parse(stdout).hookSpecificOutput.additionalContext)?.[1];
}

Deno.test("a session start names mneme as short as the shell finds this very one, whatever was found before", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: "Round the totals" }));
  const [linked, other] = [`${home.root}/linked`, `${home.root}/other`];
  for (const folder of [linked, other]) Deno.mkdirSync(folder);
  Deno.symlinkSync(`${DIST}/mneme`, `${linked}/mneme`);
  Deno.writeTextFileSync(`${other}/mneme`, "#!/bin/sh\n", { mode: 0o755 });
  assertEquals(await commandNamed(home, "a"), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "b", linked), "mneme");
  assertEquals(await commandNamed(home, "c", linked), "mneme");
  assertEquals(await commandNamed(home, "d", other, linked), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "e", linked), "mneme");
  Deno.removeSync(`${linked}/mneme`);
  assertEquals(await commandNamed(home, "f", linked), `${DIST}/mneme`);
});
