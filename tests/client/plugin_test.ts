import { assertEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { CONSTRAINT, KEPT, playWorkday, TAKEAWAY, type Workday } from "./_support/workday.ts";

/** What a day leaves and tells, with one install or with two. */
function assertWorkday(day: Workday): void {
  assertEquals(day.unread, []);
  assertEquals(day.log, "");
  assertEquals(day.events, EVENTS);
  assertEquals(day.sessions, [
    { prompt_count: 4, tool_count: 10, status: "closed" },
    { prompt_count: 1, tool_count: 1, status: "closed" },
  ]);
  assertEquals(day.captures.length, new Set(day.captures).size);
  assertEquals([day.injections, day.overBudget], [INJECTIONS, []]);
  assertEquals(day.memories, MEMORIES);
  assertEquals(day.entries, [{ status: "falsified", confidence_tier: "gold" }]);
  assertEquals(day.asks, [{ category: "CONSTRAINT", prompt_count: 3 }]);
  for (const [where, needles] of Object.entries(TOLD)) {
    const text = day.told[where as keyof Workday["told"]];
    const found = Object.keys(needles).map((needle) => [needle, text.split(needle).length - 1]);
    assertEquals(Object.fromEntries(found), needles, where);
  }
  assertEquals(day.notices, [
    "mneme: 2 memories in full in context",
    "mneme: 1 memory in full in context",
    "mneme: 4 memories by title and 1 recent session in context",
  ]);
}

const EVENTS = {
  "context.injected": 7,
  "ghap.checkin": 1,
  "ghap.outcome": 2,
  "ghap.premortem": 2,
  "hook.post_tool_use": 11,
  "hook.pre_compact": 1,
  "hook.session_end": 2,
  "hook.session_start": 3,
  "hook.stop": 6,
  "hook.subagent_start": 1,
  "hook.subagent_stop": 1,
  "hook.task_notification": 1,
  "hook.user_prompt_submit": 5,
  "scratchpad.blocked": 2,
  "triage.waited_for_shell": 1,
};

const INJECTIONS = [
  { hook: "file", window: 0, item: "m2" },
  { hook: "compaction", window: 2, item: "m3" },
  { hook: "compaction", window: 2, item: "m2" },
  { hook: "compaction", window: 2, item: "g1" },
  { hook: "premortem", window: 0, item: "g1" },
];

const MEMORIES = [
  { status: "active", category: "DECISION", body: KEPT.install },
  { status: "active", category: "CONSTRAINT", body: KEPT.cart },
  { status: "active", category: "CONSTRAINT", body: CONSTRAINT },
];

const INSTRUCTIONS = "mneme is the memory of this project between sessions";

/** How often each conversation with the model holds what mneme says. */
const TOLD = {
  before: {
    [INSTRUCTIONS]: 1,
    [KEPT.install]: 1,
    "On the file src/cart.py:": 1,
    [KEPT.cart]: 2, // in the contents, as it is short, and with its file
    "Premortem: tests failed": 1,
    "GHAP check-in: 3 tool calls since g1": 1,
    "suggested_action: resolve_falsified": 1,
    // The client gives the model the reason of a block twice.
    "Coordinator scratchpad missing:": 2,
    "Save the following memories before stopping:": 1,
  },
  after: {
    "What this session knew before its context was compacted:": 1,
    [KEPT.cart]: 1,
    [TAKEAWAY]: 1,
  },
  helper: { "write your scratchpad to": 1, "Scratchpad missing or incomplete:": 2 },
  nextDay: {
    [INSTRUCTIONS]: 1,
    "Recent sessions in this project, newest first:": 1,
    "Premortem: tests failed": 1,
    // With the session that learnt it at the start, as the lesson, and in what is told of that session.
    [TAKEAWAY]: 2,
  },
};

clientTest(
  "the plugin alone captures, brings back, reminds, sends back and asks in the real client",
  async (client) => {
    const day = await playWorkday(client, "plugin");
    assertWorkday(day);
    assertEquals(new Set(day.hooksAtStop), new Set([1]));
  },
);

clientTest("the plugin beside an install in the settings does nothing twice", async (client) => {
  const day = await playWorkday(client, "both");
  assertWorkday(day);
  assertEquals(new Set(day.hooksAtStop), new Set([2]), "both ran");
});
