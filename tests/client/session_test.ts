import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { type CaptureRow, cartSessions, PROMPTS, SECRET } from "./_support/cart_session.ts";
import { filled } from "./_support/agent_table.ts";
import { clientTest } from "./_support/client_binary.ts";
import { type MessagesBody, messageText } from "./_support/scripted_model.ts";
import wanted from "./session.json" with { type: "json" };

clientTest("a real session raises no fault of a hook", async (client) => {
  const { faults, unread, log } = await cartSessions(client);
  assertEquals(faults, []);
  assertEquals(unread, [], "the session ended before its script did");
  assertEquals(log.split("\n").filter((line) => / (failure|error) /.test(line)), []);
});

clientTest("sessions of a real client are closed with their reasons", async (client) => {
  const { sessions, project } = await cartSessions(client);
  const rows = sessions.map(({ status, end_reason, prompt_count, tool_count, title }) => {
    return { status, end_reason, prompt_count, tool_count, title };
  });
  assertEquals(rows, [
    { status: "closed", end_reason: "clear", prompt_count: 3, tool_count: 14, title: PROMPTS.fix },
    { status: "closed", end_reason: "other", prompt_count: 1, tool_count: 0, title: PROMPTS.afterClear },
    { status: "closed", end_reason: "other", prompt_count: 1, tool_count: 0, title: PROMPTS.nextDay },
  ]);
  assertEquals(sessions.map((session) => session.project), [project, project, project]);
  assert(sessions.every(({ ended_at }) => ended_at !== null));
});

clientTest("prompts of a real session keep text and number, and private parts stay out", async (client) => {
  const { prompts, stored } = await cartSessions(client);
  assertEquals(prompts.map(({ number, text }) => ({ number, text })), [
    { number: 1, text: PROMPTS.fix },
    { number: 2, text: PROMPTS.delegate },
    { number: 3, text: "Sum it up." },
    { number: 1, text: PROMPTS.afterClear },
    { number: 1, text: PROMPTS.nextDay },
  ]);
  assert(stored.includes("Sum it up."), "the needle below would be found if it were there");
  assert(!stored.includes("wombat4711"));
});

clientTest("a secret in a command of a real session is kept nowhere", async (client) => {
  const { captures, stored } = await cartSessions(client);
  const capture = captures.find(({ tool_use_id }) => tool_use_id === "toolu_secret");
  assertMatch(capture?.payload ?? "", /"command":"GITHUB_TOKEN=\[redacted:[\w-]+\] true"/);
  assert(!stored.includes(SECRET));
});

clientTest("a change of folder in a real session does not change the project", async (client) => {
  const { captures, project } = await cartSessions(client);
  const folders = captures.map(({ payload }) => JSON.parse(payload).project_dir);
  assertEquals(new Set(folders), new Set([project]));
});

clientTest("every tool call of a real session is captured once and whole", async (client) => {
  const { captures, project } = await cartSessions(client);
  const summaries = Object.fromEntries(captures.map((row) => [row.tool_use_id, summary(row)]));
  assertEquals<unknown>(summaries, filled(wanted.captures, { PROJECT: project }));
  assertEquals(captures.length, 14);
});

clientTest("captures of a real session hold what went in and what came out", async (client) => {
  const { captures } = await cartSessions(client);
  const payloads = new Map(captures.map((row) => [row.tool_use_id, JSON.parse(row.payload)]));
  assertEquals(payloads.get("toolu_fails").tool_input.command, "echo broken >&2; exit 3");
  assertEquals(payloads.get("toolu_fails").error, "Exit code 3\nbroken");
  assertEquals(payloads.get("toolu_piped").tool_response.stdout, "1 failed, 2 passed");
  assertEquals(payloads.get("toolu_write").tool_input.content, "RATE = 20\n");
  assertMatch(payloads.get("toolu_background").tool_response.backgroundTaskId, /\S/);
  assertMatch(JSON.stringify(payloads.get("toolu_agent").tool_response), /The rate is 20\./);
  assertMatch(JSON.stringify(payloads.get("toolu_notes").tool_response), /money is counted in cents/);
});

clientTest("a helper's calls in a real session carry its id and the parent's session", async (client) => {
  const { captures, events, sessions } = await cartSessions(client);
  const calls = captures.filter(({ agent_id }) => agent_id !== null);
  const started = events.find(({ event }) => event === "hook.subagent_start");
  const { agent_id } = JSON.parse(started?.data ?? "{}");
  assertMatch(agent_id, /\S/);
  assertEquals(calls.map((call) => call.agent_id), [agent_id, agent_id]);
  assert(captures.every(({ session_id }) => session_id === sessions[0]?.session_id));
});

clientTest("every hook of a real session leaves its event", async (client) => {
  const { events, sessions } = await cartSessions(client);
  const names = sessions.map(({ session_id }) =>
    events.filter((one) => one.session_id === session_id)
      .map(({ event, data }) => `${event.replace("hook.", "")} ${detail(data)}`.trim())
  );
  assertEquals(names.map((of) => of.filter((name) => name !== "post_tool_use")), wanted.events);
  assertEquals(names.map((of) => of.filter((name) => name === "post_tool_use").length), [14, 0, 0]);
  assert(events.every(({ duration_ms }) => duration_ms > 0));
});

clientTest("the first session of a project is told nothing, the next ones what was done", async (client) => {
  const { bodies } = await cartSessions(client);
  assertEquals(contextOf(bodies.first[0]), undefined);
  const afterClear = contextOf(bodies.first.at(-1));
  assertMatch(
    afterClear ?? "",
    /^- s1 · today · Fix the rounding in src\/cart\.py\. \(3 prompts, 14 tool calls\)$/m,
  );
  const nextDay = contextOf(bodies.last[0]) ?? "";
  assertMatch(nextDay, /^- s2 · today · Begin something new\. \(1 prompt, 0 tool calls\)$/m);
  assertMatch(nextDay, /^- s1 · today · Fix the rounding/m);
  assert(nextDay.indexOf("- s2 ") < nextDay.indexOf("- s1 "), "the newest session comes first");
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
  const text = (body?.messages ?? []).map(messageText).join("\n");
  return text.match(/<mneme-context>[\s\S]*?<\/mneme-context>/)?.[0];
}
