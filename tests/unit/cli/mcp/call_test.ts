import { callCommand, TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { UsageError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { refusal } from "../../../_support/commands.ts";
import { ENTRY } from "../../../_support/ghap_entry.ts";

/** Wrong calls with what is told of them. */
const REFUSED: readonly (readonly [tool: string, args: unknown, message: RegExp])[] = [
  [
    "save_memory",
    { category: "DECISION" },
    /: body is missing; send something like {"category":"DECISION","title":"/,
  ],
  ["save_memory", { category: "DECISION", body: "x".repeat(8001) }, /of 8001 characters: 8000/],
  ["save_memory", { category: "x", body: "y" }, /give one of DECISION, RUNBOOK/],
  [
    "save_memory",
    { category: "DECISION", body: "y", scope: "all" },
    /: scope is "all", not one of project, user; send/,
  ],
  ["save_memory", [1], /: the arguments are \[1\], not an object; send/],
  [
    "search",
    { query: { a: 1 }, limit: "many" },
    /: query is {"a":1}, not a text; limit is "many", not a whole number from 1 to 50; send/,
  ],
  [
    "resolve_ghap",
    { status: "confirmed", result: "x", lesson: { takeaway: [1] }, root_cause: 7 },
    /root_cause is 7, not an object with description and category; lesson\.takeaway is \[1\], not a text;/,
  ],
  ["forget_memory", { id: "m7" }, /^Cannot find memory m7/],
  ["nope", {}, /there is no such tool; there are save_memory, enrich_memories, forget_memory/],
  ["search", {}, /query is missing; send something like {"query":/],
  ["search", { query: "x", types: ["thing"] }, /give one of memory, ghap/],
  ["search", { query: "x", since: "soon" }, /write it as 2026-11-01, 7d/],
  ["timeline", { id: "12" }, /give one such as m12/],
  ["get", { ids: ["m99"] }, /Cannot find m99: there is none; .*search/],
  ["start_ghap", { ...ENTRY, prediction: " " }, /empty prediction; say what you will see/],
  ["start_ghap", { ...ENTRY, goal: "<private>x</private>" }, /marked as private/],
  ["start_ghap", { ...ENTRY, goal: "x".repeat(2001) }, /2000 is the most/],
  ["start_ghap", { goal: "x" }, /hypothesis is missing.*send something like/],
  ["update_ghap", { note: "x" }, /none was started.*call start_ghap first/],
  ["update_ghap", {}, /nothing new is said; send hypothesis/],
  ["resolve_ghap", { status: "blue", result: "x" }, /give one of confirmed, falsified, abandoned/],
  ["adopt_ghap", { id: "third" }, /give one like g3/],
  ["list_ghap", { limit: "many" }, /limit/],
  ["store_value", { text: "x".repeat(2001) }, /2000 is the most; say it in a sentence or two$/],
  ["store_value", { text: "x", sources: ["g7"] }, /Cannot find the GHAP entry g7/],
  ["get", { ids: [] }, /ids is \[\], not a list of 1 to 50 texts; send something like/],
];

Deno.test("call says what to send instead of what is wrong", async () => {
  using home = new CliHome();
  for (const [tool, args, message] of REFUSED) assertMatch(await refusal(home, tool, args), message);
  const { error } = await home.run(callCommand(), ["save_memory", "{half"]);
  assertMatch(String(error), /Cannot read the arguments: they are not JSON/);
  assert(error instanceof UsageError);
});

for (const tool of TOOLS) {
  Deno.test(`the tool ${tool.name} has a short schema and says when to use it`, () => {
    assert(JSON.stringify(tool.inputSchema).length < 1180, "every request of the client carries it");
    assert(tool.description.length > 60 && tool.description.length < 700);
    assertEquals(tool.inputSchema.type, "object");
  });
}
