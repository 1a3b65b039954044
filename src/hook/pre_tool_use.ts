// The hook pre-tool-use: asks an agent now and then if its prediction holds, and notes who calls certain tools of mneme.
import { checkInText } from "../ghap/texts.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { refreshGhapIndex } from "./ghap_entries.ts";
import { findPlace, ownerOf } from "./place.ts";
import { countCall, openCounter } from "../machine/ghap_index.ts";
import { findPaths } from "../machine/paths.ts";
import { isOwnTool } from "../shell/tools.ts";
import { activeGhap, noteCaller } from "../store/ghap.ts";
import { decodeToolUse, type ToolUseEvent } from "../wire/events.ts";
import { type Reply, toModel } from "../wire/reply.ts";

/** Makes the definition for one run, in which `handle` uses the count that `isIdle` makes. */
export function preToolUse(): HookDefinition<ToolUseEvent> {
  let count: number | undefined;
  return {
    name: "pre-tool-use",
    decode: decodeToolUse,
    isIdle: async (event) => {
      // Own tools are not counted, but `handle` notes who predicts, opens or saves something.
      if (isOwnTool(event.toolName)) {
        return event.toolUseId === undefined || !/_(?:ghap|get|save_memory)$/.test(event.toolName);
      }
      count = await countIfDue(event);
      return count === undefined;
    },
    handle: (event, context) => {
      if (isOwnTool(event.toolName)) return noteOwnCall(event, context);
      return count === undefined ? undefined : checkIn(event, count, context);
    },
  };
}

/** Counts a call and returns the count if a check-in is due. Without an open entry, reads only one small file. */
async function countIfDue(event: ToolUseEvent): Promise<number | undefined> {
  const paths = findPaths();
  const { sessionId, agentId } = ownerOf(event);
  const counter = paths && openCounter(paths, sessionId, agentId);
  if (paths === undefined || counter === undefined) return undefined;
  const count = countCall(paths, counter, event.toolUseId);
  if (count === undefined) return undefined; // a second install has counted the call
  const { enabled, frequency } = (await findPlace(event.cwd, paths)).settings.hooks.ghap_checkin;
  return enabled && count % frequency === 0 ? count : undefined;
}

/** Records which agent is about to call a tool, as the MCP server cannot know its caller otherwise. */
function noteOwnCall({ toolUseId }: ToolUseEvent, context: HookContext): undefined {
  if (toolUseId === undefined) return;
  context.withStore((store) => noteCaller(store, toolUseId, context.owner, context.at));
}

function checkIn({ toolUseId }: ToolUseEvent, count: number, context: HookContext): Reply | undefined {
  const entry = context.withStore((store) => activeGhap(store, context.owner));
  if (entry === undefined) { // the entry was resolved without a hook, so the index is stale
    context.withStore((store) => refreshGhapIndex(store, context.paths));
    return undefined;
  }
  if (context.isUnheard) return undefined; // the model would not get the text
  const data = { ghap: `g${entry.id}`, count };
  const isFirst = context.record({ name: "ghap.checkin", subject: toolUseId, data });
  return isFirst ? toModel("PreToolUse", checkInText(entry, count)) : undefined;
}
