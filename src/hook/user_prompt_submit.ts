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

/** A prompt with the parts of mneme that it needs. */
export interface PreparedPrompt {
  /** Clean; empty for a wholly private one. */
  readonly text: string;
  /** The search; loaded for a prompt that asks for something. */
  readonly recall?: Recall | undefined;
  /** What the text tells as the client's own note that a background task has ended. */
  readonly task?: TaskNotification;
  /** The run that has ended with it; loaded where the note says something of one. */
  readonly run?: MetRun | undefined;
}

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

export async function preparePrompt(event: UserPromptEvent, context: HookContext): Promise<PreparedPrompt> {
  const text = context.cleanText(event.prompt).trim();
  if (event.notification === undefined) {
    const isAsking = !isAcknowledgement(text) && wantsContext(context);
    return { text, recall: isAsking ? await loadRecall() : undefined };
  }
  const task = decodeNotification(text) ?? NOTHING_SAID; // read again: any part of it may be private
  const { endBackgroundRun } = await loadRuns();
  return { text, task, run: await endBackgroundRun(task, text, context) };
}

/** Counts and keeps the prompt, and brings back what fits it. */
export function onUserPrompt(
  event: UserPromptEvent,
  context: HookContext,
  { text, recall, task, run }: PreparedPrompt,
): Reply | undefined {
  if (task !== undefined) return onTaskEnd(event, context, { task, run });
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
  const fitting = context.isLate() ? undefined : recall?.recallByPrompt(text, context);
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
  { promptId }: UserPromptEvent,
  context: HookContext,
  { task: { taskId, toolUseId, status }, run }: Pick<PreparedPrompt, "run"> & {
    readonly task: TaskNotification;
  },
): Reply | undefined {
  const isNew = context.record(run?.records ?? [], {
    name: "task_notification",
    subject: taskId === undefined ? null : `${taskId} ${promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  });
  const answer = isNew ? run?.answer() : undefined;
  return answer === undefined ? undefined : { context: { event: "UserPromptSubmit", text: answer } };
}
