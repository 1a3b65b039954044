import type { Message } from "../base/conversation.ts";
import type { HookContext } from "./context.ts";
import { drainSpool, HOOK_DRAIN_LIMIT } from "./drain_spool.ts";
import type { Refine } from "./judge_conversation.ts";
import { readMessages } from "./read_conversation.ts";
import { checkCoordinator, owedScratchpads } from "./scratchpads.ts";
import type { StopTask } from "./stop_triage.ts";
import { listSpool, readSpoolFile } from "../machine/spool.ts";
import { cleanIfNeeded } from "../privacy/cleaning.ts";
import { at } from "../base/json.ts";
import { turnAnswered } from "../session/answers.ts";
import { type SessionFacts, sessionTitle } from "../session/session_facts.ts";
import { summarizeSession } from "../session/session_summary.ts";
import { settleNotes } from "../store/notes.ts";
import { sessionFacts, writeSummary } from "../store/session_facts.ts";
import { SHELL_WAIT_EVENT, type StopState, stopState } from "../store/stop_state.ts";
import { planStop } from "../triage/stop_ask.ts";
import type { StopEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

/** The most actions that a stop sums up, as it runs after every turn; `mneme process` sums up all at the end. */
const MAX_ACTIONS = 1000;

/** The functions of a stop that read files or ask a model; tests replace them. */
export interface StopServices {
  readonly readMessages: typeof readMessages;
  readonly refineWithModel: Refine;
}

/**
 * Records the end of a turn and writes a summary of the session. The reply asks for the coordinator's
 * scratchpad if it is missing, else for memories of the turn.
 */
export async function onStop(
  event: StopEvent,
  context: HookContext,
  services: Partial<StopServices> = {},
): Promise<Reply | undefined> {
  if (event.agentId !== undefined) return undefined; // a subagent has ended, not the turn
  const { sessionId } = context.session;
  const state = stateOf(context);
  let messages: readonly Message[] | undefined;
  const read = () => messages ??= (services.readMessages ?? readMessages)(event, context);
  const said = event.lastAssistantMessage;
  const lastWords = await clean(said ?? lastOf("assistant", read()), context);
  const answer = lastWords?.trim() && state?.asked ? [turnAnswered(lastWords, state.asked, context)] : [];
  const isFirst = context.record(answer, {
    name: "stop",
    subject: event.promptId ?? null,
    data: { pending_observations: state?.pendingCaptures ?? 0 },
  });
  // While subagents run, another stop will follow.
  const files = running(event, "subagent") > 0 ? undefined : owedScratchpads(context);
  const block = files && checkCoordinator(files, context);
  if (!isFirst) return block; // a second install has reported the same stop
  if (state?.hasOpenNote === 1) context.withStore((store) => settleNotes(store, sessionId), undefined);
  // Nothing is stored of a turn whose prompt was wholly private or is not known.
  const isPublic = state?.isPrivate === 0;
  const ways = { mayAsk: block === undefined, read, refineWithModel: services.refineWithModel };
  const asked = isPublic ? await triageTurn(event, { state, ...ways }, context) : undefined;
  if (isPublic) await summarize(lastWords, read, context);
  return block ?? asked;
}

/**
 * Reads the session's state; `undefined` if it is not known, as when this turn's prompt is in the spool and
 * the spool cannot be drained.
 */
function stateOf(context: HookContext): StopState | undefined {
  const { paths, session: { sessionId }, log } = context;
  const isWaiting = () =>
    listSpool(paths).some((name) =>
      readSpoolFile(paths, name)?.writes.some((write) =>
        at(write, "kind") === "prompt-submitted" && at(write, "session", "sessionId") === sessionId
      )
    );
  if (isWaiting()) {
    context.withStore(
      (store) => void drainSpool(store, paths, { drainLimit: HOOK_DRAIN_LIMIT, log }),
      undefined,
    );
    if (isWaiting()) return undefined;
  }
  return context.withStore((store) => stopState(store, sessionId), undefined);
}

/** Triages a turn. If the stop asks for a scratchpad (`mayAsk` is false), a later stop triages the turn. */
async function triageTurn(
  event: StopEvent,
  { state, mayAsk, ...ways }: Pick<StopTask, "read" | "refineWithModel"> & {
    readonly state: StopState;
    readonly mayAsk: boolean;
  },
  context: HookContext,
): Promise<Reply | undefined> {
  const plan = planStop({
    isUnattended: context.isUnattended(),
    runningSubagents: running(event, "subagent"),
    runningShells: running(event, "shell"),
    shellWaits: state.shellWaits,
    promptsSinceAsk: state.askedAtPrompt === null ? undefined : state.promptCount - state.askedAtPrompt,
  }, context.settings.triage);
  if (!mayAsk && plan !== "save") return undefined; // silent saving interrupts nobody, and a script has no later stop
  if (plan === "wait") {
    // Waits for a shell are counted and limited, as it may never end. After a subagent's end comes another stop.
    if (running(event, "subagent") > 0) return undefined;
    context.record([], { name: SHELL_WAIT_EVENT, subject: event.promptId ?? "stop" });
    return undefined;
  }
  if (plan === "nothing") return undefined;
  // Loaded late: the largest module of any hook, and most stops return before this line.
  const { triageStop } = await import("./stop_triage.ts");
  return await triageStop({
    plan,
    promptCount: state.promptCount,
    hasHeld: state.hasHeld === 1,
    ...ways,
  }, context);
}

function running(event: StopEvent, type: string): number {
  return event.backgroundTasks.filter((task) => task.type === type && task.status === "running").length;
}

/** Updates the session's title and summary, without a model. The session may end without another hook. */
async function summarize(
  lastAnswer: string | undefined,
  read: () => readonly Message[],
  context: HookContext,
): Promise<void> {
  const { session } = context;
  const known = context.withStore(
    (store) => sessionFacts(store, { ...session, maxActions: MAX_ACTIONS }),
    undefined,
  );
  if (known === undefined) return;
  // If no prompt is stored, the last one is read from the transcript.
  const prompt = known.prompts.length > 0 ? undefined : await clean(lastOf("user", read()), context);
  const prompts = prompt === undefined ? known.prompts : [{ text: prompt, at: "" }];
  const facts: SessionFacts = { ...known, prompts, lastAnswer };
  const texts = { title: sessionTitle(facts), summary: summarizeSession(facts) };
  context.withStore((store) => writeSummary(store, session.sessionId, texts), undefined);
}

/** Returns the text without its private parts and secrets. */
async function clean(text: string | undefined, { settings }: HookContext): Promise<string | undefined> {
  return text === undefined ? undefined : await cleanIfNeeded(text, settings.privacy.redact_secrets);
}

function lastOf(role: Message["role"], messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === role && message.text !== "")?.text;
}
