import { asText, type WireObject } from "../base/json.ts";

/** Foreign ids become keys and log fields: one line, bounded, else `undefined`. */
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

/** Text of the first `<name>…</name>`; `undefined` without one, and where it is blank or longer than `maxUnits`. */
export function elementText(text: string, name: string, maxUnits: number = Infinity): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 || end - start > maxUnits ? undefined : text.slice(start, end).trim() || undefined;
}

/** The fields that every event of the client carries. Optional fields are `undefined` when absent or unusable. */
export interface CommonFields {
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  readonly transcriptPath: string | undefined;
  readonly promptId: string | undefined;
  /** Set inside a helper only; tells a helper's call from the main agent's. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** True where the payload says that a script has started the client; Claude Code says so in the environment. */
  readonly isScript: boolean;
}

/** Total: wrong types count as absent. */
export function decodeCommon(payload: WireObject): CommonFields {
  return {
    sessionId: asId(payload.session_id),
    cwd: asText(payload.cwd),
    transcriptPath: asText(payload.transcript_path),
    promptId: asId(payload.prompt_id),
    agentId: asId(payload.agent_id),
    agentType: asId(payload.agent_type),
    isScript: payload.entrypoint === "sdk-cli",
  };
}
