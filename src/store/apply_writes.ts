import type { Write } from "../core/writes.ts";
import { applyCapture } from "./apply_capture.ts";
import { applyLateOutcome } from "./apply_outcome.ts";
import { applyPrompt } from "./apply_prompt.ts";
import { applyRun, refuse } from "./apply_run.ts";
import { applySessionEnd } from "./apply_session_end.ts";
import { applySessionStart } from "./apply_session_start.ts";
import type { Store } from "./store.ts";

/** `applyRun` for records of every kind, as a spool file may hold them. */
export function applyWrites(store: Store, writes: readonly Write[]): boolean {
  return applyRun(store, writes, applyAny);
}

function applyAny(store: Store, write: Write): boolean {
  switch (write.kind) {
    case "tool-captured":
      return applyCapture(store, write);
    case "session-started":
      return applySessionStart(store, write);
    case "session-ended":
      return applySessionEnd(store, write);
    case "prompt-submitted":
      return applyPrompt(store, write);
    case "outcome-known":
    case "prediction-met":
      return applyLateOutcome(store, write);
    default:
      return refuse(store, write);
  }
}
