// The hook post-tool-use: captures calls, and tells what is known about a read file or a failure.
import { type KeptFields, recordOfEvent } from "./call_record.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { recallAboutFiles } from "./load_recall.ts";
import { loadRuns } from "./load_runs.ts";
import { isKeptQuestion, isOwnTool, isShellTool, isSkippedTool, toolPriority } from "../shell/tools.ts";
import { decodeToolUse, keptOf, namedFiles, type ToolUseEvent } from "../wire/events.ts";
import { type Reply, toModel } from "../wire/reply.ts";
import { isRefusal } from "../wire/tool_results.ts";

export const POST_TOOL_USE: HookDefinition<ToolUseEvent> = {
  name: "post-tool-use",
  decode: decodeToolUse,
  cleans: keptOf,
  handle: onToolUse,
};

async function onToolUse(event: ToolUseEvent, context: HookContext): Promise<Reply | undefined> {
  const { toolName } = event;
  const { skip_tools } = context.settings.capture;
  const isOwnRecord = isOwnTool(toolName) && /(_ghap|save_memory)$/.test(toolName);
  if (isOwnRecord || isKeptQuestion(toolName, skip_tools)) {
    return (await loadRuns()).onUncaptured(event, keptFields(event, context), context);
  }
  const { result } = event; // Claude Code reports no call that the user refused, other clients do
  const isRefused = result?.kind === "error" && !result.isInterrupt && isRefusal(result.message);
  if (isRefused || isSkippedTool(toolName, skip_tools)) return undefined;
  const kept = keptFields(event, context);
  if (isShellTool(toolName)) return (await loadRuns()).onShellCall(event, kept, context);
  const priority = toolPriority(toolName);
  const capture = recordOfEvent(event, { kept, priority, outcome: undefined }, context);
  // Claude Code's BashOutput has only what is new since the last call; its notification tells the end of a run.
  const isPoll = toolName === "BashOutput" && context.client !== undefined;
  const run = isPoll ? await (await loadRuns()).endPolledRun(kept, context) : undefined;
  const isNew = context.record({ name: "hook.post_tool_use" }, [capture, ...run?.records ?? []]);
  const read = toolName === "Read" && result?.kind === "response" ? namedFiles(event.toolInput) : [];
  return isNew
    ? toModel("PostToolUse", ...run?.answers() ?? [], await recallAboutFiles(read, context))
    : undefined;
}

function keptFields({ toolInput, result }: ToolUseEvent, context: HookContext): KeptFields {
  const tool_input = context.cleaner.cleanJson(toolInput);
  if (result === undefined) return { tool_input };
  if (result.kind === "response") {
    return { tool_input, tool_response: context.cleaner.cleanJson(result.value) };
  }
  const error = context.cleaner.cleanText(result.message);
  return { tool_input, error, ...(result.isInterrupt ? { is_interrupt: true } : {}) };
}
