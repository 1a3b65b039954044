// A long document of which the middle is not read is kept as if it had been.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import { cleanJson } from "../../src/core/privacy/clean.ts";
import { DEFAULT_SETTINGS } from "../../src/core/settings.ts";

const LINES = "   ✓ adds up to the cent (3 ms)\n".repeat(24_000);
const SUMMARY = "Tests  24000 passed (24000)\n";

function call(stdout: string): Record<string, unknown> {
  return {
    tool_name: "Bash",
    tool_use_id: "toolu_long",
    tool_input: { command: "npx vitest run" },
    tool_response: { stdout, stderr: "", interrupted: false },
  };
}

function keptResponse(home: TestHome): unknown {
  const [row] = home.rows("select payload from pending_queue where tool_use_id = 'toolu_long'");
  return row === undefined ? undefined : JSON.parse(String(row.payload)).tool_response;
}

interface Case {
  readonly name: string;
  readonly stdout?: string;
  readonly setting?: readonly [key: string, value: string];
  readonly maxBytes?: number;
}

const PRIVATE = `${LINES}<private>\n${LINES}</private>\n`;
const CASES: readonly Case[] = [
  { name: "lines alone" },
  { name: "a private block in its middle", stdout: LINES + PRIVATE + LINES },
  {
    name: "more kept than is read at first",
    setting: ["capture.max_field_bytes", "600000"],
    maxBytes: 600_000,
  },
  { name: "a log of all that comes in", setting: ["log.level", "data"] },
];

for (const { name, stdout = LINES, setting, maxBytes } of CASES) {
  Deno.test(`a long test run with ${name} is kept like any other`, async () => {
    using home = new TestHome();
    if (setting !== undefined) await home.mneme(["config", "set", ...setting]);
    await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
    const fields = call(stdout + SUMMARY);
    assertHarmless(await home.hook("post-tool-use", home.payload("PostToolUse", fields)), name);
    const clean = {
      redactSecrets: true,
      maxBytes: maxBytes ?? DEFAULT_SETTINGS.capture.max_field_bytes,
    };
    assertEquals(keptResponse(home), cleanJson(fields.tool_response, clean));
    assertEquals(home.rows("select outcome from pending_queue"), [{ outcome: "tests:pass" }]);
    if (setting?.includes("data")) assert(home.log().includes("adds up to the cent"), "logged");
  });
}

Deno.test("a document that is garbled where it was not read is no payload once that is needed", async () => {
  using home = new TestHome();
  await home.mneme(["config", "set", "capture.max_field_bytes", "600000"]);
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  const half = LINES.slice(0, LINES.length / 2);
  const sound = JSON.stringify(home.payload("PostToolUse", call(`${half}garbled here${half}`)));
  assertHarmless(await home.hook("post-tool-use", sound.replace("garbled here", "\\q")), "garbled");
  assertEquals(keptResponse(home), undefined);
  assert(home.log().includes("stdin is not one JSON object"), home.log());
});
