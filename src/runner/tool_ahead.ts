import { isOwnTool } from "../core/capture_rules.ts";
import { readEnvironment } from "../host/environment.ts";
import { openCounter } from "../host/ghap_index.ts";
import { findPaths } from "../host/paths.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";

/**
 * Counts a call that is about to run; true where it needs nothing else. Most sessions have no open entry, and then it
 * costs one look into a small file.
 */
export function isQuietCall(event: ToolUseEvent): boolean | Promise<boolean> {
  const paths = findPaths();
  if (paths === undefined) return true;
  // The server has to be told who calls it; nobody counts what mneme does itself.
  if (isOwnTool(event.toolName)) return event.toolUseId === undefined || !event.toolName.endsWith("_ghap");
  const sessionId = event.sessionId ?? readEnvironment("CLAUDE_CODE_SESSION_ID") ?? "unknown";
  const counter = openCounter(paths, sessionId, event.agentId ?? null);
  if (counter === undefined) return true;
  return import("./count_ahead.ts").then(({ isCheckInDue }) => isCheckInDue(event, paths, counter))
    .then((isDue) => !isDue);
}
