import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { sessionsCommand } from "../../../../src/cli/sessions_command.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

Deno.test("a new prompt with the number of a removed one is none of those that a forgotten memory came from", async () => {
  using home = new CliHome();
  const say = (sessionId: string, text: string) =>
    home.keep({
      kind: "prompt-submitted",
      session: home.session(sessionId),
      at: AT,
      promptId: sessionId,
      text,
    });
  const [old, edited] = ["Releases need the quokka flag", "Deploys wait for the wombat"];
  say("s-1", `${old}. ${edited}.`);
  for (const body of [old, edited]) {
    await home.print(memoryCommand(), "add", body, "--category", "DECISION");
  }
  await home.print(memoryCommand(), "edit", "m2", "--body", "Deploys wait for Monday");
  await home.print(memoryCommand(), "forget", "m1");
  await home.print(sessionsCommand(), "forget", "s1", "--yes");
  say("s-2", "Count in cents");
  assertEquals(home.rows("select id from prompts"), [{ id: 1 }]);
  for (const id of ["m1", "m2"]) await home.print(memoryCommand(), "forget", id, "--source");
  assertEquals(home.rows("select text from prompts"), [{ text: "Count in cents" }]);
});

const AT = "2026-03-01T10:00:00.000Z";
