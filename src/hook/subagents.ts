// The hooks subagent-start and subagent-stop.
import { localDay } from "../base/time.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { checkScratchpad, cleanLines, requiredScratchpads } from "./scratchpads.ts";
import { showAndRecord, shownAtStart } from "./shown.ts";
import { mnemeCommand } from "../machine/mneme_command.ts";
import { orientationText } from "../session/light_context.ts";
import { COORDINATOR, isPlainName, protocolText, USER_FOLDER } from "../session/scratchpad.ts";
import { type CommonFields, decodeCommon } from "../wire/fields.ts";
import { subagentContext } from "../store/start_context.ts";
import { MAX_REPLY_UNITS, type Reply, toModel } from "../wire/reply.ts";

export const SUBAGENT_START: HookDefinition<CommonFields> = {
  name: "subagent-start",
  decode: decodeCommon,
  handle: onSubagentStart,
};

async function onSubagentStart(event: CommonFields, context: HookContext): Promise<Reply | undefined> {
  const { agentType } = event;
  if (!recordSubagent("hook.subagent_start", event, context) || agentType === undefined) return undefined;
  const protocol = await readProtocol(agentType, context);
  const known = knownToSubagent(agentType, MAX_REPLY_UNITS - (protocol ?? "").length - 1, context);
  return toModel("SubagentStart", known, protocol);
}

/** Returns rules and titles for a subagent; exempt ones only look around and need none. */
function knownToSubagent(agentType: string, maxUnits: number, context: HookContext): string | undefined {
  const { settings: { hooks, scratchpad }, session: { project }, now } = context;
  const { contents_budget } = hooks.subagent_start;
  if (contents_budget === 0 || context.isLate() || scratchpad.exempt_agents.includes(agentType)) {
    return undefined;
  }
  const command = mnemeCommand(context.shellWord);
  return showAndRecord(
    "helper", // the stored name of this moment
    (store) => shownAtStart(subagentContext(store, { project, contents_budget, maxUnits, command, now })),
    context,
  );
}

/** Tells an agent its scratchpad and the last lines of two: `USER_FOLDER`'s, for all agents, and the main agent's. */
async function readProtocol(agentType: string, context: HookContext): Promise<string | undefined> {
  const files = requiredScratchpads(context);
  if (files === undefined || !isPlainName(agentType)) return undefined;
  const { sections, exempt_agents } = context.settings.scratchpad;
  const day = localDay(context.now);
  const excerpts = [];
  for (const agent of [USER_FOLDER, COORDINATOR]) {
    const newest = files.newest(agent);
    if (newest === undefined) continue;
    const lines = (await cleanLines(files.textOf(newest), context)).filter((line) => line.trim() !== "");
    excerpts.push({
      title: `Last lines of ${agent}'s newest scratchpad, ${newest.path}`,
      lines: lines.slice(-3),
    });
  }
  const isRequired = !exempt_agents.includes(agentType);
  const protocol = protocolText({ day, path: files.pathOf(agentType, day), sections, isRequired });
  const read = orientationText(excerpts, Infinity);
  return read === undefined ? protocol : `${protocol}\n${read}`;
}

/** Returns false if a second install of mneme has recorded the event. */
function recordSubagent(name: string, { agentId, agentType }: CommonFields, context: HookContext): boolean {
  return context.record({ name, subject: agentId, data: { agent_id: agentId, agent_type: agentType } });
}

export const SUBAGENT_STOP: HookDefinition<CommonFields> = {
  name: "subagent-stop",
  decode: decodeCommon,
  handle: (event, context) => checkSubagent(event, context) ?? { isEmpty: true },
};

function checkSubagent(event: CommonFields, context: HookContext): Reply | undefined {
  const { agentType, isPlanning } = event;
  if (agentType === undefined) return undefined; // a compaction also fires this event
  recordSubagent("hook.subagent_stop", event, context); // each install goes on; `countBlock` picks one
  const files = isPlanning ? undefined : requiredScratchpads(context);
  return files && checkScratchpad(agentType, files, context);
}
