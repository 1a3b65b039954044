import type { ToolCaptured } from "../../../../src/base/writes.ts";
import { type CaptureChoice, nextCaptures } from "../../../../src/store/captures.ts";
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
  const file = input.file_path;
  return toolCaptured({
    session: home.session(session),
    at: new Date(START + minute * 60_000).toISOString(),
    toolUseId: `${session}-${minute}`,
    promptId: "p",
    toolName: tool,
    priority: tool === "Read" ? "low" : "high",
    filesTouched: typeof file === "string" ? [file] : [],
    payload: JSON.stringify({ tool_input: input, project_dir: home.project }),
  });
}

function reads(home: CliHome, ...minutes: number[]): ToolCaptured[] {
  return minutes.map((minute) =>
    writeOf(home, { tool: "Read", minute, input: { file_path: `${home.project}/${minute}.ts` } })
  );
}

function idsOf(home: CliHome, choice: Partial<CaptureChoice>): unknown[] {
  return home.withStore((store) => {
    const batch = nextCaptures(store, { priority: "high", ...ALL, ...choice });
    return [batch.captures.map(({ createdAt }) => createdAt.slice(14, 16)), batch.isLast];
  });
}

test("nextCaptures gives the oldest of a priority, of one session, and none that are younger than asked", (home) => {
  home.keep(
    writeOf(home, { minute: 3 }),
    writeOf(home, { minute: 1 }),
    writeOf(home, { minute: 2, session: "t" }),
    ...reads(home, 0),
  );
  assertEquals(idsOf(home, {}), [["01", "02", "03"], true]);
  assertEquals(idsOf(home, { sessionId: "t" }), [["02"], true]);
  assertEquals(idsOf(home, { until: "2026-03-01T10:02:00.000Z" }), [["01", "02"], true]);
  assertEquals(idsOf(home, { priority: "low" }), [["00"], true]);
});

test("nextCaptures bounds rows and bytes, and always gives one", (home) => {
  home.keep(...[1, 2, 3].map((minute) => writeOf(home, { minute, input: { text: "x".repeat(1000) } })));
  assertEquals(idsOf(home, { maxRows: 2 }), [["01", "02"], false]);
  assertEquals(idsOf(home, { maxBytes: 2500 }), [["01", "02"], false]);
  assertEquals(idsOf(home, { maxBytes: 10 }), [["01"], false]);
});
