// What cannot be written down as shown is not shown: otherwise it would come again and again.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import { FAULTS } from "./faults_table.ts";

const TITLE = "Totals are rounded once, after summing, because the bank does so";

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  await home.mneme([
    "memory",
    "add",
    "--category",
    "DECISION",
    "--files",
    "src/totals_of_ledger.ts",
    `${TITLE}.`,
  ]);
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
    assertEquals({ hook: hook.name, ...locked, ms: 0 }, {
      hook: hook.name,
      code: 0,
      stdout: "",
      stderr: "",
      ms: 0,
    });
    assertEquals(home.spool().length, 1);
    assertEquals(home.log().split("\n").filter((line) => / (failure|error) /.test(line)), []);
    for (const table of ["injections", "tellings"]) {
      assertEquals(home.count(`${table}`), 0);
    }
    assert((await hook(home, "2")).stdout.includes(TITLE));
  }
});

Deno.test("prompts and reads are harmless whatever is wrong with the data folder, also with something to bring back", async () => {
  for (const fault of FAULTS.filter(({ needsMount }) => needsMount !== true)) {
    using home = await knowingHome();
    const lift = fault.arrange?.(home);
    const options = fault.run?.(home) ?? {};
    const payload = home.payload("UserPromptSubmit", { prompt: "Why are totals rounded after summing?" });
    assertHarmless(await home.hook("user-prompt-submit", payload, options), fault.name);
    lift?.();
  }
});
