import { fileName } from "../base/hash.ts";
import { asObject, asText } from "../base/json.ts";
import type { ToolCaptured } from "../base/writes.ts";
import { recordOfCall } from "./call_record.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { type FailureRecall, loadFailureRecall, loadRecall, type Recall } from "./load_parts.ts";
import { loadRuns, type Runs } from "./load_runs.ts";
import type { JudgedShell } from "./outcome.ts";
import { systemPath } from "../machine/project.ts";
import { isKeptQuestion, isOwnTool, isSkippedTool, toolPriority } from "../session/capture_rules.ts";
import { isShellTool } from "../shell/tools.ts";
import { type FileChange, lastChange } from "../store/file_changes.ts";
import { itemsNaming, type NamingItem } from "../store/search_tables.ts";
import { decodeToolUse, keptOf, namedFile, type ToolUseEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";
import { decodeShellEnd } from "../wire/tool_results.ts";

export const POST_TOOL_USE: HookDefinition<ToolUseEvent, PreparedCall | Runs | undefined> = {
  name: "post-tool-use",
  decode: decodeToolUse,
  cleans: keptOf,
  prepare: prepareCall,
  handle: onToolUse,
};

/** A call with the parts of mneme that it needs. Its texts are clean. */
export interface PreparedCall {
  /** `tool_input`, then `tool_response`, or `error` and `is_interrupt`. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** The judgement of a call of the shell. */
  readonly shell: JudgedShell | undefined;
  /** Loaded for a call of the shell. */
  readonly runs: Runs | undefined;
  /** The items that name the file that was read. */
  readonly named: readonly NamingItem[];
  /** The newest session that changed the file that was read for a reason. */
  readonly change: FileChange | undefined;
  /** Loaded where something is known of the file. */
  readonly recall: Recall | undefined;
  /** Loaded where something may be known of the failure. */
  readonly failure: FailureRecall | undefined;
}

/**
 * Cleans and judges the call, and loads the search where something may come back. A call of a tool on the skip list is not
 * captured; mneme's own may have changed an entry, and of a question the answer is kept.
 */
export async function prepareCall(
  event: ToolUseEvent,
  context: HookContext,
): Promise<PreparedCall | Runs | undefined> {
  const { toolName } = event;
  const { skip_tools } = context.settings.capture;
  if (isOwnTool(toolName) && toolName.endsWith("_ghap")) return await loadRuns();
  if (isKeptQuestion(toolName, skip_tools)) return await loadRuns();
  if (isSkippedTool(toolName, skip_tools)) return undefined;
  const kept = keptFields(event, context);
  const runs = isShellTool(toolName) ? await loadRuns() : undefined;
  const shell = await runs?.judgeShell({ command: commandOf(kept), kept }, context);
  const { named, change } = knownOfFile(event, context);
  const recall = named.length > 0 || change !== undefined ? await loadRecall() : undefined;
  const failure = hasFailed(event, shell, context) ? await loadFailureRecall() : undefined;
  return { kept, shell, runs, named, change, recall, failure };
}

/**
 * Captures a tool call, successful or failed; answers a test run or a build that decides a prediction, or that failed
 * without one.
 */
export function onToolUse(
  event: ToolUseEvent,
  context: HookContext,
  call: PreparedCall | Runs | undefined,
): Reply | undefined {
  if (call === undefined) return undefined;
  if (!("kept" in call)) return call.onUncaptured(event, keptFields(event, context), context);
  const capture = captureOf(event, call, context);
  const run = call.shell?.outcome;
  if (run !== undefined) {
    return call.runs?.recordRun(event, {
      capture,
      run,
      recall: call.failure,
      line: commandOf(call.kept),
    }, context);
  }
  const isNew = context.record([capture], { name: "post_tool_use", subject: null });
  if (!isNew || context.isLate()) return undefined;
  const { recall, failure, named, change } = call;
  const { filesTouched: [path = ""], agentId } = capture;
  if (recall !== undefined) {
    const file = { path, name: fileName(path) };
    const text = recall.recallByFile({ file, agentId, named, change }, context);
    return text === undefined ? undefined : { context: { event: "PostToolUse", text } };
  }
  const end = { ...decodeShellEnd(call.kept), command: commandOf(call.kept), outcome: null, isError: true };
  const text = failure?.recallByFailure({ agentId, command: end.command, end }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUseFailure", text } };
}

/** What is known of a file that was read: two looks into indexes, and nothing for most. */
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

/** True for a failed run, and for a command that failed and does more than look around: both may have been met before. */
function hasFailed(event: ToolUseEvent, shell: JudgedShell | undefined, context: HookContext): boolean {
  if (shell === undefined || context.isLate()) return false;
  if (shell.outcome !== undefined) return shell.outcome.outcome.result === "fail"; // lessons are looked for, too
  const { on_failure, token_budget } = context.settings.hooks.recall;
  return on_failure && token_budget > 0 && event.result?.kind === "error" && shell.priority !== "low";
}

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

/** Empty for a call that names none. */
function commandOf({ tool_input }: PreparedCall["kept"]): string {
  return asText(asObject(tool_input)?.command) ?? "";
}

function keptFields({ toolInput, result }: ToolUseEvent, context: HookContext): PreparedCall["kept"] {
  const tool_input = context.cleanJson(toolInput);
  if (result === undefined) return { tool_input };
  if (result.kind === "response") return { tool_input, tool_response: context.cleanJson(result.value) };
  const error = context.cleanText(result.message);
  return { tool_input, error, ...(result.isInterrupt ? { is_interrupt: true } : {}) };
}
