import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { TestHome } from "../../../_support/test_home.ts";

const BODY = "Totals are rounded once, after summing, because the bank does so.";
const QUESTION = "Why are totals rounded after summing?";

async function knowingHome(): Promise<TestHome> {
  const home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.mneme(["memory", "add", "--category", "DECISION", BODY]);
  await home.mneme(["values", "add", "Explain how totals are rounded before changing it"]);
  return home;
}

Deno.test("mneme context without a prompt prints what the next session is told at its start, byte for byte, and why", async () => {
  using home = await knowingHome();
  const rule = "Write commit messages in the imperative.";
  for (
    const [category, body] of [["PREFERENCE", rule], ["CONSTRAINT", "The staging database is reset at 03:00"]]
  ) {
    await home.mneme(["memory", "add", "--category", category!, body!]);
  }
  const preview = await home.mneme(["context"]);
  const json = JSON.parse((await home.mneme(["context", "--json"])).stdout);
  assertEquals(home.count("tellings"), 0);
  const start = home.payload("SessionStart", { source: "startup", session_id: "session-2" });
  const { additionalContext } =
    JSON.parse((await home.hook("session-start", start)).stdout).hookSpecificOutput;
  assertEquals(json.text, additionalContext);
  assert(
    preview.stdout.startsWith(`${additionalContext}\n\n4 items, about ${json.token_count} of 2500 tokens\n`),
  );
  assertMatch(
    preview.stdout,
    /\nm2 +a rule, told whole\n[\s\S]*\nm1 +short, so told in full; never opened yet\n/,
  );
  const items = json.items.map(({ id, tokens }: { id: string; tokens: number }) => [id, tokens > 5]);
  assertEquals(items, [["m2", true], ["v1", true], ["m3", true], ["m1", true]]);
  const told = home.rows("select hook, items, lines, tokens, text from tellings");
  const [items_, lines] = ['["m2","v1","m3","m1"]', '["m3","m1"]'];
  assertEquals(told, [{
    hook: "start",
    items: items_,
    lines,
    tokens: json.token_count,
    text: additionalContext,
  }]);
});

Deno.test("mneme context with a prompt prints what the hook then tells, byte for byte, and writes nothing down", async () => {
  using home = await knowingHome();
  const preview = async (...args: string[]) =>
    JSON.parse((await home.mneme(["context", "--prompt", QUESTION, "--json", ...args])).stdout);
  const { text, items } = await preview("--session", "session-1");
  assertEquals((await preview("--session", "s1")).text, text);
  assertEquals(items.map(({ id }: { id: string }) => id), ["m1"]);
  assertEquals(home.count("tellings"), 0);
  const answer = await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { prompt: QUESTION }),
  );
  assertEquals(JSON.parse(answer.stdout).hookSpecificOutput.additionalContext, text);
  for (const args of [["--session", "session-1"], []]) { // a session that starts now was told it at its start
    const { text, left_out } = await preview(...args);
    assertEquals([text, left_out[0]?.reason], [null, "told before"]);
  }
});

Deno.test("mneme context tells people why", async () => {
  using home = await knowingHome();
  const { stdout } = await home.mneme(["context", "--prompt", QUESTION, "--session", "session-1"]);
  assertMatch(
    stdout,
    /^<mneme-context>[\s\S]*<\/mneme-context>\n\n1 item, about \d+ of 120 tokens; the floor is 0\.\d\d\nm1 +0\.\d\d +\w+ 0\.\d\d/,
  );
  const told = await home.mneme(["context", "--prompt", QUESTION]);
  assertMatch(
    told.stdout,
    /^Nothing is told: what fits was told before\.\n\nLeft out:\nm1 +0\.\d\d +told before\n$/,
  );
});
