// The hook stop. Its work is in `stop_turn.ts`.
import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // The agent may have repeated a private prompt; only `onStop` finds out if the prompt was private.
  logged: ({ lastAssistantMessage: _said, conversation: _rows, ...event }) => event,
  // A dynamic import, as a stop that only continues another one is idle.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
