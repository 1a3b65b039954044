// What the real clients say, as it was recorded, in the words of Claude Code: to their hooks, and in their transcripts.
import { assert, assertEquals } from "../../_support/assert.ts";
import { recordedLines, recordings } from "../../_support/recorded.ts";
import type { ForeignClient } from "../../../src/base/clients.ts";
import type { WireObject } from "../../../src/base/json.ts";
import { DIALECTS } from "../../../src/wire/dialects.ts";
import { decodeToolUse, namedFiles, type ToolResult } from "../../../src/wire/events.ts";
import { HistoryReader } from "../../../src/wire/foreign_history.ts";
import { decodeHistoryRow } from "../../../src/wire/history_row.ts";
import { decodeShellEnd, ownResultId } from "../../../src/wire/tool_results.ts";

/** The calls of the main agent in each recording: tool, files or exit code. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "codex code_mode": ["Bash 0", "Bash 4", "Edit a.txt", "mcp__mneme__save_memory", "Bash 2"],
  "codex direct": [
    "Bash 0",
    "Bash 3",
    "MultiEdit a.txt b.txt",
    "Bash 0",
    "Bash 1",
    "mcp__mneme__save_memory",
  ],
  "codex helper": ["Bash 1", "Bash 0", "Agent"],
  "copilot asked": ["Bash 0", "mcp__mneme__save_memory"],
  "gemini asked": ["Bash 0"],
  "kimi asked": ["Bash 0"],
  "opencode asked": ["Bash 0", "mcp__mneme__save_memory"],
  "qwen asked": ["Bash 0"],
};
const TOOLS = ["Bash 0", "Bash 3", "Read a.txt", "Edit a.txt", "Write b.txt", "Read nofile.txt failed"];

/** What the transcript alone has: clients fire no hook after a patch in a shell line, nor after what ends unasked. */
const TOLD_ALONE: Readonly<Record<string, readonly string[]>> = {
  "codex direct": ["Edit b.txt"],
  "codex helper": ["Bash 2"],
  "copilot tools": ["BashOutput"],
};

/** Where the hook was told an output that was cut, and the transcript has more of it. */
const CUT: readonly string[] = ["codex helper"];

for (const { client, name } of recordings()) {
  const recording = `${client} ${name}`;

  Deno.test(`${recording}: hooks hear each call in Claude Code's words`, () => {
    const calls = liveCalls(client, name).map(summary);
    const wanted = CALLS[recording];
    if (wanted !== undefined) assertEquals(calls, wanted);
    else assertEquals(calls.slice(0, TOOLS.length), TOOLS);
  });

  Deno.test(`${recording}: one prompt is heard, and no task, step or question of ours`, () => {
    const prompts = payloads(client, name).filter(({ hook_event_name }) =>
      hook_event_name === "UserPromptSubmit"
    );
    assertEquals(prompts.length, 1);
    assert(/look/.test(String(prompts[0]?.prompt)));
  });

  Deno.test(`${recording}: the transcript tells the same calls and the same prompt`, () => {
    const { calls, prompts } = told(client, name);
    const alone = TOLD_ALONE[recording] ?? [];
    const same = calls.filter((call) => !alone.includes(summary(call)));
    const bare = (call: Call) => CUT.includes(recording) ? summary(call) : JSON.stringify(call);
    assertEquals(same.map(bare).sort(), liveCalls(client, name).map(bare).sort());
    const live = payloads(client, name).find(({ hook_event_name }) => hook_event_name === "UserPromptSubmit");
    assertEquals(prompts, [live?.prompt]);
  });

  Deno.test(`${recording}: the transcript tells whose session it is, and where`, () => {
    const [first] = told(client, name).rows;
    const start = payloads(client, name)[0];
    const { sessionId, cwd } = first ?? {};
    assertEquals(sessionId, start?.session_id as string);
    if (client !== "opencode") assertEquals(cwd, "/home/me/project");
  });
}

Deno.test("a script is told from a person where the client says so", () => {
  const isScript = (client: ForeignClient) =>
    payloads(client, client === "codex" ? "direct" : "asked").find(({ hook_event_name }) =>
      hook_event_name === "Stop"
    )
      ?.entrypoint === "sdk-cli";
  assertEquals([isScript("codex"), isScript("copilot"), isScript("qwen")], [true, true, false]);
});

Deno.test("an answer has the keys that its client knows, and no other", () => {
  const context = { event: "PostToolUseFailure", text: "T" };
  const printed = (client: ForeignClient) => JSON.parse(DIALECTS[client].answer({ context }));
  const nested = (hookEventName: string) => ({
    hookSpecificOutput: { hookEventName, additionalContext: "T" },
  });
  assertEquals(printed("codex"), nested("PostToolUse"));
  assertEquals(printed("qwen"), nested("PostToolUseFailure"));
  assertEquals(printed("gemini"), nested("AfterTool"));
  assertEquals(DIALECTS.gemini.payload({ hook_event_name: "constructor" }, NO_FILES), undefined);
  assertEquals(printed("kimi"), { message: "T" });
  assertEquals(printed("copilot"), { ...nested("PostToolUseFailure"), additionalContext: "T" });
});

Deno.test("a stop asks by its decision, and in OpenCode not at all", () => {
  const context = { event: "Stop", text: "Save this" };
  const asked = (client: ForeignClient) => DIALECTS[client].answer({ context });
  for (const client of ["codex", "qwen", "copilot", "gemini"] as const) {
    assertEquals(JSON.parse(asked(client)), { decision: "block", reason: "Save this" });
    assertEquals(DIALECTS[client].answer({ blockByExitCode: "B" }), '{"decision":"block","reason":"B"}');
  }
  assertEquals(asked("opencode"), "");
  assertEquals(JSON.parse(asked("kimi")), {
    hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Save this" },
  });
});

Deno.test("the end of a session is answered by nothing", () => {
  for (const dialect of Object.values(DIALECTS)) assertEquals(dialect.answer({ acknowledge: true }), "");
});

const NO_FILES = { readStart: () => "", readEnd: () => "" };

function payloadFrom(client: ForeignClient, given: WireObject): WireObject | undefined {
  return DIALECTS[client].payload(given, NO_FILES);
}

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly result: WireObject;
}

function payloads(client: ForeignClient, name: string): WireObject[] {
  const transcript = recordedLines(client, `${name}.transcript`).map((row) => JSON.stringify(row)).join("\n");
  const files = { readStart: () => transcript, readEnd: () => transcript };
  return recordedLines(client, `${name}.payloads`)
    // Where the client does not say it, the hook has found the transcript.
    .map((given) => DIALECTS[client].transcript === undefined ? given : { ...given, transcript_path: "/t" })
    .map((given) => DIALECTS[client].payload(given, files)).filter((payload) => payload !== undefined);
}

function liveCalls(client: ForeignClient, name: string): Call[] {
  return payloads(client, name).filter(({ tool_name, agent_id }) =>
    tool_name !== undefined && agent_id === undefined
  )
    .map(decodeToolUse).flatMap(({ toolName, toolInput, result }) =>
      result === undefined ? [] : [{ name: toolName, input: toolInput, result: { ...result } }]
    );
}

function told(client: ForeignClient, name: string) {
  const dialect = DIALECTS[client];
  const session = recordedLines(client, `${name}.payloads`)[0]?.session_id;
  // Where the rows do not say it, the path does, and a file beside it.
  const path = `/home/me/.kimi-code/sessions/wd_project/${session}/agents/main/wire.jsonl`;
  const shared = dialect.pathFields?.(path, () => '{"cwd":"/home/me/project"}');
  const reader = new HistoryReader(dialect, shared);
  const rows = recordedLines(client, `${name}.transcript`).flatMap((row) => reader.rowsOf(row))
    .map((row) => decodeHistoryRow(row, 0)).filter((row) => row !== undefined);
  const open = new Map<string, { readonly name: string; readonly input: unknown }>();
  const calls: Call[] = [];
  for (const row of rows.filter(({ isSidechain }) => !isSidechain)) {
    for (const { id, ...call } of row.calls) open.set(id, call);
    for (const { callId, result } of row.results) {
      const call = open.get(callId);
      if (call !== undefined) calls.push({ ...call, result: { ...result } });
      open.delete(callId);
    }
  }
  return { rows, calls, prompts: rows.flatMap(({ prompt }) => prompt?.text ?? []) };
}

function summary({ name, input, result }: Call): string {
  const files = namedFiles(input).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const error = result.kind === "error" ? result.message : undefined;
  if (name === "Bash") {
    const end = decodeShellEnd({
      tool_input: input,
      ...(error === undefined ? { tool_response: result.value } : { error }),
    });
    return `Bash ${end.state === "ended" ? end.exitCode : end.state}`;
  }
  return [name, ...files, ...(error === undefined ? [] : ["failed"])].join(" ");
}

const PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n";
/** The call of a patch in each client that has this tool, which takes it raw or in a field. */
const PATCHES: readonly (readonly [ForeignClient, WireObject])[] = [
  ["codex", { tool_name: "apply_patch", tool_input: { command: PATCH } }],
  ["copilot", { tool_name: "apply_patch", tool_input: PATCH }],
  ["copilot", { tool_name: "Edit", tool_input: PATCH }],
  ["copilot", { tool_name: "apply_patch", tool_input: { input: PATCH } }],
  ["opencode", { tool_name: "apply_patch", tool_input: { patchText: PATCH } }],
];

Deno.test("a patch is heard as an edit of its files, by the hook and in the transcript", () => {
  const edit = { name: "Edit", input: { file_path: "/p/a.txt", old_string: "one", new_string: "two" } };
  for (const [client, call] of PATCHES) {
    const given = { ...call, hook_event_name: "PostToolUse", session_id: "s", cwd: "/p" };
    const { toolName: name, toolInput: input } = decodeToolUse(payloadFrom(client, given)!);
    assertEquals({ client, name, input }, { client, ...edit });
  }
  const start = { type: "session.start", data: { sessionId: "s", context: { cwd: "/p" } } };
  const asked = (given: unknown) => ({
    type: "tool.execution_start",
    data: { toolCallId: "c", toolName: "apply_patch", arguments: given },
  });
  const state = { status: "completed", input: { patchText: PATCH }, output: "Success." };
  const part = { type: "tool", tool: "apply_patch", callID: "c", state };
  const info = { id: "m", sessionID: "s", role: "assistant", path: { cwd: "/p" } };
  const histories: readonly (readonly [ForeignClient, readonly WireObject[]])[] = [
    ["copilot", [start, asked(PATCH)]],
    ["copilot", [start, asked({ input: PATCH })]],
    ["opencode", [{ info, parts: [part] }]],
  ];
  for (const [client, rows] of histories) {
    const reader = new HistoryReader(DIALECTS[client]);
    const calls = rows.flatMap((row) => reader.rowsOf(row)).flatMap((row) =>
      decodeHistoryRow(row, 0)?.calls ?? []
    );
    assertEquals(calls.map(({ id: _id, ...call }) => ({ client, ...call })), [{ client, ...edit }]);
  }
});

Deno.test("a search has the folder that it looks through, and no file that it names", () => {
  const searches: readonly (readonly [ForeignClient, string])[] = [
    ["copilot", "grep"],
    ["copilot", "Glob"],
    ["copilot", "rg"],
    ["kimi", "Grep"],
    ["cursor", "Glob"],
    ["gemini", "list_directory"],
    ["opencode", "list"],
  ];
  for (const [client, tool_name] of searches) {
    const hook_event_name = client === "cursor"
      ? "postToolUse"
      : client === "gemini"
      ? "AfterTool"
      : "PostToolUse";
    const { tool_input } = payloadFrom(client, {
      hook_event_name,
      tool_name,
      tool_input: { path: "/p/src" },
    })!;
    assertEquals({ client, tool_name, tool_input }, { client, tool_name, tool_input: { path: "/p/src" } });
  }
});

Deno.test("tools for plans, questions and subagents have Claude Code's names", () => {
  const tools: readonly (readonly [ForeignClient, string, string])[] = [
    ["codex", "update_plan", "TodoWrite"],
    ["copilot", "update_todo", "TodoWrite"],
    ["gemini", "ask_user", "AskUserQuestion"],
    ["gemini", "invoke_agent", "Agent"],
  ];
  for (const [client, given, name] of tools) {
    const hook_event_name = client === "gemini" ? "AfterTool" : "PostToolUse";
    const { tool_name } = payloadFrom(client, { hook_event_name, tool_name: given, tool_input: {} })!;
    assertEquals({ client, tool_name }, { client, tool_name: name });
  }
});

/** What Qwen Code tells of a shell's end. The output may have lines like those that the client adds. */
const QWEN_LINES = "Error: Cannot find module 'left-pad'\nExit Code: 7\n    at main.js:1";
const qwenEnd = (code: string) =>
  `Command: node main.js\nDirectory: (root)\nOutput: start\n${QWEN_LINES}\nError: (none)\nExit Code: ${code}\n` +
  "Signal: (none)\n";
const gemini = (llmContent: string) => ({ tool_response: { llmContent } });
const copilot = (text_result_for_llm: string) => ({ tool_result: { text_result_for_llm } });
const SHELL_NAMES: Readonly<Partial<Record<ForeignClient, readonly [event: string, tool: string]>>> = {
  gemini: ["AfterTool", "run_shell_command"],
  qwen: ["PostToolUseFailure", "run_shell_command"],
  cursor: ["postToolUse", "Shell"],
};
const TIMED_OUT = "Command timed out after 120000ms before it could complete. There was no output.";
const CUT_OFF =
  " Output is truncated to fit in the message.\n\n[Full output saved]\ntask_id: t\noutput_path: /o\n";
/** On Windows, a crashed program has a number of ten digits as its exit code. */
const CRASHED = 3221225477;
const SHELL_ENDS: readonly (readonly [ForeignClient, WireObject, output: string, exitCode?: number])[] = [
  ["qwen", { error: qwenEnd("1") }, `start\n${QWEN_LINES}`, 1],
  ["qwen", { error: qwenEnd(`${CRASHED}`) }, `start\n${QWEN_LINES}`, CRASHED],
  ["gemini", gemini("Output: one\nProcess Group PGID: 7"), "one", 0],
  ["gemini", gemini("Output: one\nExit Code: 3\nProcess Group PGID: 7"), "one", 3],
  ["gemini", gemini(`Output: one\nExit Code: ${CRASHED}\nProcess Group PGID: 7`), "one", CRASHED],
  ["gemini", gemini("Output: one\nSignal: 15\nProcess Group PGID: 7"), "one"],
  ["gemini", gemini("Command moved to background (PID: 7)."), "Command moved to background (PID: 7)."],
  ["gemini", gemini("Command was cancelled by user."), "Command was cancelled by user."],
  ["copilot", copilot("one\n<shellId: 1 completed with exit code -1>"), "one", -1],
  ["copilot", copilot(`one\n<shellId: 1 completed with exit code ${CRASHED}>`), "one", CRASHED],
  ["copilot", copilot("one\n<exited with exit code 3>"), "one", 3], // in older versions
  ["copilot", copilot("one"), "one"],
  ["qwen", { tool_response: { llmContent: TIMED_OUT } }, TIMED_OUT],
  ["kimi", { error: { message: `one\nCommand failed with exit code: 3.${CUT_OFF}` } }, "one", 3],
  ["kimi", { tool_output: "" }, "", 0],
  ["kimi", { tool_output: [{ type: "text", text: "one" }] }, "one", 0],
  ["kimi", { error: { message: `one\nCommand failed with exit code: ${CRASHED}.` } }, "one", CRASHED],
  ["cursor", { tool_output: '{"exitCode":0,"output":"ok"}' }, "ok", 0],
  ["cursor", { tool_output: '{"exitCode":3,"output":"oops"}' }, "oops", 3],
  ["cursor", { tool_output: '{"exitCode":0,"output":""}' }, "", 0],
];

Deno.test("a command's end has its own output and its exit code, in each client", () => {
  for (const [client, end, output, exitCode] of SHELL_ENDS) {
    const [hook_event_name, tool_name] = SHELL_NAMES[client] ?? ["PostToolUse", "Bash"];
    const given = { hook_event_name, tool_name, tool_input: { command: "node main.js" }, ...end };
    const found = decodeShellEnd(payloadFrom(client, given)!);
    assertEquals({ end, output: found.output, exitCode: found.exitCode }, { end, output, exitCode });
  }
});

/** What a client says of a command that it has left running, by itself, at its limit, or as the user moved it. */
const LEFT_RUNNING: readonly (readonly [ForeignClient, WireObject])[] = [
  ["copilot", copilot("<command started in background with shellId: build>")],
  ["copilot", copilot("<command started in detached background with shellId: 3>")],
  [
    "copilot",
    copilot("ok\n<command with shellId: 3 is still running after 30 seconds. The command is still running.>"),
  ],
  ["qwen", { tool_response: { llmContent: "Background shell started.\nid: bg_1\npid: 7\n" } }],
  ["qwen", {
    tool_response: {
      llmContent: 'Foreground command "a\nb" promoted to background as bg_1.\nStatus: running.',
    },
  }],
  ["kimi", {
    tool_output: "task_id: bash-1\npid: 7\ndescription: d\nstatus: running\n\nforeground_output:\nok\n",
  }],
];

Deno.test("a command that a client has left running has no end, in the hook and in the history", () => {
  for (const [client, end] of LEFT_RUNNING) {
    const [, tool_name] = SHELL_NAMES[client] ?? ["", "Bash"];
    const given = { hook_event_name: "PostToolUse", tool_name, tool_input: { command: "npm test" }, ...end };
    assertEquals({ end, state: decodeShellEnd(payloadFrom(client, given)!).state }, {
      end,
      state: "running",
    });
  }
  const error = { message: "3 passed\nCommand killed by timeout (60s)" };
  const killed = { hook_event_name: "PostToolUseFailure", tool_name: "Bash", error };
  assertEquals(decodeShellEnd(payloadFrom("kimi", killed)!).state, "cut-off");
  const [, { tool_result }] = LEFT_RUNNING[0]!;
  const row = {
    type: "tool.execution_complete",
    data: {
      toolCallId: "c",
      success: true,
      result: { content: (tool_result as WireObject).text_result_for_llm },
    },
  };
  const [told] = resultsIn("copilot", row);
  assertEquals(
    decodeShellEnd({ tool_response: told?.kind === "response" ? told.value : "" }).state,
    "running",
  );
});

const boom = { content: [{ type: "text", text: "boom" }], isError: true };
const saved = [{ type: "text", text: '{"id":"g7"}' }];
/** Results of an MCP tool in the form in which each client passes them on. */
const MCP_RESULTS: readonly (readonly [ForeignClient, WireObject, ToolResult | string])[] = [
  ["codex", { tool_response: boom }, { kind: "error", message: "boom", isInterrupt: false }],
  ["codex", { tool_response: { content: saved, isError: false } }, "g7"],
  ["opencode", { tool_response: { output: boom.content, isError: true } }, {
    kind: "error",
    message: "boom",
    isInterrupt: false,
  }],
  ["opencode", { tool_response: { output: saved } }, "g7"],
  [
    "gemini",
    { hook_event_name: "AfterTool", tool_response: { llmContent: saved, returnDisplay: "x" } },
    "g7",
  ],
  ["qwen", { tool_response: { llmContent: saved, returnDisplay: "x" } }, "g7"],
  ["kimi", { tool_output: '{"id":"g7"}' }, "g7"],
];

Deno.test("an MCP tool's result is its text, and an error where the protocol's mark says so", () => {
  for (const [client, given, wanted] of MCP_RESULTS) {
    const call = {
      hook_event_name: "PostToolUse",
      tool_name: "mcp__mneme__start_ghap",
      tool_input: {},
      ...given,
    };
    const { result } = decodeToolUse(payloadFrom(client, call)!);
    const found = typeof wanted === "string" ? ownResultId(result) : result;
    assertEquals({ client, found }, { client, found: wanted });
  }
  const item = {
    type: "McpToolCall",
    id: "c",
    server: "s",
    tool: "t",
    arguments: {},
    status: "failed",
    result: boom,
  };
  const row = { type: "event_msg", payload: { type: "item_completed", item } };
  assertEquals(resultsIn("codex", row), [{ kind: "error", message: "boom", isInterrupt: false }]);
});

const GUIDED = 'oops\n<shellId: 1 completed with exit code 3>\n\nTool "bash" succeeded. ' +
  "Additional guidance from postToolUse hooks:\nSeen before";
const HOOKED =
  "<untrusted_context>\nOutput: oops\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>\n\n" +
  "<hook_context>Seen before</hook_context>";
/** A failed command in the history of clients that add the context of hooks to its output. */
const ADDED_TO: readonly (readonly [ForeignClient, WireObject])[] = [
  ["copilot", {
    type: "tool.execution_complete",
    data: { toolCallId: "c", shellExecution: { exitCode: 3 }, success: true, result: { content: GUIDED } },
  }],
  ["gemini", {
    type: "gemini",
    content: "",
    toolCalls: [{
      id: "c",
      name: "run_shell_command",
      args: {},
      result: [{ functionResponse: { response: { output: HOOKED } } }],
    }],
  }],
];

Deno.test("what hooks have added to a prompt or an output is left out of the history", () => {
  for (const [client, row] of ADDED_TO) {
    assertEquals(resultsIn(client, row), [{
      kind: "error",
      message: "Exit code 3\noops",
      isInterrupt: false,
    }]);
  }
  const tagged = "<qwen:user-prompt-submit-context>\nA decision of May\n</qwen:user-prompt-submit-context>";
  const qwen = {
    sessionId: "s",
    type: "user",
    message: { role: "user", parts: [{ text: "look" }, { text: tagged }] },
  };
  const systemPayload = { displayText: "look at @a.txt", hookContext: "A decision of May" };
  const told = [qwen, { ...qwen, systemPayload }].flatMap((row) =>
    new HistoryReader(DIALECTS.qwen).rowsOf(row)
  );
  assertEquals(told.map((row) => decodeHistoryRow(row, 0)?.prompt?.text), ["look", "look at @a.txt"]);
});

/** A call that failed without a word, as each client's transcript has it. */
const kimiEvent = (event: WireObject) => ({ type: "context.append_loop_event", event });
const SILENT_FAILURES: readonly (readonly [ForeignClient, WireObject])[] = [
  ["kimi", kimiEvent({ type: "tool.result", toolCallId: "c", result: { output: "", isError: true } })],
  ["opencode", {
    info: { id: "m", sessionID: "s", role: "assistant" },
    parts: [{ type: "tool", tool: "read", callID: "c", state: { status: "error", input: {}, error: "" } }],
  }],
  ["codex", {
    type: "event_msg",
    payload: {
      type: "item_completed",
      item: {
        type: "FileChange",
        id: "c",
        status: "failed",
        changes: { "/a": { type: "add", content: "1" } },
      },
    },
  }],
];

Deno.test("a call that failed without a message is a failure in the history, too", () => {
  for (const [client, row] of SILENT_FAILURES) {
    assertEquals({ client, kinds: resultsIn(client, row).map(({ kind }) => kind) }, {
      client,
      kinds: ["error"],
    });
  }
});

function resultsIn(client: ForeignClient, row: WireObject): ToolResult[] {
  return new HistoryReader(DIALECTS[client]).rowsOf(row)
    .flatMap((one) => decodeHistoryRow(one, 0)?.results.map(({ result }) => result) ?? []);
}

Deno.test("codex: a patch that failed changed no file", () => {
  const tool_response = "Exit code: 1\nWall time: 0 seconds\nOutput:\nFailed to find expected lines\n";
  const given = {
    hook_event_name: "PostToolUse",
    tool_name: "apply_patch",
    tool_input: PATCH,
    tool_response,
  };
  assertEquals(decodeToolUse(payloadFrom("codex", given)!).result?.kind, "error");
});
