import { fileName } from "../base/hash.ts";
import type { ToolCaptured } from "../base/writes.ts";
import { type KeptFields, recordOfCall } from "./call_record.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { type FileRecall, loadFileRecall } from "./load_parts.ts";
import { loadRuns, type Runs } from "./load_runs.ts";
import type { JudgedShell } from "./outcome.ts";
import { systemPath } from "../machine/project.ts";
import { isKeptQuestion, isOwnTool, isSkippedTool, toolPriority } from "../session/capture_rules.ts";
import { isShellTool } from "../shell/tools.ts";
import { type FileChange, lastChange } from "../store/file_changes.ts";
import { itemsNaming, type NamingItem } from "../store/search_tables.ts";
import { decodeToolUse, keptOf, namedFile, type ToolUseEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";
import { isRefusal } from "../wire/tool_results.ts";

export const POST_TOOL_USE: HookDefinition<ToolUseEvent, PreparedCall | Runs | undefined> = {
  name: "post-tool-use",
  decode: decodeToolUse,
  cleans: keptOf,
  prepare: prepareCall,
  handle: onToolUse,
};

/** A call with the parts of mneme that its handling needs. Its texts are clean. */
export interface PreparedCall {
  readonly kept: KeptFields;
  /** The judgement of a call of the shell. */
  readonly shell?: JudgedShell;
  /** The recall by file, loaded when something is known of the file that was read. */
  readonly recall?: FileRecall | undefined;
  /** The items that name that file. */
  readonly named: readonly NamingItem[];
  /** The newest session that changed it for a reason. */
  readonly change: FileChange | undefined;
}

/**
 * Cleans and judges a call, and loads the search where something may come back. Tools on the skip list are not
 * captured, but their effects are: an own tool may change an entry, a question has an answer.
 */
export async function prepareCall(
  event: ToolUseEvent,
  context: HookContext,
): Promise<PreparedCall | Runs | undefined> {
  const { toolName } = event;
  const { skip_tools } = context.settings.capture;
  if (isOwnTool(toolName) && toolName.endsWith("_ghap")) return await loadRuns();
  if (isKeptQuestion(toolName, skip_tools)) return await loadRuns();
  if (isSkippedTool(toolName, skip_tools) || wasRefused(event)) return undefined;
  const kept = keptFields(event, context);
  if (isShellTool(toolName)) {
    const { judgeShell } = await loadRuns();
    return { kept, shell: await judgeShell(event, kept, context), ...NOTHING_KNOWN };
  }
  const known = knownOfFile(event, context);
  const isKnown = known.named.length > 0 || known.change !== undefined;
  return { kept, ...known, recall: isKnown ? await loadFileRecall() : undefined };
}

/** Captures a tool call, successful or failed; answers with what is known of it, mostly nothing. */
export function onToolUse(
  event: ToolUseEvent,
  context: HookContext,
  call: PreparedCall | Runs | undefined,
): Reply | undefined {
  if (call === undefined) return undefined;
  if (!("kept" in call)) return call.onUncaptured(event, keptFields(event, context), context);
  const capture = captureOf(event, call, context);
  if (call.shell !== undefined) return call.shell.record(capture);
  const isNew = context.record([capture], { name: "post_tool_use", subject: null });
  if (!isNew || context.isLate()) return undefined;
  const { filesTouched: [path = ""], agentId } = capture;
  const file = { path, name: fileName(path) };
  const text = call.recall?.recallByFile({ file, agentId, named: call.named, change: call.change }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUse", text } };
}

/** Tells whether a call was refused and so never ran. Claude Code fires no hook for one; other clients may. */
function wasRefused({ result }: ToolUseEvent): boolean {
  return result?.kind === "error" && !result.isInterrupt && isRefusal(result.message);
}

/** Finds the items about a file that was read, by two index lookups; most files have none. */
function knownOfFile(
  { toolName, toolInput, result }: ToolUseEvent,
  context: HookContext,
): Pick<PreparedCall, "named" | "change"> {
  const { on_file, token_budget } = context.settings.hooks.recall;
  const path = toolName === "Read" && result?.kind === "response" ? namedFile(toolInput) : undefined;
  if (path === undefined || !on_file || token_budget === 0 || context.isLate()) return NOTHING_KNOWN;
  const clean = context.cleanText(systemPath(path));
  return context.withStore((store) => ({
    named: itemsNaming(store, context.session.project, fileName(clean)),
    change: lastChange(store, clean, context.session),
  }), NOTHING_KNOWN);
}

const NOTHING_KNOWN = { named: [], change: undefined };

function captureOf(event: ToolUseEvent, { kept, shell }: PreparedCall, context: HookContext): ToolCaptured {
  return recordOfCall({
    session: context.session,
    at: context.at,
    toolUseId: event.toolUseId ?? null,
    agentId: event.agentId ?? null,
    agentType: event.agentType ?? null,
    promptId: event.promptId ?? null,
    toolName: event.toolName,
    priority: shell?.priority ?? toolPriority(event.toolName),
    toolInput: event.toolInput,
    kept,
    outcome: shell?.outcome,
    further: event.oversizeBytes === undefined ? {} : { bytes: event.oversizeBytes },
  }, {
    cleanText: (text) => context.cleanText(text),
    maxBytes: context.settings.capture.max_field_bytes,
  });
}

function keptFields({ toolInput, result }: ToolUseEvent, context: HookContext): KeptFields {
  const tool_input = context.cleanJson(toolInput);
  if (result === undefined) return { tool_input };
  if (result.kind === "response") return { tool_input, tool_response: context.cleanJson(result.value) };
  const error = context.cleanText(result.message);
  return { tool_input, error, ...(result.isInterrupt ? { is_interrupt: true } : {}) };
}
