import {
  type BlockRequest,
  countBlock,
  keepScratchpad,
  knownScratchpads,
} from "../../../src/store/scratchpads.ts";
import { assertEquals } from "../../_support/assert.ts";
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

test("knownScratchpads() lists those below a folder, with either kind of slash, and of no folder beside it", ({ store }) => {
  for (const [folder, slash] of [["/p/.claude/scratchpad", "/"], ["C:\\p\\.claude\\scratchpad", "\\"]]) {
    const inside = [folder, "worker", "2026-03-01.md"].join(slash);
    for (const path of [inside, `${folder}s${slash}worker${slash}2026-03-01.md`, `${folder}.md`]) {
      const pad = { project: "p", agent: "worker", day: "2026-03-01", contentHash: "hash", text: "text" };
      keepScratchpad(store, { ...pad, path, updatedAt: AT });
    }
    assertEquals([...knownScratchpads(store, folder!, "q").keys()], [inside]);
  }
});
