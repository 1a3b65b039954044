import type { Reply } from "../wire/reply.ts";
import { decodeNotification, type TaskNotification, type UserPromptEvent } from "../wire/user_prompt.ts";
import type { HookContext } from "./context.ts";

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

/** Counts and keeps the prompt. The client's own note that a background task ended is an event, not a prompt. */
export function onUserPrompt(event: UserPromptEvent, context: HookContext): Reply | undefined {
  if (event.notification !== undefined) {
    // Read again from what may be kept: any part of it may be private.
    const { taskId, toolUseId, status } = decodeNotification(context.cleanText(event.prompt)) ?? NOTHING_SAID;
    context.record([], {
      name: "task_notification",
      subject: taskId === undefined ? null : `${taskId} ${event.promptId ?? ""}`,
      data: { task_id: taskId, tool_use_id: toolUseId, status },
    });
    return undefined;
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
