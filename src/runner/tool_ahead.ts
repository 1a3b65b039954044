import { isOwnTool } from "../core/capture_rules.ts";
import { openCounter } from "../host/ghap_index.ts";
import { findPaths, type Paths } from "../host/paths.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import { sessionIdOf } from "./session_id.ts";

/** A call that is about to run. */
export class CallAhead {
  /** How many the agent has made since its open entry was last updated, this one too; known where a check-in is due. */
  count: number | undefined;

  /**
   * Counts the call; true where it needs nothing else. Most sessions have no open entry, and then it costs one look into
   * a small file.
   */
  isQuiet(event: ToolUseEvent): boolean | Promise<boolean> {
    const paths = findPaths();
    if (paths === undefined) return true;
    // The server has to be told who calls it; nobody counts what mneme does itself.
    if (isOwnTool(event.toolName)) return event.toolUseId === undefined || !event.toolName.endsWith("_ghap");
    const sessionId = sessionIdOf(event);
    const counter = openCounter(paths, sessionId, event.agentId ?? null);
    return counter === undefined || this.#isSilent(event, paths, counter);
  }

  async #isSilent(event: ToolUseEvent, paths: Paths, counter: string): Promise<boolean> {
    const { countIfDue } = await import("./count_ahead.ts");
    this.count = await countIfDue(event, paths, counter);
    return this.count === undefined;
  }
}
