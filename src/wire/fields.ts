import { asText, type WireObject } from "../base/json.ts";

/** Returns an id of the client, which becomes a key and a log field, if it is one line of at most 200 units. */
export function asId(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= 200 && !hasControl(text) ? text : undefined;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
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

/** The fields that every event has. They are `undefined` if absent or of a wrong type. */
export interface CommonFields {
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  readonly transcriptPath: string | undefined;
  readonly promptId: string | undefined;
  /** The id of the subagent that caused the event; `undefined` for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** True if the payload says that a script started the client. Claude Code says so in the environment instead. */
  readonly isScript: boolean;
}

/** Never throws: fields of a wrong type count as absent. */
export function decodeCommon(payload: WireObject): CommonFields {
  return {
    sessionId: asId(payload.session_id),
    cwd: asText(payload.cwd),
    transcriptPath: asText(payload.transcript_path),
    promptId: asId(payload.prompt_id),
    agentId: asId(payload.agent_id),
    agentType: asId(payload.agent_type),
    isScript: payload.entrypoint === SCRIPT_ENTRYPOINT,
  };
}
