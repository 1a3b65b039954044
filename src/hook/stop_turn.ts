// The work of a stop: records the end of a turn, asks, saves or leaves a note, and sums the session up.
import type { Message } from "../base/conversation.ts";
import { hashText } from "../base/hash.ts";
import { isAtOrBelow, parentFolder } from "../base/slashes.ts";
import { isoTime } from "../base/time.ts";
import type { HookContext } from "./context.ts";
import { type Found, judgeConversation, type Judged, OPEN_TURNS } from "./judge_conversation.ts";
import { type Conversation, readConversation, withCleanCommands } from "./read_conversation.ts";
import { checkCoordinator, requiredScratchpads } from "./scratchpads.ts";
import { turnState, waitingPrompt } from "./turn_state.ts";
import { mnemeCommand } from "../machine/mneme_command.ts";
import { findProject } from "../machine/project.ts";
import { turnAnswered } from "../session/answers.ts";
import { afterAnswer, afterPrompt, sessionTitle } from "../session/session_facts.ts";
import { summarizeSession } from "../session/session_summary.ts";
import { isNote } from "../session/wording.ts";
import { isSavedInTurn, keepAsks } from "../store/asks.ts";
import { keepNote } from "../store/notes.ts";
import { sessionFacts, writeSummary } from "../store/session_facts.ts";
import { isForgottenSession } from "../store/sessions.ts";
import { SHELL_WAIT_EVENT, type StopState } from "../store/stop_state.ts";
import { askText, isNearlyCertain, MAX_ASKED, planStop } from "../triage/ask.ts";
import { beginsTurn, isPrompt } from "../triage/conversation_rows.ts";
import { editedFiles, seenInTurn } from "../triage/turn_facts.ts";
import type { StopEvent } from "../wire/events.ts";
import { type Reply, toModel } from "../wire/reply.ts";
import { saidByAssistant } from "../wire/said_text.ts";

/** The most actions that a stop sums up, as it runs after every turn; `mneme process` sums up all. */
const MAX_ACTIONS = 1000;

/** The reply asks for the coordinator's scratchpad if that is missing, else for memories. */
export async function onStop(event: StopEvent, context: HookContext): Promise<Reply | undefined> {
  if (event.agentId !== undefined) return undefined; // a subagent has ended, not the turn
  let conversation: Conversation | undefined;
  const converse = () => conversation ??= readConversation(event, context);
  if (context.client?.dialect.hidesQueued === true) await recordQueued(converse(), context);
  const heard = turnState(context, () => converse().isPrivate !== false);
  const state = heard && converse().isPrivate ? { ...heard, isPrivate: 1 } : heard;
  const read = () => converse().messages;
  const newestTurn = () => read().slice(Math.max(0, read().findLastIndex(isPrompt)));
  const said = event.lastAssistantMessage ?? lastOf("assistant", newestTurn()) ?? "";
  const lastWords = await clean(saidByAssistant(said), context);
  // While the database cannot be used, the prompt waits in the spool, and the transcript tells if its turn is private.
  const { enabled: arePromptsSeen } = context.settings.hooks.user_prompt_submit;
  const isPublic = state ? state.isPrivate !== 1 : arePromptsSeen && converse().isPrivate === false;
  // A prompt that was typed during a turn may be answered in that turn or the next: the transcript tells in which.
  const isTold = state?.isQueued === 1 && read().findLast(beginsTurn)?.promptId === event.promptId;
  const typed = isTold ? await clean(read().findLast(isPrompt)?.text, context) : undefined;
  const asked = state ? typed ?? state.asked : waitingPrompt(context);
  const { session, at } = context;
  const since = state?.isUnprompted ? at : undefined; // no prompt began the turn, so its answer replaces no other
  const isKept = isPublic && (asked || since);
  const answer = isKept && lastWords?.trim() ? [turnAnswered(lastWords, asked, { session, at, since })] : [];
  const data = { pending_observations: state?.pendingCaptures ?? 0 };
  const isFirst = context.record({ name: "hook.stop", subject: stopSubject(event), data }, answer, !state);
  // While subagents run, another stop will follow.
  const mayBlock = running(event, "subagent") === 0 && !context.isUnheard && !event.isPlanning;
  const files = mayBlock ? requiredScratchpads(context) : undefined;
  const block = files && checkCoordinator(files, context);
  if (!isFirst) return block; // a second install has reported the same stop
  // A turn whose prompt was private or is unknown gets no memory and no summary. If user-prompt-submit is on and has no
  // prompt, and the transcript does not tell, the session began before mneme was installed: it counts as not private.
  if (state === undefined || (state.isPrivate ?? converse().isPrivate ?? !arePromptsSeen)) return block;
  const mayAsk = block === undefined && !event.isPlanning; // in plan mode, an agent may save nothing
  const ask = await triageTurn(event, { state, mayAsk, read }, context);
  await summarize(lastWords, read, context);
  return block ?? ask;
}

/** Records the prompts of the newest turn that only the transcript has. The state of the turn is read afterwards. */
async function recordQueued({ messages }: Conversation, context: HookContext) {
  const { session, settings, now } = context;
  const isGone = context.withStore((store) => isForgottenSession(store, session), false); // a prompt would bring it back
  if (isGone || !settings.hooks.user_prompt_submit.enabled) return;
  const mustWait = waitingPrompt(context) !== undefined;
  for (const { isQueued, text: typed, at: time } of messages.slice(messages.findLastIndex(beginsTurn) + 1)) {
    const text = isQueued && await clean(typed, context);
    if (!text) continue;
    const at = isoTime(Date.parse(time ?? "") || now.getTime());
    const prompt = { kind: "prompt-submitted", session, at, promptId: null, text } as const;
    context.record({ name: "prompt.queued" }, [prompt], mustWait);
  }
  context.spoolRefusedRecords();
}

/** Names a stop, so that two installs store it once. Later stops of its turn have other words or tasks. */
function stopSubject(event: StopEvent): string | undefined {
  const tasks = `${running(event, "subagent")},${running(event, "shell")}`;
  return event.promptId && `${event.promptId} ${hashText(event.lastAssistantMessage ?? "")},${tasks}`;
}

/** Asks the agent to save the findings of a turn, leaves a note about them, or saves them; without `mayAsk`, only saves. */
async function triageTurn(
  event: StopEvent,
  { state, mayAsk, read }: Readonly<{ state: StopState; mayAsk: boolean; read: () => readonly Message[] }>,
  context: HookContext,
): Promise<Reply | undefined> {
  const plan = planStop({
    isUnattended: context.isUnattended(),
    runningSubagents: running(event, "subagent"),
    runningShells: running(event, "shell"),
    shellWaits: state.shellWaits,
    isSaved: event.backgroundTasks.length > 0 &&
      context.withStore((store) => isSavedInTurn(store, { ...context.session, ...state }), false),
    promptsSinceAsk: state.askedAtPrompt === null ? undefined : state.promptCount - state.askedAtPrompt,
  }, context.settings.triage);
  if (!mayAsk && plan !== "save") return undefined; // silent saving interrupts nobody, and a script has no later stop
  // The number of these records limits the waits.
  if (plan === "wait") context.record({ name: SHELL_WAIT_EVENT, subject: event.promptId ?? "stop" });
  if (plan === "wait" || plan === "nothing") return undefined;
  const judged = await judgeConversation(read(), plan === "settle" ? 1 : OPEN_TURNS, context);
  // An agent that edited a client's note has itself chosen where to keep what was said. Clients also load notes above.
  const edited = editedFiles(judged.messages.slice(judged.turnStart));
  const isAbove = (folder: string) => isAtOrBelow(context.session.project, findProject(folder));
  const isNoted = edited.some((file) =>
    isNote(file, context.folder) || isNote(file, parentFolder(file)) && isAbove(parentFolder(file))
  );
  // The note reaches the agent even if the client keeps asks from it.
  const action = isNoted || plan === "ask" && context.isUnheard ? "note" : plan;
  const kept = keepFound(judged, action, state, context);
  if (action === "ask" && kept.length > 0) return askAbout(kept, context);
  const isNoteDue = !isNoted && (action === "note" || judged.found.length === 0);
  if (isNoteDue && !context.isUnattended()) await leaveNote(judged, kept, state, context);
  return undefined;
}

function running(event: StopEvent, type: string): number {
  return event.backgroundTasks.filter((task) => task.type === type && task.status === "running").length;
}

/** Stores the findings. Returns the new ones, to ask about; none if storing fails, or the turn has saved a memory. */
function keepFound(
  judged: Judged,
  action: "ask" | "note" | "save" | "settle",
  { promptCount }: StopState,
  context: HookContext,
): readonly Found[] {
  const { session: { sessionId }, settings: { triage }, at } = context;
  if (judged.found.length + judged.dismissed.length === 0) return [];
  // With a note, all findings become candidates, as the next prompt may take a rule back.
  const isCertain = ({ finding }: Found) =>
    action === "save" && isNearlyCertain(finding, triage.heuristic_threshold);
  const chosen = action === "ask" ? undefined : isCertain;
  return context.withStore((store) => keepAsks(store, judged, { sessionId, promptCount, at }, chosen), []);
}

function askAbout(kept: readonly Found[], context: HookContext): Reply | undefined {
  const asked = kept.slice(0, MAX_ASKED).map(({ draft }) => ({ category: draft.category, text: draft.body }));
  const text = askText(asked, mnemeCommand(context.shellWord));
  const { delivery } = context.settings.triage;
  if (delivery === "context") return toModel("Stop", text);
  return delivery === "decision" ? { block: text } : { blockByExitCode: text };
}

async function leaveNote(
  { messages, turnStart, findings }: Judged,
  kept: readonly Found[],
  { promptCount, isFixTold }: StopState,
  context: HookContext,
): Promise<void> {
  const { nudge, heuristic_threshold } = context.settings.triage;
  if (!nudge.enabled || nudge.max_per_session === 0 || context.isLate()) return;
  const cleaned = await withCleanCommands(messages, context);
  const untold = findings.filter(({ score }) => score < heuristic_threshold);
  const told = { asked: heuristic_threshold, isFixTold: isFixTold === 1 };
  const reasons = seenInTurn(cleaned, turnStart, [...untold, ...kept.map(({ finding }) => finding)], told);
  if (reasons.length === 0) return;
  const turn = messages[turnStart]; // perhaps already the next turn: by this key, its own stop leaves no second note
  const key = hashText(`${turn?.uuid} ${turn?.offset}`);
  const note = { sessionId: context.session.sessionId, promptCount, key, reasons, at: context.at };
  context.withStore((store) => keepNote(store, note, nudge.max_per_session));
}

/** Updates the title and the summary, as the session may end without another hook. */
async function summarize(
  lastWords: string | undefined,
  read: () => readonly Message[],
  context: HookContext,
): Promise<void> {
  const { session } = context;
  const known = context.withStore((store) => sessionFacts(store, { ...session, maxActions: MAX_ACTIONS }));
  if (known === undefined) return;
  // If no prompt is stored, the last one is read from the transcript.
  const prompt = known.prompts.length > 0 ? undefined : await clean(lastOf("user", read()), context);
  const prompted = prompt === undefined
    ? known
    : { ...known, prompts: [prompt], ...afterPrompt(known, prompt) };
  const facts = { ...prompted, ...afterAnswer(prompted, lastWords) };
  const texts = { title: sessionTitle(facts), summary: summarizeSession(facts) };
  context.withStore((store) => writeSummary(store, session.sessionId, texts));
}

async function clean(text: string | undefined, context: HookContext): Promise<string | undefined> {
  return text === undefined ? undefined : await context.cleanReadText(text);
}

function lastOf(role: Message["role"], messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === role && message.text !== "")?.text;
}
