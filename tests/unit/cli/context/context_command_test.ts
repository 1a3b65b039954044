import { contextCommand } from "../../../../src/cli/context_command.ts";
import { pauseCommand } from "../../../../src/cli/pause/pause_command.ts";
import { runTool } from "../../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { TestHome } from "../../../_support/test_home.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { UsageError } from "../../../../src/base/user_error.ts";

const BODY = "Totals are rounded once, after summing, because the bank does so.";
const QUESTION = "Why are totals rounded after summing?";

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.mneme(["memory", "add", "--category", "DECISION", BODY]);
  await home.mneme(["values", "add", "Explain how totals are rounded before changing it"]);
  return home;
}

Deno.test("mneme context prints what the hook then brings back, byte for byte, and writes nothing down", async () => {
  using home = await knowingHome();
  const { stdout, code } = await home.mneme(["context", "--prompt", QUESTION, "--json"]);
  assertEquals(code, 0);
  const preview = JSON.parse(stdout);
  assertEquals(home.rows("select count(*) as n from injections"), [{ n: 0 }]);
  const answer = await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { prompt: QUESTION }),
  );
  assertEquals(JSON.parse(answer.stdout).hookSpecificOutput.additionalContext, preview.text);
  const rows = home.rows("select item, tokens from injections order by id");
  assertEquals(
    preview.items.map(({ id, tokens }: { id: string; tokens: number }) => ({ item: id, tokens })),
    rows,
  );
  const again = await home.mneme(["context", "--prompt", QUESTION, "--session", "session-1", "--json"]);
  const { text, left_out } = JSON.parse(again.stdout);
  assertEquals([text, left_out[0]?.reason], [null, "shown before"]);
});

Deno.test("mneme context tells people why", async () => {
  using home = await knowingHome();
  const { stdout } = await home.mneme(["context", "--prompt", QUESTION]);
  assertMatch(
    stdout,
    /^<mneme-context>[\s\S]*<\/mneme-context>\n\n\d items?, about \d+ of 2000 tokens; the floor is /,
  );
  assertMatch(stdout, /\nm1 +0\.\d\d +\d+ tokens +\w+ 0\.\d\d/);
  const silent = await home.mneme(["context", "--prompt", "yes, continue"]);
  assertEquals(silent.stdout, "Nothing is brought back: the prompt asks for nothing.\n");
  const unrelated = await home.mneme(["context", "--prompt", "Paint the login button blue"]);
  assertMatch(unrelated.stdout, /^Nothing is brought back: nothing fits\.\n/);
});

Deno.test("mneme context without a prompt or a database says what to do, or that nothing fits", async () => {
  using home = new CliHome();
  const { error } = await home.run(contextCommand(), []);
  assert(error instanceof UsageError);
  const { stdout } = await home.run(contextCommand(), ["--prompt", QUESTION]);
  assertEquals(stdout, "Nothing is brought back: nothing fits.\n");
});

Deno.test("assemble_context gives markdown, tokens and items of the types that are asked for", async () => {
  using home = await knowingHome();
  const call = async (args: unknown) => {
    const { stdout, stderr } = await home.mneme(["call", "assemble_context", JSON.stringify(args)]);
    assertEquals(stderr, "");
    return JSON.parse(stdout);
  };
  const experiences = await call({ query: QUESTION, context_types: ["experiences"] });
  assertEquals(experiences.items.map(({ id, type }: { id: string; type: string }) => [id, type]), [[
    "m1",
    "memory",
  ]]);
  assert(experiences.markdown.includes(BODY) && experiences.token_count > 20);
  const values = await call({
    query: "how are totals rounded before changing it",
    context_types: ["values"],
  });
  assertEquals(values.items.map(({ id }: { id: string }) => id), ["v1"]);
  assertEquals(await call({ query: "Paint the login button blue" }), {
    markdown: "",
    token_count: 0,
    items: [],
  });
  assertEquals((await call({ query: QUESTION, max_tokens: 50 })).markdown, "");
});

Deno.test("assemble_context says what to send instead of an unknown type", async () => {
  const call = async () => await runTool("assemble_context", { query: "x", context_types: ["memories"] });
  const error = await call().catch((thrown: unknown) => thrown);
  assert(error instanceof UsageError && /context_types/.test(error.message), String(error));
});

Deno.test("mneme context says that nothing comes back while mneme is paused", async () => {
  using home = new CliHome();
  home.prepare();
  await home.run(pauseCommand(), []);
  const { stdout } = await home.run(contextCommand(), ["--prompt", QUESTION]);
  assertMatch(stdout, /Nothing is brought back: mneme is paused here; `mneme unpause` ends it/);
});
