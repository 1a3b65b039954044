import { asId, asText, type WireObject } from "./fields.ts";

/** What every event of the client carries. Optional fields are `undefined` when absent or unusable. */
export interface CommonFields {
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  readonly transcriptPath: string | undefined;
  readonly promptId: string | undefined;
  /** Set inside a helper only; tells a helper's call from the main agent's. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
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
  };
}
