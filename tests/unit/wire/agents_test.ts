// What the real clients say, as it was recorded, in the words of Claude Code: to their hooks, and in their transcripts.
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { recordedLines, recordings } from "../../_support/recorded.ts";
import type { ForeignClient } from "../../../src/base/clients.ts";
import { at, type WireObject } from "../../../src/base/json.ts";
import { DIALECTS } from "../../../src/wire/dialects.ts";
import { decodeStop, decodeToolUse, decodeUserPrompt, namedFiles } from "../../../src/wire/events.ts";
import { rowTranslator } from "../../../src/wire/transcript_reader.ts";
import { decodeHistoryRow } from "../../../src/wire/history_row.ts";
import type { Reply } from "../../../src/wire/reply.ts";
import { decodeShellEnd, ownIdsIn } from "../../../src/wire/tool_results.ts";

/** A recording: the calls of its main agent (tool, and files or exit code), and in what its transcript differs. */
interface Recording {
  readonly of: string;
  readonly calls?: readonly string[];
  /** What the transcript alone has: clients fire no hook after a patch in a shell line, nor after what ends unasked. */
  readonly alone?: readonly string[];
}

const RECORDINGS = casesOf<Recording>(import.meta.filename, "_recordings");
const TOOLS = ["Bash 0", "Bash 3", "Read a.txt", "Edit a.txt", "Write b.txt", "Read nofile.txt failed"];

for (const { client, name } of recordings()) {
  const recording = `${client} ${name}`;
  const { calls: wanted, alone = [] } = RECORDINGS.find(({ of }) => of === recording)!;

  Deno.test(`${recording}: hooks hear each call in Claude Code's words`, () => {
    const calls = liveCalls(client, name).map(summary);
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
    const same = calls.filter((call) => !alone.includes(summary(call)));
    const bare = (call: Call) => JSON.stringify(call);
    assertEquals(same.map(bare).sort(), liveCalls(client, name).map(bare).sort());
    const live = payloads(client, name).find(({ hook_event_name }) => hook_event_name === "UserPromptSubmit");
    assertEquals(prompts, [live?.prompt]);
  });

  Deno.test(`${recording}: the transcript tells whose session it is, and where`, () => {
    const start = payloads(client, name)[0];
    const { sessionId, cwd } = told(client, name).rows[0]!;
    assertEquals(sessionId, start?.session_id as string);
    if (client !== "opencode") assertEquals(cwd, "/home/me/project");
  });
}

Deno.test("a script is told from a person where the client says so", () => {
  const isScript = (client: ForeignClient, name = "asked") =>
    payloads(client, name).find((one) => one.hook_event_name === "Stop")?.entrypoint === "sdk-cli";
  assertEquals([isScript("codex", "direct"), isScript("copilot"), isScript("qwen")], [true, true, false]);
});

/** What is answered to a client, and what it is printed as; nothing where it cannot be told. */
type Answered = [client: ForeignClient, reply: Reply, printed: unknown];

Deno.test("an answer has the keys that its client knows, and no other; a stop asks by its decision, where it may", () => {
  for (const [client, reply, printed] of casesOf<Answered>(import.meta.filename, "_answers")) {
    const answer = DIALECTS[client].answer(reply);
    assertEquals({ client, reply, answer: answer && JSON.parse(answer) }, { client, reply, answer: printed });
  }
});

Deno.test("gemini: an event that only an object's prototype has is none", () => {
  assertEquals(payloadFrom("gemini", { hook_event_name: "constructor" }), undefined);
});

Deno.test("a prompt that quotes an ask of ours is a person's, and one that begins with it is not", () => {
  const ask = "Coordinator scratchpad missing: /home/me/a.md\nAgents have left scratchpads today";
  const events = { cursor: "beforeSubmitPrompt", gemini: "BeforeAgent", qwen: "UserPromptSubmit" };
  for (const [client, hook_event_name] of Object.entries({ ...events, copilot: "UserPromptSubmit" })) {
    const heard = (prompt: string) =>
      payloadFrom(client as ForeignClient, { hook_event_name, session_id: "s", prompt })?.prompt;
    assertEquals(heard(ask), undefined);
    const quoting = `Why do I see this each time?\n${ask}`;
    assertEquals(heard(quoting), quoting);
  }
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
  return payloads(client, name).filter((one) => one.tool_name !== undefined && one.agent_id === undefined)
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
  const translated = rowTranslator(dialect, shared);
  const rows = recordedLines(client, `${name}.transcript`).flatMap(translated)
    .map((row) => decodeHistoryRow(row)).filter((row) => row !== undefined);
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

/** What a hook hears of a call, as far as it is told here: name and input, the result or the id in it. */
type Heard = [client: ForeignClient, given: WireObject, told: Readonly<Record<string, unknown>>];

Deno.test("patches, searches, plans, prompts and results of MCP tools are heard in Claude Code's words", () => {
  for (const [client, given, told] of casesOf<Heard>(import.meta.filename, "_calls")) {
    const heard = payloadFrom(client, { session_id: "s", cwd: "/p", ...given }) ?? {}; // of no event
    const { toolName: name, toolInput: input, result } = decodeToolUse(heard);
    const [{ kind } = {}, [id]] = [result, ownIdsIn(at(result, "value"))];
    const event = { ...decodeUserPrompt(heard), ...decodeStop(heard) };
    assertToldOf({ ...event, name, input, result, kind, id }, told, given);
  }
});

Deno.test("a command's end has its own output and its exit code, and none where the client has left it running", () => {
  for (const [client, given, told] of casesOf<Heard>(import.meta.filename, "_ends")) {
    const { output, exitCode = null, state } = decodeShellEnd(
      payloadFrom(client, { tool_input: { command: "node main.js" }, ...given })!,
    );
    assertToldOf({ output, exitCode, state }, told, given);
  }
});

type Told = [
  what: string,
  client: ForeignClient,
  rows: WireObject[],
  told: Readonly<Record<string, unknown>>,
];

for (const [what, client, rows, told] of casesOf<Told>(import.meta.filename, "_history")) {
  Deno.test(`${client}: in the history ${what}`, () => {
    const translated = rowTranslator(DIALECTS[client]);
    const found = rows.flatMap(translated).flatMap((row) => decodeHistoryRow(row) ?? []);
    const ended = found.flatMap(({ results }) => results);
    const [ids, results] = [ended.map(({ callId }) => callId), ended.map(({ result }) => result)];
    const said = found.flatMap(({ spoken }) => spoken?.kind === "spoken" ? spoken.texts : []);
    const kinds = results.map(({ kind }) => kind);
    const states = results.map((result) =>
      decodeShellEnd({ tool_response: result.kind === "response" ? result.value : "" }).state
    );
    const calls = found.flatMap(({ calls }) => calls.map(({ name, input }) => ({ name, input })));
    const prompts = found.flatMap(({ prompt }) => prompt?.text ?? []);
    const sessions = found.map((one) => one.sessionId);
    const queued = found.flatMap(({ prompt }) => prompt?.isQueued ?? []);
    assertToldOf({ ids, results, kinds, states, calls, prompts, said, sessions, queued }, told, rows);
  });
}

/** Compares what is told, and no more of what was found. */
function assertToldOf(found: Readonly<Record<string, unknown>>, told: object, given: unknown): void {
  const compared = Object.fromEntries(Object.keys(told).map((key) => [key, found[key]]));
  assertEquals({ given, ...compared }, { given, ...told });
}
