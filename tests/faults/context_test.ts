// What cannot be written down as shown is not shown: otherwise it would come again and again.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";

const TITLE = "Totals are rounded once, after summing, because the bank does so";

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  await home.remember(`${TITLE}.`, "DECISION", "--files", "src/totals_of_ledger.ts");
  return home;
}

function prompt(home: TestHome, id: string) {
  const fields = { prompt_id: id, prompt: "Why are totals rounded after summing?" };
  return home.fire("UserPromptSubmit", fields);
}

function read(home: TestHome, id: string) {
  const file_path = `${home.project}/src/totals_of_ledger.ts`;
  return home.fire("PostToolUse", {
    tool_name: "Read",
    tool_use_id: id,
    tool_input: { file_path },
    tool_response: { type: "text", file: { filePath: file_path, content: "x", numLines: 1 } },
  });
}

Deno.test("a locked database brings nothing back, and nothing that it brought back is lost for later", async () => {
  for (const hook of [prompt, read]) {
    using home = await knowingHome();
    const locked = await home.locked(() => hook(home, "1"));
    assertHarmless(locked, hook.name);
    assertEquals(locked.stdout, "", hook.name);
    assertEquals(home.spool().length, 1);
    assertEquals(home.log().split("\n").filter((line) => / (failure|error) /.test(line)), []);
    for (const table of ["injections", "tellings"]) assertEquals(home.count(table), 0);
    assert((await hook(home, "2")).stdout.includes(TITLE));
  }
});
