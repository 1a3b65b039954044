import { decodeStop, type StopEvent } from "../wire/events.ts";
import type { HookDefinition } from "./context.ts";

export const STOP: HookDefinition<StopEvent> = {
  name: "stop",
  decode: decodeStop,
  isIdle: ({ isContinuation }) => isContinuation,
  // Loaded late: it is a quarter of a stop's own time, and a stop right after an ask does without it.
  handle: async (event, context) => (await import("./stop_turn.ts")).onStop(event, context),
};
