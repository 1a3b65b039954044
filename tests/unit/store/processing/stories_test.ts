import { keepSummary, summarizeAgain, unsummarizedSessions } from "../../../../src/store/stories.ts";
import { hasUnfinished } from "../../../../src/store/sessions.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { AT, MemoryStore } from "../memory_store.ts";

const IDLE_SINCE = "2026-03-01T12:00:00.000Z";

interface Given {
  readonly startedAt?: string;
  readonly status?: "active" | "closed";
  readonly promptAt?: string;
  readonly prompts?: number;
}

function homeWith(
  { startedAt = AT, status = "active", promptAt = startedAt, prompts = 1 }: Given,
): MemoryStore {
  const home = new MemoryStore();
  const session = { session_id: "s", project: "/p", status, prompt_count: prompts };
  home.add("sessions", { ...session, started_at: startedAt });
  home.add("prompts", { session_id: "s", number: 1, text: "Fix it", created_at: promptAt });
  return home;
}

function due({ store }: MemoryStore, sessionId?: string): string[] {
  return unsummarizedSessions(store, { sessionId, idleSince: IDLE_SINCE }).map(({ covers }) => covers);
}

type Case = [name: string, given: Given, wanted: string[], sessionId?: string];
for (const [name, given, wanted, sessionId] of casesOf<Case>(import.meta.filename)) {
  Deno.test(`unsummarizedSessions finds ${name}`, () => {
    using home = homeWith(given);
    assertEquals(due(home, sessionId), wanted);
  });
}

Deno.test("unsummarizedSessions leaves one whose captures still wait", () => {
  using home = homeWith({ status: "closed" });
  const capture = { session_id: "s", tool_name: "Edit", priority: "high", payload: "{}" };
  home.add("pending_queue", { ...capture, created_at: AT });
  assertEquals(due(home), []);
  const other = { sessionId: "other", project: "/p", cwd: null };
  const later = "2026-03-02T00:00:00.000Z"; // a session of Claude Code that left calls a day ago will not end
  assertEquals([AT, later].map((since) => hasUnfinished(home.store, other, since)), [false, true]);
});

Deno.test("keepSummary tells a session once, and again when more has happened in it", () => {
  using home = homeWith({ status: "closed" });
  const { store } = home;
  const [session] = unsummarizedSessions(store, { idleSince: IDLE_SINCE });
  store.run("update sessions set prompt_count = 2");
  assertEquals(keepSummary(store, session!), false);
  const [later] = unsummarizedSessions(store, { idleSince: IDLE_SINCE });
  home.add("prompts", { session_id: "s", number: 2, text: "Paint the shed", created_at: AT });
  assertEquals(keepSummary(store, later!), true);
  assertEquals(due(home), []);
  assertEquals(home.rows("select summary from sessions"), [["- Asked: Paint the shed"]]);
  assertEquals(home.rows("select kind, ref from search_queue"), [["session", 1]]);
});

Deno.test("summarizeAgain() clears what later starts were told of the old summary", () => {
  using home = homeWith({});
  home.store.run(
    "update sessions set title = 'Quokkas', summary = '- Answered last: Quokkas, in other words'",
  );
  const telling = { session_id: "t", hook: "start", tokens: 9, created_at: AT };
  home.add("tellings", { ...telling, text: "- s1 · today · Quokkas (1 prompt)\n  Quokkas, in other words" });
  summarizeAgain(home.store, [], ["s"]);
  const wanted = [["- Asked: Fix it"], ["- s1 · (not kept any more)"]];
  assertEquals(home.rows("select summary from sessions union all select text from tellings"), wanted);
});
