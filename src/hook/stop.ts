import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // Loaded late: after a stop that sent the agent back comes an idle stop, which does not need this module.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
