import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // A third of what a stop costs, and each stop that sent the agent back is followed by one that does without.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
