import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { type CaptureRow, cartSessions, type Row, SECRET } from "./_support/cart_session.ts";
import { filled } from "./_support/agent_table.ts";
import { clientTest } from "./_support/client_binary.ts";
import { conversationText, type MessagesBody } from "./_support/scripted_model.ts";
import wanted from "./session.json" with { type: "json" };

clientTest("a real session raises no fault of a hook, and leaves every row once", async (client) => {
  const { sessions, prompts, captures, events, project, faults, unread, log } = await cartSessions(client);
  const eventsOf = ({ session_id }: Row) =>
    events.filter((one) => one.session_id === session_id && one.event !== "hook.post_tool_use")
      .map(({ event, data }) => `${event.replace("hook.", "")} ${detail(data)}`.trim());
  assertEquals<unknown>({
    faults,
    unread, // the script must not end before the session
    log: log.split("\n").filter((line) => / (failure|error) /.test(line)),
    sessions: sessions.map(({ status, end_reason, prompt_count, tool_count, title, project }) => {
      return { status, end_reason, prompt_count, tool_count, title, project };
    }),
    prompts: prompts.map(({ number, text }) => `${number} ${text}`),
    captures: Object.fromEntries(captures.map((row) => [row.tool_use_id, summary(row)])),
    events: sessions.map(eventsOf),
  }, filled(wanted, { PROJECT: project }));
  assertEquals(captures.length, 14);
  assertEquals(events.filter(({ event }) => event === "hook.post_tool_use").length, 14);
  assert(events.every(({ duration_ms }) => duration_ms > 0));
  assert(sessions.every(({ ended_at }) => ended_at !== null));
});

clientTest("captures of a real session hold what went in and came out, and no secret", async (client) => {
  const { captures, project, sessions, events, stored } = await cartSessions(client);
  const payloads = new Map(captures.map((row) => [row.tool_use_id, JSON.parse(row.payload)]));
  assertEquals(payloads.get("toolu_fails").tool_input.command, "echo broken >&2; exit 3");
  assertEquals(payloads.get("toolu_fails").error, "Exit code 3\nbroken");
  assertEquals(payloads.get("toolu_piped").tool_response.stdout, "1 failed, 2 passed");
  assertEquals(payloads.get("toolu_write").tool_input.content, "RATE = 20\n");
  assertMatch(payloads.get("toolu_background").tool_response.backgroundTaskId, /\S/);
  assertMatch(JSON.stringify(payloads.get("toolu_agent").tool_response), /The rate is 20\./);
  assertMatch(JSON.stringify(payloads.get("toolu_notes").tool_response), /money is counted in cents/);
  assertMatch(payloads.get("toolu_secret").tool_input.command, /^GITHUB_TOKEN=\[redacted:[\w-]+\] true$/);
  assert(stored.includes("Sum it up."), "the needles below would be found if they were there");
  assertEquals(["wombat4711", SECRET].filter((needle) => stored.includes(needle)), []);
  const folders = [...payloads.values()].map(({ project_dir }) => project_dir);
  assertEquals(new Set(folders), new Set([project]), "a change of folder does not change the project");
  const { agent_id } = JSON.parse(events.find(({ event }) => event === "hook.subagent_start")?.data ?? "{}");
  assertMatch(agent_id, /\S/);
  assertEquals(captures.flatMap((call) => call.agent_id ?? []), [agent_id, agent_id], "of a helper's calls");
  assert(captures.every(({ session_id }) => session_id === sessions[0]?.session_id));
});

clientTest("the first session of a project is told nothing, the next ones what was done", async (client) => {
  const { bodies } = await cartSessions(client);
  assertEquals(contextOf(bodies.first[0]), undefined);
  const fix = "- s1 · today · Fix the rounding in src/cart.py. (3 prompts, 14 tool calls)\n";
  assert(contextOf(bodies.first.at(-1))?.includes(fix));
  const begin = "- s2 · today · Begin something new. (1 prompt, 0 tool calls)\n";
  assert(contextOf(bodies.last[0])?.includes(begin + fix), "the newest session comes first");
});

function summary({ tool_name, priority, files_touched, agent_type, payload }: CaptureRow): unknown[] {
  return [
    tool_name,
    priority,
    JSON.parse(files_touched),
    agent_type,
    "error" in JSON.parse(payload) ? "error" : "response",
  ];
}

/** What an event says beside its name: why it came, of what kind, or how many captures were waiting. */
function detail(data: string | null): string {
  const { source, reason, trigger, status, agent_type, pending_observations } = JSON.parse(data ?? "{}");
  return String(source ?? reason ?? trigger ?? status ?? agent_type ?? pending_observations ?? "");
}

/** The block that a hook put before the model, if any. */
function contextOf(body: MessagesBody | undefined): string | undefined {
  return conversationText(body).match(/<mneme-context>[\s\S]*?<\/mneme-context>/)?.[0];
}
