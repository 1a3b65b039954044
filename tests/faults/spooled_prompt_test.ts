import { DatabaseSync } from "node:sqlite";
import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

/** Lets a turn go by of whose prompt the database was held; returns the home's answers and what it says of its session. */
async function answered(home: TestHome, prompt: string, answer: string) {
  const turn = (fields: Record<string, unknown>) => ({ session_id: "s-1", ...fields });
  const hook = (name: string, event: string, fields: Record<string, unknown>) =>
    home.hook(name, home.payload(event, turn(fields)));
  const stop = (prompt_id: string, last_assistant_message: string) =>
    hook("stop", "Stop", { prompt_id, stop_hook_active: false, last_assistant_message });
  await hook("session-start", "SessionStart", { source: "startup" });
  await hook("user-prompt-submit", "UserPromptSubmit", { prompt_id: "p-1", prompt: "Fix the rounding." });
  await stop("p-1", "It is right now.");
  const held = new DatabaseSync(home.database);
  held.exec("begin immediate");
  await hook("user-prompt-submit", "UserPromptSubmit", { prompt_id: "p-2", prompt });
  held.close();
  assertEquals(home.spool().length, 1);
  await stop("p-2", answer);
  return {
    answers: home.rows("select text from observations order by created_at").map(({ text }) => text),
    told: String(home.rows("select summary from sessions")[0]?.summary),
  };
}

const FIRST = "Answered: It is right now. — asked: “Fix the rounding.”";

Deno.test("an answer stands with its own question, also where that had to wait in the spool", async () => {
  using home = new TestHome();
  const { answers } = await answered(home, "Now the tax.", "The tax is right.");
  assertEquals(answers, [FIRST, "Answered: The tax is right. — asked: “Now the tax.”"]);
});

Deno.test("nothing is kept of the answer to a private prompt that had to wait in the spool", async () => {
  using home = new TestHome();
  const { answers, told } = await answered(home, "<private>the merger</private>", "The merger is done.");
  assertEquals([answers, told.includes("merger")], [[FIRST], false]);
});
