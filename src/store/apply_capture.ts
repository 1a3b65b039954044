import type { ToolCaptured, Write } from "../core/writes.ts";
import { refuse } from "./apply_run.ts";
import { ensureSession } from "./ensure_session.ts";
import type { Store } from "./store.ts";

/** Writes a captured tool call, and counts it in its session; false when it was there already. */
export function applyCapture(store: Store, write: Write): boolean {
  return write.kind === "tool-captured" ? addCapture(store, write) : refuse(store, write);
}

function addCapture(store: Store, write: ToolCaptured): boolean {
  const added = store.run(
    `insert into pending_queue (session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name,
       priority, files_touched, outcome, created_at, payload) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (session_id, tool_use_id) do nothing`, // `or ignore` would swallow a record that breaks a check, too
    write.session.sessionId,
    write.toolUseId,
    write.agentId,
    write.agentType,
    write.promptId,
    write.toolName,
    write.priority,
    JSON.stringify(write.filesTouched),
    write.outcome,
    write.at,
    write.payload,
  );
  if (added === 0) return false;
  countCall(store, write);
  return true;
}

/**
 * A call that comes in order leaves the start of its session alone, and so the index that holds it: one page less in
 * the log for each call.
 */
function countCall(store: Store, { session, at }: ToolCaptured): void {
  const count = () =>
    store.run(
      "update sessions set tool_count = tool_count + 1 where session_id = ? and started_at <= ?",
      session.sessionId,
      at,
    );
  if (count() > 0) return;
  ensureSession(store, session, at);
  count();
}
