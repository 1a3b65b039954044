import type { EventLogged } from "../../../src/base/writes.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import {
  type BlockRequest,
  countBlock,
  hasHelperBeside,
  helperStart,
  keepScratchpad,
  knownScratchpads,
  sessionStart,
} from "../../../src/store/scratchpads.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { CliHome } from "../../_support/cli_home.ts";

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

Deno.test("countBlock() blocks as often as it may, then leaves one event and lets pass", () => {
  using home = new CliHome();
  home.withStore((store) => {
    const verdicts = Array.from({ length: 5 }, () => countBlock(store, request()));
    assertEquals(verdicts, ["block", "block", "unmet", "unmet", "unmet"]);
    assertEquals(
      store.all("select event, subject, data, count(*) as n from event_log group by event order by event")
        .map((row) => ({ ...row })),
      ["scratchpad.blocked", "scratchpad.unmet"].map((event, i) => ({
        event,
        subject: "a1 2026-03-01",
        data: '{"agent_id":"a1","install":"one"}',
        n: 2 - i,
      })),
    );
  });
});

Deno.test("countBlock() counts each agent, file and session by itself", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (
      const fields of [{}, { subject: "a2 2026-03-01" }, { subject: "a1 2026-03-02" }, { sessionId: "t" }]
    ) {
      assertEquals(countBlock(store, request({ ...fields, maxBlocks: 1 })), "block");
      assertEquals(countBlock(store, request({ ...fields, maxBlocks: 1 })), "unmet");
    }
    assertEquals(countBlock(store, request({ subject: "a3", maxBlocks: 0 })), "unmet");
  });
});

Deno.test("countBlock() leaves it to the install that was faster in the same event", () => {
  using home = new CliHome();
  home.withStore((store) => {
    const startedAt = new Date(Date.now() - 50);
    assertEquals(countBlock(store, request({ startedAt })), "block");
    assertEquals(countBlock(store, request({ startedAt })), "told");
    assertEquals(countBlock(store, request()), "block");
  });
});

Deno.test("countBlock() counts a stop once that another install answers later, when this one has ended", () => {
  using home = new CliHome();
  home.withStore((store) => {
    const ask = (install: string) => countBlock(store, request({ install, maxBlocks: 3 }));
    assertEquals([ask("one"), ask("two")], ["block", "told"]);
    assertEquals([ask("two"), ask("one")], ["told", "block"], "the next stop, where the other one is faster");
    store.run("update event_log set created_at = '2026-03-01T10:00:00.000Z'");
    assertEquals([ask("two"), ask("one")], ["block", "told"], "much later");
  });
});

Deno.test("what is known of a session's helpers: the first start, and whether one is not exempt", () => {
  using home = new CliHome();
  home.withStore((store) => {
    assertEquals(sessionStart(store, "s"), undefined);
    assertEquals(hasHelperBeside(store, "s", []), false);
    const started = (agentId: string, agentType: string, at: string): EventLogged => ({
      kind: "event-logged",
      session: { sessionId: "s", project: "/p", cwd: null },
      at,
      event: "hook.subagent_start",
      subject: agentId,
      data: { agent_id: agentId, agent_type: agentType },
      durationMs: 1,
    });
    const session = { sessionId: "s", project: "/p", cwd: null };
    applyWrites(store, [{
      kind: "session-started",
      session,
      at: "2026-03-01T10:00:00.000Z",
      source: "startup",
    }]);
    applyWrites(store, [started("a1", "Explore", "2026-03-01T10:00:05.000Z")]);
    applyWrites(store, [started("a1", "Explore", "2026-03-01T11:00:00.000Z")]);
    assertEquals(sessionStart(store, "s"), "2026-03-01T10:00:00.000Z");
    assertEquals(helperStart(store, "s", "a1"), "2026-03-01T10:00:05.000Z");
    assertEquals(helperStart(store, "s", "a2"), undefined);
    assertEquals(hasHelperBeside(store, "s", ["Explore", "Plan"]), false);
    assert(hasHelperBeside(store, "s", ["Plan"]));
    assertEquals(hasHelperBeside(store, "other", []), false);
  });
});

Deno.test("knownScratchpads() lists those below a folder, with either kind of slash, and of no folder beside it", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const [folder, slash] of [["/p/.claude/scratchpad", "/"], ["C:\\p\\.claude\\scratchpad", "\\"]]) {
      const inside = [folder, "worker", "2026-03-01.md"].join(slash);
      for (const path of [inside, `${folder}s${slash}worker${slash}2026-03-01.md`, `${folder}.md`]) {
        keepScratchpad(store, {
          project: "p",
          agent: "worker",
          day: "2026-03-01",
          path,
          contentHash: "hash",
          text: "text",
          updatedAt: "2026-03-01T10:00:00.000Z",
        });
      }
      assertEquals([...knownScratchpads(store, folder!).keys()], [inside]);
    }
  });
});
