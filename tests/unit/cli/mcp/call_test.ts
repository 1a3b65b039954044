import { callCommand, TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { UsageError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { call, refusal } from "../../../_support/commands.ts";
import { ENTRY } from "../../../_support/ghap_entry.ts";

const AT = "2026-03-01T10:00:00.000Z";

Deno.test("call runs a tool and prints its result: saved, updated, taking the place of another, forgotten", async () => {
  using home = new CliHome();
  const save = (body: string) => call(home, "save_memory", { category: "DECISION", body });
  assertEquals(await save("Use npm"), { id: "m1", outcome: "added", superseded: [], message: "Saved m1" });
  assertEquals((await save("Use npm.")).outcome, "updated");
  assertEquals((await save("Use pnpm, not npm")).superseded, ["m1"]);
  assertEquals(await call(home, "forget_memory", { id: "m2" }), {
    id: "m2",
    message: "Forgot m2. m1 may say it, too: `mneme memory forget m1`",
  });
  assertMatch(
    String((await save("Log in with ghp_abcdefghijklmnopqrstuvwxyz0123456789")).message),
    /is not kept$/,
  );
});

Deno.test("call save_memory replaces what a memory names, also where two take its place or a call comes twice", async () => {
  using home = new CliHome();
  await call(home, "save_memory", { category: "RUNBOOK", body: "Deploys and rollbacks run by hand" });
  const parts = ["Deploys run in the pipeline", "A rollback is a revert on main"].map((body) => (
    { category: "RUNBOOK", body, replaces: ["m1"] }
  ));
  for (const outcomes of [["added", "added"], ["updated", "updated"]]) {
    const { saved } = await call(home, "save_memory", { memories: parts }) as {
      saved: { outcome: string }[];
    };
    assertEquals(saved.map(({ outcome }) => outcome), outcomes);
  }
  const kept = home.rows("select id, status, superseded_by as heir from memories order by id");
  assertEquals(kept, [
    { id: 1, status: "superseded", heir: 2 },
    { id: 2, status: "active", heir: null },
    { id: 3, status: "active", heir: null },
  ]);
  await call(home, "forget_memory", { id: "m3" });
  for (const id of ["m3", "m9", "g1"]) {
    const refused = await refusal(home, "save_memory", { ...parts[0], replaces: [id] });
    assertMatch(refused, /^Cannot (?:replace m3|find memory m9|take "g1" as the id of a memory)/);
  }
});

Deno.test("call save_memory belongs to the session that the client names, else to the project's newest active one", async () => {
  using home = new CliHome();
  const start = (id: string, at: string) =>
    home.keep({ kind: "session-started", session: home.session(id), at, source: "startup" });
  start("older", AT);
  start("newest", "2026-03-01T11:00:00.000Z");
  start("ended", "2026-03-01T12:00:00.000Z");
  const session = home.session("ended");
  home.keep({ kind: "session-ended", session, at: "2026-03-01T13:00:00.000Z", reason: "clear" });
  await call(home, "save_memory", { category: "DECISION", body: "Use npm" });
  await home.run(callCommand(), ["save_memory", '{"category":"RUNBOOK","body":"Run make"}'], {
    CLAUDE_CODE_SESSION_ID: "named",
  });
  await home.run(callCommand(), ["save_memory", '{"category":"CONSTRAINT","body":"At most 9 tags"}'], {
    CLAUDE_CODE_SESSION_ID: "ended", // by a clear: the client's server keeps the old name
  });
  const rows = home.withStore((store) =>
    store.all<{ session_id: string }>("select session_id from memories order by id")
  );
  assertEquals(rows.map(({ session_id }) => session_id), ["newest", "named", "newest"]);
});

/** Wrong calls with what is told of them. */
const REFUSED: readonly (readonly [tool: string, args: unknown, message: RegExp])[] = [
  [
    "save_memory",
    { category: "DECISION" },
    /: body is missing; send something like {"category":"DECISION","title":"/,
  ],
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
