import type { ToolCaptured } from "../core/writes.ts";
import { itemsAboutFile } from "../store/context/items_about_file.ts";
import { asObject, asText } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import type { HookContext } from "./context.ts";

/** What is known of the file that was read, or of the command that failed; mostly nothing. */
export async function recallAfter(
  event: ToolUseEvent,
  { filesTouched: [file], agentId }: ToolCaptured,
  context: HookContext,
): Promise<Reply | undefined> {
  if (event.result?.kind === "error") {
    const command = context.cleanText(asText(asObject(event.toolInput)?.command) ?? "");
    const output = context.cleanText(event.result.message);
    const { recallByFailure } = await import("./recall_by_failure.ts");
    return replyOf("PostToolUseFailure", recallByFailure({ agentId, command, output }, context));
  }
  if (file === undefined) return undefined;
  const { project } = context.session;
  const hits = context.withStore((store) => itemsAboutFile(store, project, file), []);
  if (hits.length === 0) return undefined;
  const { recallByFile } = await import("./recall_by_file.ts"); // nothing is known of most files
  return replyOf("PostToolUse", recallByFile({ file, agentId, hits }, context));
}

function replyOf(event: string, text: string | undefined): Reply | undefined {
  return text === undefined ? undefined : { context: { event, text } };
}
