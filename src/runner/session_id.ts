import { readEnvironment } from "../host/environment.ts";
import type { CommonFields } from "../wire/common.ts";

/** The session that an event is of, which the client also tells in the environment. */
export function sessionIdOf({ sessionId }: CommonFields): string {
  return sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
}
