import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // Loaded late: a stop that sent the agent back is followed by an idle one, which needs none of it.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
