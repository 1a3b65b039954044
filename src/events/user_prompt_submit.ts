import { type Cleaning, cleaningOf } from "../core/privacy/cleaning.ts";
import { isAcknowledgement } from "../core/context/acknowledgement.ts";
import { noteText } from "../core/turn_note.ts";
import { takeNote } from "../store/notes.ts";
import type { Reply } from "../wire/reply.ts";
import { decodeNotification, type TaskNotification, type UserPromptEvent } from "../wire/user_prompt.ts";
import { applyPrompt } from "../store/apply_prompt.ts";
import type { OutcomeKnown } from "../core/writes.ts";
import type { HookContext } from "./context.ts";

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

/** What cleans the text that is kept of it. */
export function cleaningOfPrompt(event: UserPromptEvent): Cleaning | undefined {
  return cleaningOf(event.prompt);
}

/** Counts and keeps the prompt, and brings back what fits it. */
export async function onUserPrompt(event: UserPromptEvent, context: HookContext): Promise<Reply | undefined> {
  if (event.notification !== undefined) return await onTaskEnd(event, context);
  const text = context.cleanText(event.prompt).trim();
  const isNew = context.record(
    [{
      kind: "prompt-submitted",
      session: context.session,
      at: context.at,
      promptId: event.promptId ?? null,
      text: text === "" ? null : text,
    }],
    { name: "user_prompt_submit", subject: event.promptId ?? null },
    applyPrompt,
  );
  if (!isNew) return undefined;
  const texts = [noteOfLastTurn(context), await contextOf(text, context)].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : { context: { event: "UserPromptSubmit", text: texts.join("\n") } };
}

/** What asks the agent whether something of the turn before is worth keeping; few turns leave it. */
function noteOfLastTurn(context: HookContext): string | undefined {
  if (!context.settings.triage.nudge.enabled || context.isUnattended()) return undefined;
  const { session, at } = context;
  const note = context.withStore((store) => takeNote(store, session.sessionId, at), undefined);
  return note === undefined ? undefined : noteText(note);
}

/** What fits the prompt of all that is kept; the search is loaded for prompts that ask for something. */
async function contextOf(prompt: string, context: HookContext): Promise<string | undefined> {
  if (isAcknowledgement(prompt) || !wantsContext(context)) return undefined;
  const { promptContext } = await import("./prompt_context.ts");
  return promptContext(prompt, context);
}

/** The client's own note that a background task ended is an event, not a prompt. */
async function onTaskEnd(event: UserPromptEvent, context: HookContext): Promise<Reply | undefined> {
  const text = context.cleanText(event.prompt);
  // Read again from what may be kept: any part of it may be private.
  const notification = decodeNotification(text) ?? NOTHING_SAID;
  const { taskId, toolUseId, status } = notification;
  const known = await outcomeOf(notification, text, context);
  const weighed = known === undefined ? undefined : await weigh(known, context);
  const isNew = context.record(weighed?.records ?? [], {
    name: "task_notification",
    subject: taskId === undefined ? null : `${taskId} ${event.promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  }, weighed?.applyOutcome);
  const answer = isNew ? await weighed?.answer() : undefined;
  return answer === undefined ? undefined : { context: { event: "UserPromptSubmit", text: answer } };
}

function wantsContext(context: HookContext): boolean {
  const { context_depth, limit, token_budget } = context.settings.hooks.user_prompt_submit;
  return context_depth !== "none" && limit > 0 && token_budget > 0 && !context.isLate();
}

/** What the end of a run in the background makes known, and what it does to the open prediction. */
async function weigh(known: OutcomeKnown, context: HookContext) {
  const { weighBackgroundRun } = await import("./ghap_background.ts");
  const { answerRun, applyOutcome, recordsOf } = await import("./ghap_outcome.ts");
  const run = await weighBackgroundRun(known, context);
  return {
    records: [known, ...(run === undefined ? [] : recordsOf(run, context))],
    answer: () => run === undefined ? undefined : answerRun(run, context),
    applyOutcome,
  };
}

/** Of the tests or the build that ran in the background. */
async function outcomeOf(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<OutcomeKnown | undefined> {
  if (notification.toolUseId === undefined || !context.settings.hooks.outcome_capture.enabled) {
    return undefined;
  }
  const { backgroundOutcome } = await import("./background_outcome.ts"); // much code, for few prompts
  return backgroundOutcome(notification, text, context);
}
