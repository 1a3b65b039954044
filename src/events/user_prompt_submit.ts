import type { Reply } from "../wire/reply.ts";
import { decodeNotification, type TaskNotification, type UserPromptEvent } from "../wire/user_prompt.ts";
import type { OutcomeKnown } from "../core/writes.ts";
import type { HookContext } from "./context.ts";

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

/** Counts and keeps the prompt. The client's own note that a background task ended is an event, not a prompt. */
export async function onUserPrompt(event: UserPromptEvent, context: HookContext): Promise<Reply | undefined> {
  if (event.notification !== undefined) {
    const text = context.cleanText(event.prompt);
    // Read again from what may be kept: any part of it may be private.
    const { taskId, toolUseId, status } = decodeNotification(text) ?? NOTHING_SAID;
    const known = await outcomesOf({ taskId, toolUseId, status }, text, context);
    const isNew = context.record(known, {
      name: "task_notification",
      subject: taskId === undefined ? null : `${taskId} ${event.promptId ?? ""}`,
      data: { task_id: taskId, tool_use_id: toolUseId, status },
    });
    return isNew && known[0] !== undefined ? await answerKnown(known[0], context) : undefined;
  }
  const text = context.cleanText(event.prompt).trim();
  context.record(
    [{
      kind: "prompt-submitted",
      session: context.session,
      at: context.now.toISOString(),
      promptId: event.promptId ?? null,
      text: text === "" ? null : text,
    }],
    { name: "user_prompt_submit", subject: event.promptId ?? null },
  );
  return undefined;
}

/** What the model is told of a run in the background that has ended. */
async function answerKnown(known: OutcomeKnown, context: HookContext): Promise<Reply | undefined> {
  const { answerBackgroundRun } = await import("./ghap_background.ts");
  const text = answerBackgroundRun(known, context);
  return text === undefined ? undefined : { context: { event: "UserPromptSubmit", text } };
}

/** Of the tests or the build that ran in the background. */
async function outcomesOf(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<readonly OutcomeKnown[]> {
  if (notification.toolUseId === undefined || !context.settings.hooks.outcome_capture.enabled) return [];
  const { backgroundOutcome } = await import("./background_outcome.ts"); // much code, for few prompts
  const known = await backgroundOutcome(notification, text, context);
  return known === undefined ? [] : [known];
}
