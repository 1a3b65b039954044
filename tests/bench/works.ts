import type { HookName } from "../../src/base/hook_names.ts";
import { otherEvents } from "../_support/hook_events.ts";
import { PROMPT, READ_FILE } from "./memory_texts.ts";
import {
  asBytes,
  helperEvent,
  MARKUP_1_MB,
  type PayloadFor,
  sessionEvent,
  testRun,
  turnEvent,
  typescriptSource,
  WRITE_1_MB,
  WRITE_2_KB,
} from "./payloads.ts";
import type { TranscriptKind } from "./transcripts.ts";

/** One row of the table: what a hook is given, and what it may cost. */
export interface Work {
  readonly name: string;
  readonly program: HookName | "mneme";
  /** Of the command, which is no hook. */
  readonly args?: readonly string[];
  readonly payload: PayloadFor;
  /** At most so many times the empty program. */
  readonly budget: number;
  /** At most so many ms at p95. */
  readonly targetMs: number;
  /** The event of which each run leaves one row; `undefined` for work that must leave nothing at all. */
  readonly leaves: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** The session's transcript; there is none when absent. */
  readonly transcript?: TranscriptKind;
  /** Each run asks about something that no run has asked about. */
  readonly asksAnew?: true;
  /** Measured while an entry is open, of which every call is reminded. */
  readonly hasEntry?: true;
  /** Measured on so many memories of all kinds; on the usual history when absent. */
  readonly memories?: number;
}

/** The row of a hook: it leaves its own event, and has the target of most hooks, unless the row says otherwise. */
function work(
  row: Pick<Work, "name" | "payload" | "budget"> & Partial<Work> & { readonly program: HookName },
): Work {
  return { targetMs: 200, leaves: `hook.${row.program.replaceAll("-", "_")}`, ...row };
}

/** The hook whose cost matters most, as it comes after every tool call. */
export const SMALL_CAPTURE = work({
  name: "capture 2 KB",
  program: "post-tool-use",
  payload: WRITE_2_KB,
  budget: 1.6,
  targetMs: 100,
});

export const LARGE_CAPTURE: Work = { ...SMALL_CAPTURE, name: "capture 1 MB", payload: WRITE_1_MB, budget: 3 };

/** A session of its own per run, or the stop would be over as it has asked about all this before. */
const TRIAGE = work({
  name: "triage, short session",
  program: "stop",
  payload: sessionEvent("Stop", {
    stop_hook_active: false,
    background_tasks: [],
    last_assistant_message: "I ran the suites. One test fails: total_rounds.",
  }),
  budget: 3.5,
  transcript: "short",
});

/** A session of its own per run, or what was shown before would not be shown again. */
const PROMPT_CONTEXT = work({
  name: "prompt context on 10,000 memories",
  program: "user-prompt-submit",
  payload: sessionEvent("UserPromptSubmit", { prompt: PROMPT, prompt_id: "prompt-1" }),
  budget: 2,
  leaves: "context.injected",
  memories: 10_000,
});

const FILE_RECALL = work({
  name: "read capture with recall by file",
  program: "post-tool-use",
  payload: sessionEvent("PostToolUse", {
    tool_name: "Read",
    tool_input: { file_path: READ_FILE },
    tool_response: {
      type: "text",
      file: { filePath: READ_FILE, content: typescriptSource(1_400), numLines: 40 },
    },
    tool_use_id: "toolu_measured",
  }),
  budget: 1.8,
  targetMs: 100,
  leaves: "context.injected",
  memories: 10_000,
});

const OWN_WORKS: readonly Work[] = [
  work({
    name: "no-op: stop again",
    program: "stop",
    payload: turnEvent("Stop", { stop_hook_active: true, last_assistant_message: "Saved." }),
    budget: 1.2,
    targetMs: 30,
    leaves: undefined,
  }),
  work({
    name: "no-op: disabled",
    program: "post-tool-use",
    payload: WRITE_2_KB,
    environment: { MNEME_DISABLED: "1" },
    budget: 1.2,
    targetMs: 30,
    leaves: undefined,
  }),
  work({
    name: "pre-tool-use",
    program: "pre-tool-use",
    payload: turnEvent("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: "npm test -- --watch=false", description: "Run the tests" },
      tool_use_id: "toolu_measured",
    }),
    budget: 1.2,
    targetMs: 50,
    leaves: undefined,
  }),
  work({
    name: "check-in that is due",
    program: "pre-tool-use",
    payload: (home, run) =>
      asBytes(home.payload("PreToolUse", {
        tool_name: "Edit",
        tool_input: { file_path: "/home/dev/project/src/ledger.ts", old_string: "sum", new_string: "total" },
        tool_use_id: `toolu_${run}`,
      })),
    hasEntry: true,
    budget: 1.6,
    targetMs: 100,
    leaves: "ghap.checkin",
  }),
  SMALL_CAPTURE,
  LARGE_CAPTURE,
  { ...LARGE_CAPTURE, name: "capture 1 MB markup", payload: MARKUP_1_MB },
  { ...SMALL_CAPTURE, name: "test run, 30 KB", payload: testRun(30_000), budget: 2 },
  { ...SMALL_CAPTURE, name: "test run, 1 MB of ASCII", payload: testRun(1_000_000, "ok"), budget: 3 },
  { ...SMALL_CAPTURE, name: "test run, 1 MB", payload: testRun(1_000_000), budget: 3 },
  work({
    name: "session start",
    program: "session-start",
    payload: sessionEvent("SessionStart", { source: "startup" }),
    budget: 2.4,
    targetMs: 500,
  }),
  work({
    name: "user prompt that asks for nothing",
    program: "user-prompt-submit",
    payload: turnEvent("UserPromptSubmit", { prompt: "Yes, go on." }),
    budget: 1.6,
  }),
  work({
    name: "user prompt",
    program: "user-prompt-submit",
    payload: turnEvent("UserPromptSubmit", {
      prompt: "Run the test suites and tell me what fails, then fix it.",
    }),
    budget: 1.8,
  }),
  PROMPT_CONTEXT,
  { ...PROMPT_CONTEXT, name: "prompt context on 100,000 memories", memories: 100_000, budget: 2.3 },
  FILE_RECALL,
  work({
    name: "stop",
    program: "stop",
    payload: turnEvent("Stop", {
      stop_hook_active: false,
      last_assistant_message: "I ran the suites. One test fails: total_rounds.",
      background_tasks: [{ id: "a1", type: "subagent", status: "running", description: "Look around" }],
    }),
    budget: 2,
  }),
  TRIAGE,
  { ...TRIAGE, name: "triage, long turn", transcript: "long turn" },
  { ...TRIAGE, name: "triage, 100 MB", transcript: "100 MB" },
  { ...TRIAGE, name: "triage, 100 MB, new finding", transcript: "100 MB and news", asksAnew: true },
  { ...TRIAGE, name: "triage, 200 KB results", transcript: "100 MB of large results" },
  work({
    name: "subagent start",
    program: "subagent-start",
    payload: helperEvent("SubagentStart"),
    budget: 2.4,
  }),
  work({
    name: "subagent stop",
    program: "subagent-stop",
    payload: helperEvent("SubagentStop", {
      stop_hook_active: false,
      last_assistant_message: "tax() uses a float rate of 0.2; it should be an integer.",
    }),
    budget: 1.6,
  }),
  work({
    name: "session end",
    program: "session-end",
    payload: sessionEvent("SessionEnd", { reason: "other" }),
    budget: 2.2,
  }),
];

/** Hooks without work of their own write one row, as a capture does, and get a capture's budget. */
export const WORKS: readonly Work[] = [
  ...OWN_WORKS,
  ...otherEvents([]).filter(({ hook }) => !OWN_WORKS.some(({ program }) => program === hook)).map((
    { hook, event, fields },
  ) =>
    work({ name: hook.replaceAll("-", " "), program: hook, payload: turnEvent(event, fields), budget: 1.6 })
  ),
];

const NOTHING: PayloadFor = () => new Uint8Array();
/** What a client writes to the server before it shows the tools, a line a message. */
const LIST_TOOLS: PayloadFor = () => {
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  return new TextEncoder().encode(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
};

/** The command, as people and agents start it; it reads and leaves nothing. */
export const COMMANDS: readonly Work[] = [
  command(["--version"], 3),
  command(["--help"], 3),
  command(["stats"], 6),
  command(["search", "rounding of totals"], 6),
  command(["memory", "list"], 6),
  { ...command(["mcp"], 12), name: "mneme mcp, first tools/list", payload: LIST_TOOLS },
];

function command(args: readonly string[], budget: number): Work {
  return {
    name: `mneme ${args.join(" ")}`,
    program: "mneme",
    args,
    payload: NOTHING,
    budget,
    targetMs: 500,
    leaves: undefined,
  };
}
