import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import { type SeededPayloads, seededPayloads } from "./privacy_table.ts";

type Event = SeededPayloads["events"][number];

/** Every file below the data folder in which one of the words stands, with the word. */
function findAny(folder: string, needles: readonly string[]): string[] {
  return [...Deno.readDirSync(folder)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return findAny(path, needles);
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(path));
    return needles.filter((needle) => text.includes(needle)).map((needle) => `${path}: ${needle}`);
  });
}

async function runAll(
  home: TestHome,
  seeded: SeededPayloads,
  stdinOf: (payload: Record<string, unknown>) => unknown,
): Promise<void> {
  for (const { hook, event, fields } of seeded.events) {
    assertHarmless(await home.hook(hook, stdinOf(home.payload(event, fields))), event);
  }
  await home.settle();
}

Deno.test("privacy: nothing hidden and no secret is in any file after a session", async () => {
  using home = new TestHome();
  const seeded = seededPayloads();
  await runAll(home, seeded, (payload) => payload);
  assertEquals(home.count("pending_queue"), 6);
  assertEquals(findAny(home.data, seeded.needles), []);
});

Deno.test("privacy: nothing hidden and no secret is in the spool of a locked database, nor where it is drained to", async () => {
  using home = new TestHome();
  const seeded = seededPayloads();
  await home.fire("SessionStart");
  await home.locked(() => runAll(home, seeded, (payload) => payload));
  const spooled = home.spool().length;
  assert(spooled > 10, `${spooled} spooled`);
  assertEquals(findAny(home.data, seeded.needles), []);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(findAny(home.data, seeded.needles), []);
});

Deno.test("privacy: a log that shows what came in shows nothing hidden and no secret", async () => {
  using home = new TestHome();
  home.write("data/config.yaml", "log:\n  level: debug\n");
  const seeded = seededPayloads();
  await runAll(home, seeded, (payload) => payload);
  assert(home.log().includes(" data post-tool-use "), home.log());
  assertEquals(findAny(home.data, seeded.needles), []);
});

Deno.test("privacy: stdin that cannot be read leaves none of it in the log", async () => {
  using home = new TestHome();
  home.write("data/config.yaml", "log:\n  level: debug\n");
  await home.fire("SessionStart");
  const seeded = seededPayloads();
  await runAll(home, seeded, (payload) => JSON.stringify(payload).slice(0, -1));
  await runAll(home, seeded, (payload) => JSON.stringify(payload) + JSON.stringify(payload));
  await runAll(home, seeded, (payload) => `${JSON.stringify(payload).slice(1)}`);
  assert(home.log().includes("stdin is not one JSON object"), home.log());
  assertEquals(findAny(home.data, seeded.needles), []);
});

Deno.test("privacy: nothing hidden is kept of a payload too large to read, wherever it was opened", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const filler = "x".repeat(17 * 1024 * 1024);
  const hidden: Event["fields"] = {
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: "start <private> needle-in-front" },
    tool_response: { stdout: `${filler} needle-behind</private> end` },
    duration_ms: 3,
  };
  assertHarmless(await home.fire("PostToolUse", hidden), "oversize");
  assertEquals(home.rows("select tool_use_id from pending_queue"), [{ tool_use_id: "t1" }]);
  assertEquals(findAny(home.data, ["needle-in-front", "needle-behind"]), []);
});

Deno.test("the output of a test run that is too large to keep is no proof that the run passed", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const output = "1 failed, 2 passed\n".repeat(1_000_000);
  const run = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t1" };
  const tool_response = { stdout: output, stderr: "", interrupted: true };
  assertHarmless(await home.fire("PostToolUse", { ...run, tool_response }), "oversize");
  assertEquals(home.rows("select outcome from pending_queue"), [{ outcome: null }]);
});
