import type { Message } from "../base/conversation.ts";
import { hashText } from "../base/hash.ts";
import type { HookContext } from "./context.ts";
import { type Found, judgeConversation, type Judged, type Refine } from "./judge_conversation.ts";
import { withCleanCommands } from "./read_conversation.ts";
import { mnemeCommand } from "../machine/mneme_command.ts";
import { type Ask, type Findings, keepAsks, releaseHeld, saveSilently } from "../store/asks.ts";
import { keepNote } from "../store/notes.ts";
import { HELD } from "../store/stop_state.ts";
import { askText, isNearlyCertain, MAX_ASKED } from "../triage/ask.ts";
import { seenInTurn } from "../triage/turn_facts.ts";
import type { Reply } from "../wire/reply.ts";

/** The plan of a stop that triages the conversation, and what it needs to carry it out. */
export interface StopTask {
  /** Reads the end of the conversation. */
  readonly read: () => readonly Message[];
  /** Replaces the configured model, in tests. */
  readonly refineWithModel: Refine | undefined;
  readonly plan: "ask" | "hold" | "save";
  readonly promptCount: number;
  /** True if findings of earlier stops are held and may be asked about now. */
  readonly hasHeld: boolean;
}

/**
 * Finds what is worth remembering at the end of the conversation, and, as the plan says, asks the agent to save
 * it, holds it for a later stop or saves it silently. An ask that cannot be recorded is not made.
 */
export async function triageStop(task: StopTask, context: HookContext): Promise<Reply | undefined> {
  const judged = await judgeConversation(task.read(), context, task.refineWithModel);
  const reply = deliverFound(judged, task, context);
  if (judged.found.length === 0 && reply === undefined && !context.isUnattended()) {
    await leaveNote(judged, task, context);
  }
  return reply;
}

/** Carries out the plan for the new findings and, if the plan is to ask, for held ones. */
function deliverFound(
  judged: Judged,
  { plan, promptCount, hasHeld }: StopTask,
  context: HookContext,
): Reply | undefined {
  const { sessionId } = context.session;
  const isAskingHeld = hasHeld && plan === "ask";
  if (judged.found.length + judged.dismissed.length === 0 && !isAskingHeld) return undefined;
  const ask = { sessionId, promptCount, at: context.at };
  if (plan === "save") return saveUnasked(judged, ask, context);
  if (plan === "ask") return askAbout(judged, ask, context);
  // The plan is "hold": the findings are stored for the next stop that may ask.
  context.withStore((store) => keepAsks(store, judged, { ...ask, promptCount: HELD }), []);
  return undefined;
}

/** Asks the agent to save held and new findings; does not ask if that cannot be recorded. */
function askAbout(findings: Findings, ask: Ask, context: HookContext): Reply | undefined {
  const held = context.withStore((store) => releaseHeld(store, ask), []);
  const room = MAX_ASKED - held.length;
  const kept = context.withStore((store) => keepAsks(store, findings, { ...ask, room }), []);
  const fresh = kept.slice(0, room).map(({ draft }) => ({ category: draft.category, text: draft.body }));
  const asked = [...held, ...fresh];
  return asked.length === 0 ? undefined : deliver(askText(asked, mnemeCommand(context.shellWord)), context);
}

/** Saves the nearly certain findings and stores the others as candidates, as nobody can be asked. */
function saveUnasked(findings: Findings<Found>, ask: Ask, context: HookContext): undefined {
  const { heuristic_threshold } = context.settings.triage;
  const isCertain = ({ candidate }: Found) => isNearlyCertain(candidate, heuristic_threshold);
  const saved = context.withStore((store) => saveSilently(store, findings, { ask, isCertain }), []);
  if (saved.length > 0) context.log("info", `Saved silently: ${saved.map((row) => `m${row}`).join(" ")}`);
}

function deliver(text: string, { settings: { triage: { delivery } } }: HookContext): Reply {
  if (delivery === "context") return { context: { event: "Stop", text } };
  return delivery === "decision" ? { block: text } : { blockByExitCode: text };
}

/** Stores a note if the turn looks worth a memory. The note is given to the agent with the next prompt. */
async function leaveNote(
  { messages, turnStart, candidates }: Judged,
  { promptCount }: StopTask,
  context: HookContext,
): Promise<void> {
  const { nudge } = context.settings.triage;
  if (!nudge.enabled || nudge.max_per_session === 0 || context.isLate()) return;
  const reasons = seenInTurn(await withCleanCommands(messages, context), turnStart, candidates);
  if (reasons.length === 0) return;
  const turn = messages[turnStart]; // may be the next prompt already, whose stop then leaves no second note
  const key = hashText(`${turn?.uuid} ${turn?.offset}`);
  const note = { sessionId: context.session.sessionId, promptCount, key, reasons, at: context.at };
  context.withStore((store) => keepNote(store, note, nudge.max_per_session), false);
}
