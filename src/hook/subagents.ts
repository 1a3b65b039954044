import { localDay } from "../base/time.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { checkScratchpad, lastLines, owedScratchpads } from "./scratchpads.ts";
import { showAndRecord, shownAtStart } from "./shown.ts";
import { mnemeCommand } from "../machine/mneme_command.ts";
import { COORDINATOR, EGO, isPlainName, protocolText } from "../session/scratchpad.ts";
import { type CommonFields, decodeCommon } from "../wire/fields.ts";
import { helperContext } from "../store/start_context.ts";
import { MAX_REPLY_UNITS, type Reply } from "../wire/reply.ts";

const EXCERPT_LINES = 3;

export const SUBAGENT_START: HookDefinition<CommonFields, string | undefined> = {
  name: "subagent-start",
  decode: decodeCommon,
  prepare: readProtocol,
  handle: onSubagentStart,
};

/** Gives a subagent rules, titles and the place of its scratchpad; silent for a second install of mneme. */
function onSubagentStart(
  event: CommonFields,
  context: HookContext,
  protocol: string | undefined,
): Reply | undefined {
  if (!recordSubagent("hook.subagent_start", event, context)) return undefined;
  const known = subagentContext(event, MAX_REPLY_UNITS - (protocol ?? "").length - 1, context);
  const texts = [known, protocol].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : { context: { event: "SubagentStart", text: texts.join("\n") } };
}

/** Returns the rules and the titles for a subagent; exempt agents only look around and need none. */
function subagentContext(
  { agentId, agentType }: CommonFields,
  maxUnits: number,
  context: HookContext,
): string | undefined {
  const { settings: { hooks, scratchpad }, session, now } = context;
  const { contents_budget } = hooks.subagent_start;
  if (contents_budget === 0 || agentType === undefined || context.isLate()) return undefined;
  if (scratchpad.exempt_agents.includes(agentType)) return undefined;
  return showAndRecord({ hook: "helper", agentId: agentId ?? null }, (store) => {
    const command = mnemeCommand(context.shellWord);
    return shownAtStart(
      helperContext(store, { project: session.project, contents_budget, maxUnits, command, now }),
    );
  }, context);
}

/** Returns a text on where an agent writes its scratchpad, with the last lines of ego's and the coordinator's. */
async function readProtocol({ agentType }: CommonFields, context: HookContext): Promise<string | undefined> {
  const files = agentType === undefined ? undefined : owedScratchpads(context);
  if (files === undefined || agentType === undefined || !isPlainName(agentType)) return undefined;
  const { sections, exempt_agents } = context.settings.scratchpad;
  const day = localDay(context.now);
  const excerpts = [];
  for (const agent of [EGO, COORDINATOR]) {
    const newest = files.newest(agent);
    if (newest === undefined) continue;
    excerpts.push({ ...newest, lines: await lastLines(files.whole(newest), EXCERPT_LINES, context) });
  }
  const isOwed = !exempt_agents.includes(agentType);
  return protocolText({ day, path: files.pathOf(agentType, day), sections, isOwed }, excerpts);
}

/** Records that a subagent started or ended. Returns false if a second install of mneme has recorded it. */
function recordSubagent(name: string, event: CommonFields, context: HookContext): boolean {
  return context.record([], {
    name,
    subject: event.agentId ?? null,
    data: { agent_id: event.agentId, agent_type: event.agentType },
  });
}

export const SUBAGENT_STOP: HookDefinition<CommonFields> = {
  name: "subagent-stop",
  decode: decodeCommon,
  isIdle: ({ agentType }) => agentType === undefined, // a compaction also fires this event, though no subagent has ended
  handle: onSubagentStop,
};

/** Records that a subagent ended, and sends it back if it owes a scratchpad. */
function onSubagentStop(event: CommonFields, context: HookContext): Reply | undefined {
  if (event.agentType === undefined) return undefined;
  recordSubagent("hook.subagent_stop", event, context);
  const files = owedScratchpads(context);
  return files === undefined ? undefined : checkScratchpad(event.agentType, event, { files, context });
}
