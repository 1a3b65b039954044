import type { Reply } from "../wire/reply.ts";
import type { UserPromptEvent } from "../wire/user_prompt.ts";
import type { HookContext } from "./context.ts";

/** Counts and keeps the prompt. The client's own note that a background task ended is an event, not a prompt. */
export function onUserPrompt(event: UserPromptEvent, context: HookContext): Reply | undefined {
  if (event.notification !== undefined) {
    const { taskId, toolUseId, status } = event.notification;
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
