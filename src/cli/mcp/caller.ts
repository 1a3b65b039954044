import { readEnvironment } from "../../host/environment.ts";
import { isActiveSession, newestActiveSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { callerOf } from "../../store/tool_callers.ts";
import type { ToolCall } from "./tool.ts";

/** Who calls a tool. */
export interface Caller {
  /** `undefined` where the project has no session. */
  readonly sessionId: string | undefined;
  readonly agentId: string | null;
  /** The hook before the call, or the caller, said who it is; else it is the likeliest. */
  readonly isKnown: boolean;
}

/** The session and the agent that a call comes from. */
export function findCaller(store: Store, project: string, call: ToolCall): Caller {
  const known = call.toolUseId === undefined ? undefined : callerOf(store, call.toolUseId);
  if (known !== undefined) return { ...known, isKnown: true };
  if (call.sessionId !== undefined) return { sessionId: call.sessionId, agentId: null, isKnown: true };
  const named = readEnvironment("CLAUDE_CODE_SESSION_ID");
  const newest = newestActiveSession(store, project);
  // The name goes stale at `/clear`, which ends that session.
  const isStale = named !== undefined && newest !== undefined && isActiveSession(store, named) === false;
  return { sessionId: isStale ? newest : named ?? newest, agentId: null, isKnown: false };
}
