import type { HookContext, HookDefinition } from "./context.ts";
import type { MetRun } from "./ghap_outcome.ts";
import { loadRecall, type Recall } from "./load_parts.ts";
import { loadRuns } from "./load_runs.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { takeNote } from "../store/notes.ts";
import { noteText } from "../triage/turn_note.ts";
import {
  decodeNotification,
  decodeUserPrompt,
  type TaskNotification,
  type UserPromptEvent,
} from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

export const USER_PROMPT_SUBMIT: HookDefinition<UserPromptEvent, PreparedPrompt> = {
  name: "user-prompt-submit",
  decode: decodeUserPrompt,
  cleans: ({ prompt }) => prompt,
  prepare: preparePrompt,
  handle: onUserPrompt,
};

/** The parts of mneme that a prompt needs. */
export interface PreparedPrompt {
  /** Loaded for a prompt that asks for something. */
  readonly recall: Recall | undefined;
  /** Loaded for the note that a background task has ended, where it says something of a run. */
  readonly run: MetRun | undefined;
}

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

export async function preparePrompt(event: UserPromptEvent, context: HookContext): Promise<PreparedPrompt> {
  const text = context.cleanText(event.prompt);
  if (event.notification !== undefined) {
    const { endBackgroundRun } = await loadRuns();
    return { recall: undefined, run: await endBackgroundRun(notificationIn(text), text, context) };
  }
  const isAsking = !isAcknowledgement(text.trim()) && wantsContext(context);
  return { recall: isAsking ? await loadRecall() : undefined, run: undefined };
}

/** Counts and keeps the prompt, and brings back what fits it. */
export function onUserPrompt(
  event: UserPromptEvent,
  context: HookContext,
  prepared: PreparedPrompt,
): Reply | undefined {
  if (event.notification !== undefined) return onTaskEnd(event, prepared, context);
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
  );
  if (!isNew) return undefined;
  const note = noteOfLastTurn(context);
  const fitting = context.isLate() ? undefined : prepared.recall?.recallByPrompt(text, context);
  const texts = [note, fitting].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : { context: { event: "UserPromptSubmit", text: texts.join("\n") } };
}

/** Asks the agent whether something of the turn before is worth keeping; few turns leave such a note. */
function noteOfLastTurn(context: HookContext): string | undefined {
  if (!context.settings.triage.nudge.enabled || context.isUnattended()) return undefined;
  const { session, at } = context;
  const note = context.withStore((store) => takeNote(store, session.sessionId, at), undefined);
  return note === undefined ? undefined : noteText(note);
}

function wantsContext(context: HookContext): boolean {
  const { context_depth, limit, token_budget } = context.settings.hooks.user_prompt_submit;
  return context_depth !== "none" && limit > 0 && token_budget > 0 && !context.isLate();
}

/** The client's own note that a background task ended is an event, not a prompt. */
function onTaskEnd(
  event: UserPromptEvent,
  { run }: PreparedPrompt,
  context: HookContext,
): Reply | undefined {
  const { taskId, toolUseId, status } = notificationIn(context.cleanText(event.prompt));
  const isNew = context.record(run?.records ?? [], {
    name: "task_notification",
    subject: taskId === undefined ? null : `${taskId} ${event.promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  });
  const answer = isNew ? run?.answer() : undefined;
  return answer === undefined ? undefined : { context: { event: "UserPromptSubmit", text: answer } };
}

/** Read again from the clean text: any part of it may be private. */
function notificationIn(cleanText: string): TaskNotification {
  return decodeNotification(cleanText) ?? NOTHING_SAID;
}
