import type { ToolCaptured, Write } from "../../../src/base/writes.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { PRUNED_PAYLOAD } from "../../../src/store/columns.ts";
import { matchCapture } from "../../../src/store/replay.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { toolCaptured } from "../../_support/tool_captured.ts";
import { MemoryStore, test } from "./memory_store.ts";

const SESSION = { sessionId: "s", project: "/p", cwd: "/p" };
const START = Date.parse("2026-01-02T03:00:00.000Z");

const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

function started(seconds: number, source = "startup"): Write {
  return { kind: "session-started", session: SESSION, at: at(seconds), source };
}

function ended(seconds: number): Write {
  return { kind: "session-ended", session: SESSION, at: at(seconds), reason: "clear" };
}

function prompt(seconds: number, text: string | null, promptId: string | null = "p"): Write {
  return { kind: "prompt-submitted", session: SESSION, at: at(seconds), promptId, text };
}

function logged(seconds: number, event: string, subject: string | null): Write {
  const logged = { kind: "event-logged", session: SESSION, data: undefined, durationMs: 1 } as const;
  return { ...logged, at: at(seconds), event, subject };
}

function capture(seconds: number, toolUseId: string | null): Write {
  return { ...toolCaptured({ session: SESSION, at: at(seconds), toolUseId: "" }), toolUseId };
}

function session({ store }: MemoryStore): Record<string, unknown> {
  return {
    ...store.first("select status, started_at, ended_at, prompt_count, tool_count, title from sessions"),
  };
}

test("applyWrites() completes an unknown outcome once, of that call alone, and never another's result", (home) => {
  const { store } = home;
  const row = (id: string, outcome: string): Write => ({ ...capture(0, id), outcome } as Write);
  applyWrites(store, [row("open", "tests:unknown"), row("known", "builds:pass"), capture(0, "none")]);
  for (const toolUseId of ["open", "known", "none", "absent"]) {
    for (const result of ["fail", "pass"] as const) {
      const details = JSON.stringify({ failed: 1 });
      const known = { kind: "outcome-known", session: SESSION, at: at(9), toolUseId } as const;
      const write = { ...known, result, details };
      assertEquals(applyWrites(store, [write, logged(9, "hook.task", `${toolUseId} ${result}`)]), true);
    }
  }
  const wanted = [["tests:fail", '{"outcome":{"failed":1}}'], ["builds:pass", "{}"], [null, "{}"]];
  assertEquals(home.rows("select outcome, payload from pending_queue order by id"), wanted);
});

test("applyWrites() holds the end of a run in the background against the prediction once", (home) => {
  const { store } = home;
  const entry = home.predict();
  const known = { kind: "outcome-known", toolUseId: "t1", result: "fail", details: null } as const;
  const met = { kind: "prediction-met", entry, label: "tests:fail", outcome: "{}" } as const;
  const notified = (second: number, subject: string) =>
    applyWrites(store, [
      { ...known, session: SESSION, at: at(second) },
      { ...met, session: SESSION, at: at(second), suggestedAction: null },
      logged(second, "hook.task_notification", subject),
    ]);
  // The last record, the run's own event, tells whether the whole run is a repetition.
  assertEquals([notified(1, "b1"), notified(1.5, "b1"), notified(2, "b2")], [true, false, true]);
  const found = home.rows("select event, count(*) from event_log group by event order by event");
  assertEquals(found, [["ghap.outcome", 2], ["hook.task_notification", 2]]);
});

Deno.test("matchCapture() knows a call without an id by its input, or by its time if that was pruned or forgotten", () => {
  const told = (seconds: number, toolUseId: string | null, input: string) =>
    ({ ...capture(seconds, toolUseId), payload: `{"tool_input":"${input}"}` }) as ToolCaptured;
  for (const payload of [PRUNED_PAYLOAD, '{"forgotten":true}']) {
    using home = new MemoryStore();
    const { store } = home;
    applyWrites(store, [told(0, null, "first"), told(60, null, "second"), told(61, null, "third")]);
    store.run("update pending_queue set agent_type = 'x', payload = iif(id < 3, ?, payload)", payload);
    const calls = [[61, "c", "third"], [0, "a", "first"], [60, "b", "second"], [60, "d", "fourth"]] as const;
    const isAdopted = calls.map(([at, id, input]) => matchCapture(store, told(at, id, input)));
    assertEquals(isAdopted, [true, true, true, false]);
    const kept = store.column("select tool_use_id || agent_type from pending_queue order by id");
    assertEquals(kept, ["ax", "bx", "cx"]);
  }
});

test("applyWrites() takes the same prompt within two seconds for one, later for another", (home) => {
  const { store } = home;
  const isNew = [0, 1.9, -1.9, 5].map((second) => applyWrites(store, [prompt(second, "again")]));
  assertEquals(isNew, [true, false, false, true]);
  assert(applyWrites(store, [prompt(0, "again", "other prompt")]));
  assert(applyWrites(store, [prompt(0, "other text")]));
  assertEquals(session(home).prompt_count, 4);
  assertEquals(store.column("select number from prompts order by number"), [1, 2, 3, 4]);
});

Deno.test("applyWrites() in any order gives the session that happened", () => {
  const begun = [started(0), capture(10, "t"), prompt(11, "Do it"), ended(20)];
  const history = [...begun, started(30, "resume"), ended(40)];
  using inOrder = new MemoryStore();
  for (const write of history) applyWrites(inOrder.store, [write]);
  for (const order of [[5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2], [2, 5, 0, 4, 3, 1]]) {
    using home = new MemoryStore();
    const { store } = home;
    for (const index of order) applyWrites(store, [history[index]!]);
    assertEquals({ order, ...session(home) }, { order, ...session(inOrder) });
  }
  const { status, started_at, ended_at } = session(inOrder);
  assertEquals([status, started_at, ended_at], ["closed", at(0), at(40)]);
});

type Told = [
  kind: "started" | "resumed" | "ended" | "prompt",
  seconds: number,
  detail?: string | boolean | null,
];

function writeOf([kind, seconds, detail]: Told): Write {
  if (kind === "ended") return ended(seconds);
  if (kind === "prompt") return prompt(seconds, detail as string);
  const changes = typeof detail === "boolean" ? { isUnattended: detail } : {};
  return { ...started(seconds, kind === "resumed" ? "resume" : "startup"), ...changes } as Write;
}

type Case = [what: string, writes: Told[], columns: Record<string, unknown>];

for (const [what, writes, columns] of casesOf<Case>(import.meta.filename)) {
  test(`applyWrites() of a session ${what}`, ({ store }) => {
    for (const write of writes) applyWrites(store, [writeOf(write)]);
    const row = { ...store.first("select * from sessions") };
    assertEquals({ ...row, ...columns }, row);
  });
}
