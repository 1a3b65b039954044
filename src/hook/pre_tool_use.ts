import { checkInText } from "../ghap/texts.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { refreshGhapIndex } from "./ghap_entries.ts";
import { findPlace, sessionIdOf } from "./place.ts";
import { countCall, openCounter } from "../machine/ghap_index.ts";
import { findPaths } from "../machine/paths.ts";
import { isOwnTool } from "../session/capture_rules.ts";
import { activeGhap } from "../store/ghap.ts";
import { noteCaller } from "../store/tool_callers.ts";
import { decodeToolUse, type ToolUseEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

/** Makes the hook for one run: the call is counted before anything is loaded, and the count is used afterwards. */
export function preToolUse(): HookDefinition<ToolUseEvent> {
  let count: number | undefined;
  return {
    name: "pre-tool-use",
    decode: decodeToolUse,
    isIdle: async (event) => {
      // mneme's own tools are noted for the server and not counted
      if (isOwnTool(event.toolName)) {
        return event.toolUseId === undefined || !event.toolName.endsWith("_ghap");
      }
      count = await countIfDue(event);
      return count === undefined;
    },
    handle: (event, context) =>
      count === undefined ? noteOwnCall(event, context) : checkIn(event, count, context),
  };
}

/**
 * Counts a call of an agent with an open entry. Returns the count when a check-in is due. Most sessions have no open
 * entry, which costs one read of a small file.
 */
async function countIfDue(event: ToolUseEvent): Promise<number | undefined> {
  const paths = findPaths();
  const counter = paths && openCounter(paths, sessionIdOf(event), event.agentId ?? null);
  if (paths === undefined || counter === undefined) return undefined;
  const count = countCall(paths, counter, event.toolUseId);
  if (count === undefined) return undefined;
  const { settings } = await findPlace(event.cwd, paths);
  return count % settings.hooks.ghap_checkin.frequency === 0 ? count : undefined;
}

/** Notes which session and agent is about to call one of mneme's own tools, for the server. */
function noteOwnCall({ toolUseId, agentId }: ToolUseEvent, context: HookContext): undefined {
  if (toolUseId === undefined) return;
  const owner = { sessionId: context.session.sessionId, agentId: agentId ?? null };
  context.withStore((store) => noteCaller(store, toolUseId, owner, context.now), undefined);
}

/** Reminds the agent of its open entry. */
function checkIn(event: ToolUseEvent, count: number, context: HookContext): Reply | undefined {
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  const entry = context.withStore((store) => activeGhap(store, owner), undefined);
  if (entry === undefined) { // resolved by a process that runs no hooks
    context.withStore((store) => refreshGhapIndex(store, context.paths), undefined);
    return undefined;
  }
  const isFirst = context.record([], {
    name: "ghap.checkin",
    subject: event.toolUseId ?? null,
    data: { ghap: `g${entry.id}`, count },
  });
  return isFirst ? { context: { event: "PreToolUse", text: checkInText(entry, count) } } : undefined;
}
