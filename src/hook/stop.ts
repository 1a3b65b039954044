import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // A dynamic import, as each stop that sends the agent back is followed by an idle one, which does not need the module.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
