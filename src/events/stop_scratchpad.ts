import { COORDINATOR, EGO } from "../core/scratchpad/agent_name.ts";
import { hashText } from "../core/hash.ts";
import { localDay } from "../core/scratchpad/local_day.ts";
import type { DatedScratchpad, ScratchpadFiles } from "../host/scratchpad_files.ts";
import { countBlock } from "../store/scratchpad_blocks.ts";
import { hasHelperBeside, sessionStart } from "../store/scratchpad_facts.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

/** Another install has sent it back: one stop is answered once, so nothing else is asked for either. */
const TOLD: Reply = {};

/** Sends the main agent back where this session's agents have left scratchpads today and the coordinator has not. */
export async function checkCoordinator(
  files: ScratchpadFiles,
  context: HookContext,
): Promise<Reply | undefined> {
  const day = localDay(context.now);
  const ofToday = files.ofDay(day);
  if (ofToday.some(({ agent }) => agent === COORDINATOR)) return undefined;
  const others = ofToday.filter(({ agent }) => agent !== EGO);
  if (others.length === 0) return undefined;
  if (files.read(COORDINATOR, day).kind === "unreadable") return undefined;
  const owing = ofThisSession(others, context);
  if (owing.length === 0) return undefined;
  const { sections, max_blocks } = context.settings.scratchpad;
  const path = files.pathOf(COORDINATOR, day);
  const verdict = context.withStore((store) =>
    countBlock(store, {
      sessionId: context.session.sessionId,
      subject: `${COORDINATOR} ${day}`,
      data: { agent_type: COORDINATOR, path, faults: "missing" },
      install: hashText(context.install),
      startedAt: context.startedAt,
      maxBlocks: max_blocks,
    }), "uncounted");
  if (verdict === "told") return TOLD;
  if (verdict !== "block") return undefined;
  const { coordinatorReason } = await import("../core/scratchpad/texts.ts"); // seldom needed
  return { block: coordinatorReason({ day, path, sections }, owing.map(({ agent }) => agent)) };
}

/** A later session of the same day that works alone owes nothing for what others left before it. */
function ofThisSession(found: readonly DatedScratchpad[], context: HookContext): readonly DatedScratchpad[] {
  const { session, settings } = context;
  return context.withStore((store) => {
    const began = sessionStart(store, session.sessionId);
    if (began === undefined) return [];
    if (hasHelperBeside(store, session.sessionId, settings.scratchpad.exempt_agents)) return found;
    return found.filter(({ changedAt }) => changedAt.toISOString() >= began);
  }, []);
}
