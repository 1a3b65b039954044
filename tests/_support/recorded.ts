import { type ForeignClient, foreignClient } from "../../src/base/clients.ts";
import { asObject, asText, type WireObject } from "../../src/base/json.ts";
import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import type { ToolCaptured } from "../../src/base/writes.ts";
import { recordOfCall } from "../../src/hook/call_record.ts";
import { captureOutcome } from "../../src/hook/ended_calls.ts";
import { cleanIfNeeded } from "../../src/privacy/cleaning.ts";
import { capturePriority } from "../../src/shell/command_words.ts";
import { isSkippedTool } from "../../src/shell/tools.ts";
import { decodeToolUse } from "../../src/wire/events.ts";
import { PROJECT_ROOT } from "./executables.ts";
import type { WireEvent } from "./hook_events.ts";
import { namesIn } from "./test_home.ts";

/** What a real client sent to its hooks, as it was recorded. */
export interface RecordedPayload {
  /** Version of the client and name of the file. */
  readonly name: string;
  readonly text: string;
  readonly payload: Record<string, unknown> & { readonly hook_event_name: WireEvent };
}

/** Every recorded payload, of every recorded version. */
export function recordedPayloads(): RecordedPayload[] {
  const folder = `${PROJECT_ROOT}/tests/client/recorded`;
  return namesIn(folder).flatMap((version) =>
    namesIn(`${folder}/${version}`).map((file) => {
      const text = Deno.readTextFileSync(`${folder}/${version}/${file}`);
      return { name: `${version}/${file}`, text, payload: JSON.parse(text) };
    })
  );
}

const FOLDER = `${import.meta.dirname}/../fixtures/agents`;

/** What a real client told its hooks in one session (`NAME.payloads`), and what it wrote down (`NAME.transcript`). */
export function recordings(): { readonly client: ForeignClient; readonly name: string }[] {
  return [...Deno.readDirSync(FOLDER)].flatMap(({ name: folder }) => {
    const client = foreignClient(["--client", folder]);
    if (client === undefined) throw new Error(`${folder} is no client`);
    return [...Deno.readDirSync(`${FOLDER}/${folder}`)].filter(({ name }) => name.endsWith(".payloads.jsonl"))
      .map(({ name }) => ({ client, name: name.replace(".payloads.jsonl", "") }));
  }).sort((a, b) => `${a.client} ${a.name}` < `${b.client} ${b.name}` ? -1 : 1);
}

export function recordedFile(client: ForeignClient, name: string): string {
  return `${FOLDER}/${client}/${name}.jsonl`;
}

export function recordedLines(client: ForeignClient, name: string): WireObject[] {
  return Deno.readTextFileSync(recordedFile(client, name)).trim().split("\n").map((line) => JSON.parse(line));
}

const RECORDED_PROJECT = "/home/dev/project"; // the folder of the recorded sessions

/** Every recorded call of a tool as the hook keeps it, in this project; whose and when they are is for the caller to say. */
export async function recordedCaptures(project: string = RECORDED_PROJECT): Promise<ToolCaptured[]> {
  const calls = recordedPayloads().filter(({ payload }) =>
    payload.hook_event_name.startsWith("PostToolUse") && !isSkippedTool(String(payload.tool_name), [])
  );
  const texts = calls.map(({ text }) => text.replaceAll(RECORDED_PROJECT, project));
  return await Promise.all(texts.map((text) => captureOf(JSON.parse(text), project)));
}

async function captureOf(payload: Record<string, unknown>, project: string): Promise<ToolCaptured> {
  const { toolName, toolInput, result, agentId = null, agentType = null, promptId = null } = decodeToolUse(
    payload,
  );
  const command = asText(asObject(toolInput)?.command);
  const kept = result?.kind === "error"
    ? { tool_input: toolInput, error: result.message }
    : { tool_input: toolInput, tool_response: result?.value };
  const machine = { readSaved: () => "", clean: cleanIfNeeded };
  return recordOfCall({
    ...{ agentId, agentType, promptId, toolName, toolInput, kept },
    ...{ session: { sessionId: "", project, cwd: null }, at: "", toolUseId: null },
    priority: capturePriority(toolName, command),
    outcome: toolName === "Bash" && command !== undefined
      ? await captureOutcome({ command, kept }, [], machine)
      : undefined,
    bytes: undefined,
  }, { cleanText: (text) => text, maxBytes: DEFAULT_SETTINGS.capture.max_field_bytes });
}
