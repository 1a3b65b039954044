import { asText, type WireObject } from "../base/json.ts";

// deno-lint-ignore no-control-regex
const ID = /^[^\0-\x1f\x7f]{1,200}$/;

/** Returns an id of the client, which becomes a key and a log field, if it is one line of at most 200 units. */
export function asId(value: unknown): string | undefined {
  return typeof value === "string" && ID.test(value) ? value : undefined;
}

/** Returns the text of the first `<name>…</name>`; `undefined` if there is none or it is blank or too long. */
export function elementText(text: string, name: string, maxUnits: number = Infinity): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 || end - start > maxUnits ? undefined : text.slice(start, end).trim() || undefined;
}

/** The `entrypoint` in payloads and transcript rows of a client that a script started. */
export const SCRIPT_ENTRYPOINT = "sdk-cli";

export type CommonFields = Readonly<ReturnType<typeof decodeCommon>>;

/** Returns the fields that every event has. Never throws: fields of a wrong type count as absent. */
export function decodeCommon(payload: WireObject) {
  return {
    sessionId: asId(payload.session_id),
    cwd: asText(payload.cwd),
    transcriptPath: asText(payload.transcript_path),
    promptId: asId(payload.prompt_id),
    /** The id of the subagent that caused the event; `undefined` for the main agent. */
    agentId: asId(payload.agent_id),
    agentType: asId(payload.agent_type),
    /** True if the payload says that a script started the client. Claude Code says so in the environment instead. */
    isScript: payload.entrypoint === SCRIPT_ENTRYPOINT,
    /** True in plan mode, in which the client lets no agent write a file. */
    isPlanning: payload.permission_mode === "plan",
  };
}
