// Checks the scratchpads (notes of the day) that agents must write: a subagent's own, and the main agent's.
import { hashText } from "../base/hash.ts";
import { localDay } from "../base/time.ts";
import type { HookContext } from "./context.ts";
import { leadsOutside } from "../machine/files.ts";
import {
  type DatedScratchpad,
  hasScratchpads,
  ScratchpadFiles,
  scratchpadFolder,
} from "../machine/scratchpad_files.ts";
import { siblingMneme } from "../machine/mneme_command.ts";
import {
  blockReason,
  COORDINATOR,
  coordinatorReason,
  isPlainName,
  missingSections,
  USER_FOLDER,
} from "../session/scratchpad.ts";
import { countBlock, hasOtherSubagent, startIfCalled, subagentStart } from "../store/scratchpads.ts";
import type { Reply } from "../wire/reply.ts";

/** Prints nothing, as another install has sent the main agent back; but as a reply, it prevents an ask. */
const SILENT_BLOCK: Reply = {};

/** Returns `undefined` if the project requires no scratchpads. */
export function requiredScratchpads(context: HookContext): ScratchpadFiles | undefined {
  const { folder, settings } = context;
  const { enforce } = settings.scratchpad;
  if (enforce === "never" || (enforce === "auto" && !hasScratchpads(folder))) return undefined;
  const files = new ScratchpadFiles(scratchpadFolder(folder));
  if (!leadsOutside(files.folder, folder)) return files;
  context.log("info", `${files.folder} leads out of the project by a link, so no agent needs a scratchpad`);
  return undefined;
}

/** Sends back a subagent whose scratchpad is not complete, at most `max_blocks` times; `undefined` lets it stop. */
export function checkScratchpad(agentType: string, files: ScratchpadFiles, context: HookContext) {
  const { exempt_agents, sections } = context.settings.scratchpad;
  if (exempt_agents.includes(agentType)) return undefined;
  if (!isPlainName(agentType)) {
    context.log("info", `An agent type cannot name a folder, so it needs no scratchpad: ${agentType}`);
    return undefined;
  }
  const judged = (day: string) => ({ day, faults: faultsOn(day, agentType, files, context) });
  const today = judged(localDay(context.now));
  if (today.faults.length === 0) return undefined;
  const atStart = judged(startDay(context));
  if (atStart.faults.length === 0) return undefined;
  const { day, faults } = today.faults === "missing" && atStart.faults !== "missing" ? atStart : today;
  const path = files.pathOf(agentType, day);
  const agentId = context.owner.agentId ?? undefined;
  const data = { agent_id: agentId, agent_type: agentType, path, faults };
  const verdict = judgeBlock(`${agentId ?? agentType} ${day}`, data, context);
  return verdict === "block" ? { block: blockReason({ path, sections }, faults) } : undefined;
}

/** Returns the sections that a day's file lacks; none if it cannot be judged, "missing" without a file. */
function faultsOn(day: string, agentType: string, files: ScratchpadFiles, context: HookContext) {
  const content = files.read(agentType, day);
  if (content.kind === "missing") return "missing" as const;
  if (content.kind === "unreadable") {
    context.log("info", `The scratchpad of ${agentType} cannot be judged and passes: ${content.reason}`);
    return [];
  }
  return missingSections(content.text, context.settings.scratchpad.sections);
}

/** Returns the day on which an agent started: past midnight, it may still use the file of that day. */
function startDay(context: HookContext): string {
  const { owner: { sessionId, agentId }, now } = context;
  const start = agentId === null
    ? undefined
    : context.withStore((store) => subagentStart(store, sessionId, agentId));
  return localDay(start === undefined ? now : new Date(start));
}

/** Sends the main agent back if today's scratchpads of others oblige it to write the coordinator's. */
export function checkCoordinator(files: ScratchpadFiles, context: HookContext): Reply | undefined {
  const day = localDay(context.now);
  const ofToday = files.ofDay(day);
  if (ofToday.some(({ agent }) => agent === COORDINATOR)) return undefined;
  const others = ofToday.filter(({ agent }) => agent !== USER_FOLDER);
  if (others.length === 0 || files.read(COORDINATOR, day).kind === "unreadable") return undefined;
  const written = padsOfSession(others, context);
  if (written.length === 0) return undefined;
  const path = files.pathOf(COORDINATOR, day);
  const data = { agent_type: COORDINATOR, path, faults: "missing" };
  const verdict = judgeBlock(`${COORDINATOR} ${day}`, data, context);
  if (verdict === "told") return SILENT_BLOCK;
  if (verdict !== "block") return undefined;
  const { sections } = context.settings.scratchpad;
  const request = { day, path, sections, isScript: context.isUnattended() };
  return { block: coordinatorReason(request, written.map(({ agent }) => agent)) };
}

/** Returns none if the turn called no tool; all if the session had a subagent that must write one; else those changed in it. */
function padsOfSession(found: readonly DatedScratchpad[], context: HookContext): readonly DatedScratchpad[] {
  const { session, settings } = context;
  return context.withStore((store) => {
    const began = startIfCalled(store, session.sessionId);
    if (began === undefined) return [];
    if (hasOtherSubagent(store, session.sessionId, settings.scratchpad.exempt_agents)) return found;
    return found.filter(({ changedAt }) => changedAt.toISOString() >= began);
  }, []);
}

/** Returns the decision of `countBlock`; "uncounted" if the database fails, which lets the agent stop. */
function judgeBlock(subject: string, data: Record<string, unknown>, context: HookContext) {
  return context.withStore((store) =>
    countBlock(store, {
      sessionId: context.session.sessionId,
      subject,
      data,
      install: hashText(siblingMneme()),
      startedAt: new Date(performance.timeOrigin),
      maxBlocks: context.settings.scratchpad.max_blocks,
    }), "uncounted");
}

/** Returns the clean lines of a text. Needs all of it, as a private block may begin far above. */
export async function cleanLines(text: string, context: HookContext): Promise<string[]> {
  const clean = (await context.cleanReadText(text)).trimEnd();
  return clean === "" ? [] : clean.split(/\r\n|\n|\r/);
}
