import { type ForeignClient, foreignClient } from "../../src/base/clients.ts";
import { cutJson } from "../../src/base/cut.ts";
import { asObject, asText, type WireObject } from "../../src/base/json.ts";
import type { SessionKey, ToolCaptured } from "../../src/base/writes.ts";
import { captureOutcome } from "../../src/hook/outcome.ts";
import { cleanIfNeeded } from "../../src/privacy/cleaning.ts";
import { capturePriority } from "../../src/shell/command_words.ts";
import { isSkippedTool } from "../../src/shell/tools.ts";
import { decodeToolUse, namedFile } from "../../src/wire/events.ts";
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

/** A recorded call as the hook keeps it, without whose and when it is. */
export type RecordedCapture = Omit<ToolCaptured, "kind" | "session" | "at" | "toolUseId">;

/** Where the recorded sessions ran. */
const RECORDED_PROJECT = "/home/dev/project";

/** Every recorded call of a tool, as captures of this project; whose they are is for the caller to say. */
export async function recordedCaptures(project: string = RECORDED_PROJECT): Promise<RecordedCapture[]> {
  const calls = recordedPayloads().filter(({ payload }) =>
    payload.hook_event_name.startsWith("PostToolUse") && !isSkippedTool(String(payload.tool_name), [])
  );
  const texts = calls.map(({ text }) => text.replaceAll(RECORDED_PROJECT, project));
  return await Promise.all(texts.map((text) => captureOf(JSON.parse(text), project)));
}

/** The capture as a record of a session. */
export function asWrite(
  capture: RecordedCapture,
  of: {
    readonly session: SessionKey;
    readonly at: string;
    readonly toolUseId: string;
    readonly promptId: string;
  },
): ToolCaptured {
  return { ...capture, ...of, kind: "tool-captured" };
}

async function captureOf(payload: Record<string, unknown>, project: string): Promise<RecordedCapture> {
  const { toolName, toolInput, result, agentId, agentType, promptId } = decodeToolUse(payload);
  const command = asText(asObject(toolInput)?.command);
  const fields: Record<string, unknown> = result?.kind === "error"
    ? { error: result.message }
    : { tool_response: result?.value };
  const outcome = toolName === "Bash" && command !== undefined
    ? await captureOutcome(
      { command, kept: { tool_input: toolInput, ...fields } },
      [],
      { readSaved: () => Promise.resolve(""), clean: cleanIfNeeded },
    )
    : undefined;
  const file = namedFile(toolInput);
  const kept = {
    tool_input: toolInput,
    ...fields,
    outcome: outcome?.details,
    project_dir: project,
  };
  return {
    agentId: agentId ?? null,
    agentType: agentType ?? null,
    promptId: promptId ?? null,
    toolName,
    priority: capturePriority(toolName, command),
    filesTouched: file === undefined ? [] : [file],
    outcome: outcome?.label ?? null,
    payload: cutJson(kept, 262_144),
  };
}
