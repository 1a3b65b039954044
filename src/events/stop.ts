import { planStop } from "../core/stop_plan.ts";
import { settleNotes } from "../store/notes.ts";
import { SHELL_WAIT_EVENT, type StopState, stopState } from "../store/stop_state.ts";
import type { Reply } from "../wire/reply.ts";
import type { StopEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";
import { summarizeStop } from "./stop_summary.ts";

/**
 * Notes the end of a turn, asks for the coordinator's scratchpad or else for what of the turn is worth remembering,
 * and sums the session up.
 */
export async function onStop(event: StopEvent, context: HookContext): Promise<Reply | undefined> {
  if (event.agentId !== undefined) return undefined; // a helper's end, of whatever kind, is not the turn's
  const { sessionId } = context.session;
  const state = context.withStore((store) => stopState(store, sessionId), undefined);
  const isFirst = recordStop(event, state, context);
  const block = await scratchpadBlock(event, context);
  if (!isFirst) return block;
  if (state?.hasOpenNote === 1) context.withStore((store) => settleNotes(store, sessionId), undefined);
  const asked = await triageTurn(event, { state, mayAsk: block === undefined }, context);
  await summarizeStop(event, context);
  if (state?.hasUnjudged === 1) await judgeContext(event, context);
  return block ?? asked;
}

/** What was brought back in this turn may show in what was said last. */
async function judgeContext({ lastAssistantMessage }: StopEvent, context: HookContext): Promise<void> {
  if (lastAssistantMessage === undefined || context.isLate()) return;
  const { judgeTurn } = await import("./judge_turn.ts");
  judgeTurn(lastAssistantMessage, context);
}

/** False when a second install has reported the same stop. */
function recordStop(event: StopEvent, state: StopState | undefined, context: HookContext): boolean {
  return context.record([], {
    name: "stop",
    subject: event.promptId ?? null,
    data: { pending_observations: state?.pendingCaptures ?? 0 },
  });
}

/** While subagents run there is more to come, and a further stop. */
async function scratchpadBlock(event: StopEvent, context: HookContext): Promise<Reply | undefined> {
  const files = running(event, "subagent") > 0 ? undefined : await context.scratchpads();
  if (files === undefined) return undefined;
  const { checkCoordinator } = await import("./stop_scratchpad.ts");
  return checkCoordinator(files, context);
}

interface TurnEnd {
  readonly state: StopState | undefined;
  /** False where the agent is sent back for its scratchpad: memories are asked for at a later stop. */
  readonly mayAsk: boolean;
}

async function triageTurn(
  event: StopEvent,
  { state, mayAsk }: TurnEnd,
  context: HookContext,
): Promise<Reply | undefined> {
  if (state === undefined) return undefined; // what was asked cannot be told, so nothing is asked
  const plan = planStop(situation(event, state, context), context.settings.triage);
  if (!mayAsk && plan !== "save") return undefined; // a script has no later stop, and saving asks nobody
  if (plan === "wait") return waitFor(event, context);
  if (plan === "nothing") return undefined;
  // The largest part of any hook, and most stops of a working session end before it.
  const { triageStop } = await import("./stop_triage.ts");
  return await triageStop(event, context, {
    plan,
    promptCount: state.promptCount,
    hasHeld: state.hasHeld === 1,
  });
}

function situation(event: StopEvent, state: StopState, context: HookContext) {
  return {
    isUnattended: context.isUnattended(),
    runningSubagents: running(event, "subagent"),
    runningShells: running(event, "shell"),
    shellWaits: state.shellWaits,
    promptsSinceAsk: state.askedAtPrompt === null ? undefined : state.promptCount - state.askedAtPrompt,
  };
}

function running(event: StopEvent, type: string): number {
  return event.backgroundTasks.filter((task) => task.type === type && task.status === "running").length;
}

/** Subagents end and bring a further stop; only for a shell, which may never end, are the waits counted. */
function waitFor(event: StopEvent, context: HookContext): undefined {
  if (running(event, "subagent") > 0) return;
  context.record([], { name: SHELL_WAIT_EVENT, subject: event.promptId ?? "stop" });
}
