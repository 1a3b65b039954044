import type { ToolCaptured } from "../../../../src/base/writes.ts";
import { type CaptureChoice, nextCaptures, skipReads } from "../../../../src/store/captures.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";

const START = Date.parse("2026-03-01T10:00:00.000Z");
const ALL = { maxRows: 100, maxBytes: 1e6 };

interface Call {
  readonly tool?: string;
  readonly minute: number;
  readonly session?: string;
  readonly input?: Record<string, unknown>;
}

function writeOf(home: CliHome, { tool = "Edit", minute, session = "s", input = {} }: Call): ToolCaptured {
  return toolCaptured({
    session: home.session(session),
    at: new Date(START + minute * 60_000).toISOString(),
    toolUseId: `${session}-${minute}`,
    promptId: "p",
    toolName: tool,
    priority: tool === "Read" ? "low" : "high",
    filesTouched: [],
    payload: JSON.stringify({ tool_input: input, project_dir: home.project }),
  });
}

function idsOf(home: CliHome, choice: Partial<CaptureChoice>): unknown[] {
  return home.withStore((store) => {
    const captures = nextCaptures(store, { priority: "high", ...ALL, ...choice });
    return captures.map(({ createdAt }) => createdAt.slice(14, 16));
  });
}

test("nextCaptures gives the oldest of a priority, of one session, and none that are younger than asked", (home) => {
  home.keep(
    writeOf(home, { minute: 3 }),
    writeOf(home, { minute: 1 }),
    writeOf(home, { minute: 2, session: "t" }),
    writeOf(home, { tool: "Read", minute: 0 }),
  );
  assertEquals(idsOf(home, {}), ["01", "02", "03"]);
  assertEquals(idsOf(home, { sessionId: "t" }), ["02"]);
  assertEquals(idsOf(home, { until: "2026-03-01T10:02:00.000Z" }), ["01", "02"]);
});

test("nextCaptures bounds rows and bytes, and always gives one", (home) => {
  home.keep(...[1, 2, 3].map((minute) => writeOf(home, { minute, input: { text: "x".repeat(1000) } })));
  assertEquals(idsOf(home, { maxRows: 2 }), ["01", "02"]);
  assertEquals(idsOf(home, { maxBytes: 2500 }), ["01", "02"]);
  assertEquals(idsOf(home, { maxBytes: 10 }), ["01"]);
});

test("skipReads marks the calls of a choice that only read", (home) => {
  const sessions = ["s", "t", "t", "t"];
  home.keep(
    ...sessions.map((session, minute) => writeOf(home, { tool: "Read", minute, session })),
    writeOf(home, { minute: 2 }),
  );
  const until = new Date(START + 2 * 60_000).toISOString();
  home.withStore((store) => {
    assertEquals(skipReads(store, { sessionId: "t", until }), 2);
    assertEquals(skipReads(store, { sessionId: "t", until }), 0);
    const rows = store.column("select status from pending_queue order by id");
    assertEquals(rows, ["raw", "skipped", "skipped", "raw", "raw"]);
  });
});
