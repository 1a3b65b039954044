import { hashText } from "../core/hash.ts";
import { isPlainName } from "../core/scratchpad/agent_name.ts";
import { localDay } from "../core/scratchpad/local_day.ts";
import { findFaults, type SectionFault } from "../core/scratchpad/sections.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";
import { countBlock } from "../store/scratchpad_blocks.ts";
import { helperStart } from "../store/scratchpad_facts.ts";
import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

/** An agent that has done what it owes, or need not: nothing to say, said aloud. */
const PASS: Reply = { isEmpty: true };

/** Sends an agent back that has not left its scratchpad, a few times at most. What cannot be judged passes. */
export async function checkScratchpad(
  agentType: string,
  event: CommonFields,
  { files, context }: { readonly files: ScratchpadFiles; readonly context: HookContext },
): Promise<Reply | undefined> {
  const { exempt_agents, sections } = context.settings.scratchpad;
  if (exempt_agents.includes(agentType)) return PASS;
  if (!isPlainName(agentType)) {
    context.log("info", `An agent type is not a plain name and owes no scratchpad: ${agentType}`);
    return PASS;
  }
  const check = { agentType, files, sections };
  const today = localDay(context.now);
  const faultsToday = faultsOn(today, check, context);
  if (faultsToday === "none") return PASS;
  const firstDay = startDay(event, context) ?? today;
  const faultsBefore = firstDay === today ? undefined : faultsOn(firstDay, check, context);
  if (faultsBefore === "none") return PASS;
  const day = faultsToday === undefined && faultsBefore !== undefined ? firstDay : today;
  const faults = faultsToday ?? faultsBefore;
  const path = files.pathOf(agentType, day);
  const verdict = context.withStore((store) =>
    countBlock(store, {
      sessionId: context.session.sessionId,
      subject: `${event.agentId ?? agentType} ${day}`,
      data: { agent_id: event.agentId, agent_type: agentType, path, faults: faults ?? "missing" },
      install: hashText(context.install),
      startedAt: context.startedAt,
      maxBlocks: context.settings.scratchpad.max_blocks,
    }), "uncounted");
  if (verdict === "told") return undefined;
  if (verdict !== "block") return PASS;
  const { blockReason } = await import("../core/scratchpad/texts.ts"); // seldom needed
  return { block: blockReason({ path, sections }, faults) };
}

interface Check {
  readonly agentType: string;
  readonly files: ScratchpadFiles;
  readonly sections: readonly string[];
}

/** `undefined` where there is no file of that day. */
function faultsOn(
  day: string,
  { agentType, files, sections }: Check,
  context: HookContext,
): readonly SectionFault[] | "none" | undefined {
  const content = files.read(agentType, day);
  if (content.kind === "missing") return undefined;
  if (content.kind === "unreadable") {
    context.log("info", `The scratchpad of ${agentType} cannot be judged and passes: ${content.reason}`);
    return "none";
  }
  const faults = findFaults(content.text, sections);
  // A heading is all that is owed: what is empty is named beside what is missing, and holds nobody by itself.
  const isOwed = faults.some(({ kind }) => kind === "missing");
  // What was not read may hold what was not found.
  return isOwed && content.isWhole ? faults : "none";
}

/** The local day on which the agent started: one that worked over midnight may have used that day's file. */
function startDay(event: CommonFields, context: HookContext): string | undefined {
  const { agentId } = event;
  if (agentId === undefined) return undefined;
  const { sessionId } = context.session;
  const start = context.withStore((store) => helperStart(store, sessionId, agentId), undefined);
  return start === undefined ? undefined : localDay(new Date(start));
}
