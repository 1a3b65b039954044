import { COORDINATOR, EGO, isPlainName } from "../core/scratchpad/agent_name.ts";
import { localDay } from "../core/scratchpad/local_day.ts";
import { protocolText } from "../core/scratchpad/texts.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";
import { lastLines } from "./scratchpad_lines.ts";

const EXCERPT_LINES = 3;

/** Tells an agent at its start where it leaves its scratchpad, and what the two that keep the overview wrote last. */
export function tellProtocol(
  agentType: string,
  files: ScratchpadFiles,
  context: HookContext,
): Reply | undefined {
  if (!isPlainName(agentType)) return undefined;
  const { sections, exempt_agents } = context.settings.scratchpad;
  const day = localDay(context.now);
  const excerpts = [EGO, COORDINATOR].flatMap((agent) => {
    const newest = files.newest(agent);
    if (newest === undefined) return [];
    return [{ ...newest, lines: lastLines(files.tail(newest), EXCERPT_LINES, context) }];
  });
  const isOwed = !exempt_agents.includes(agentType);
  const text = protocolText({ day, path: files.pathOf(agentType, day), sections, isOwed }, excerpts);
  return { context: { event: "SubagentStart", text } };
}
