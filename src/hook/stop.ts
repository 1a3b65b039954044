import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // A quarter of what a stop adds to an empty program; each that sent the agent back is followed by one without it.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
