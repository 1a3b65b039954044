import { applyWrites } from "../../../src/store/apply_writes.ts";
import {
  type BlockRequest,
  countBlock,
  hasHelperBeside,
  helperStart,
  keepScratchpad,
  knownScratchpads,
} from "../../../src/store/scratchpads.ts";
import { sessionState } from "../../../src/store/sessions.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { AT, test } from "./memory_store.ts";

/** A process that begins when it asks, as one does whose predecessor has ended. */
function request(fields: Partial<BlockRequest> = {}): BlockRequest {
  const startedAt = new Date(Date.now() + 1000);
  return {
    sessionId: "s",
    subject: "a1 2026-03-01",
    data: { agent_id: "a1" },
    install: "one",
    startedAt,
    maxBlocks: 2,
    ...fields,
  };
}

test("countBlock() blocks as often as it may, then leaves one event and lets pass", (home) => {
  const { store } = home;
  const verdicts = Array.from({ length: 5 }, () => countBlock(store, request()));
  assertEquals(verdicts, ["block", "block", "unmet", "unmet", "unmet"]);
  const data = '{"agent_id":"a1","install":"one"}';
  assertEquals(
    home.rows("select event, count(*), subject, data from event_log group by event order by event"),
    [["scratchpad.blocked", 2, "a1 2026-03-01", data], ["scratchpad.unmet", 1, "a1 2026-03-01", data]],
  );
});

test("countBlock() counts each agent, file and session by itself", ({ store }) => {
  const others = [{}, { subject: "a2 2026-03-01" }, { subject: "a1 2026-03-02" }, { sessionId: "t" }];
  for (const fields of others) {
    assertEquals(countBlock(store, request({ ...fields, maxBlocks: 1 })), "block");
    assertEquals(countBlock(store, request({ ...fields, maxBlocks: 1 })), "unmet");
  }
  assertEquals(countBlock(store, request({ subject: "a3", maxBlocks: 0 })), "unmet");
});

test("countBlock() leaves it to the install that was faster in the same event", ({ store }) => {
  const startedAt = new Date(Date.now() - 50);
  assertEquals(countBlock(store, request({ startedAt })), "block");
  assertEquals(countBlock(store, request({ startedAt })), "told");
  assertEquals(countBlock(store, request()), "block");
});

test("countBlock() counts a stop once that another install answers later, when this one has ended", ({ store }) => {
  const ask = (install: string) => countBlock(store, request({ install, maxBlocks: 3 }));
  assertEquals([ask("one"), ask("two")], ["block", "told"]);
  assertEquals([ask("two"), ask("one")], ["told", "block"], "the next stop, where the other one is faster");
  store.run("update event_log set created_at = '2026-03-01T10:00:00.000Z'");
  assertEquals([ask("two"), ask("one")], ["block", "told"], "much later");
});

test("what is known of a session's helpers: the first start, and whether one is not exempt", ({ store }) => {
  assertEquals(sessionState(store, "s"), undefined);
  assertEquals(hasHelperBeside(store, "s", []), false);
  const session = { sessionId: "s", project: "/p", cwd: null };
  applyWrites(store, [{ kind: "session-started", session, at: AT, source: "startup" }]);
  const started = { kind: "event-logged", event: "hook.subagent_start", durationMs: 1 } as const;
  for (const at of ["2026-03-01T10:00:05.000Z", "2026-03-01T11:00:00.000Z"]) {
    const data = { agent_id: "a1", agent_type: "Explore" };
    applyWrites(store, [{ ...started, session, at, subject: "a1", data }]);
  }
  assertEquals(sessionState(store, "s")?.started_at, AT);
  assertEquals(helperStart(store, "s", "a1"), "2026-03-01T10:00:05.000Z");
  assertEquals(helperStart(store, "s", "a2"), undefined);
  assertEquals(hasHelperBeside(store, "s", ["Explore", "Plan"]), false);
  assert(hasHelperBeside(store, "s", ["Plan"]));
  assertEquals(hasHelperBeside(store, "other", []), false);
});

test("knownScratchpads() lists those below a folder, with either kind of slash, and of no folder beside it", ({ store }) => {
  for (const [folder, slash] of [["/p/.claude/scratchpad", "/"], ["C:\\p\\.claude\\scratchpad", "\\"]]) {
    const inside = [folder, "worker", "2026-03-01.md"].join(slash);
    for (const path of [inside, `${folder}s${slash}worker${slash}2026-03-01.md`, `${folder}.md`]) {
      const pad = { project: "p", agent: "worker", day: "2026-03-01", contentHash: "hash", text: "text" };
      keepScratchpad(store, { ...pad, path, updatedAt: AT });
    }
    assertEquals([...knownScratchpads(store, folder!).keys()], [inside]);
  }
});
