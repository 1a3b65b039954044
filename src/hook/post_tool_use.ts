import { fileName } from "../base/hash.ts";
import type { ToolCaptured } from "../base/writes.ts";
import { type KeptFields, recordOfCall } from "./call_record.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { loadRuns, type Runs } from "./load_runs.ts";
import type { JudgedShell } from "./outcome.ts";
import { storedPath } from "../machine/project.ts";
import { isKeptQuestion, isOwnTool, isShellTool, isSkippedTool, toolPriority } from "../shell/tools.ts";
import { type FileChange, lastChange } from "../store/file_changes.ts";
import { itemsNaming, type NamingItem } from "../store/search_tables.ts";
import { decodeToolUse, isRefusal, keptOf, namedFile, type ToolUseEvent } from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

/** Loads the recall by file: only for a file that stored items name or that an earlier session changed. */
const loadFileRecall = () => import("./recall_file.ts");

export const POST_TOOL_USE: HookDefinition<ToolUseEvent, PreparedCall | Runs | undefined> = {
  name: "post-tool-use",
  decode: decodeToolUse,
  cleans: keptOf,
  prepare: prepareCall,
  handle: onToolUse,
};

/** A cleaned call, with the modules and rows that its handler needs. */
export interface PreparedCall {
  readonly kept: KeptFields;
  readonly shell?: JudgedShell;
  /** The module for recall by file; loaded if something is known about the file that was read. */
  readonly recall?: Awaited<ReturnType<typeof loadFileRecall>> | undefined;
  /** The items that contain the name of the file that was read. */
  readonly named: readonly NamingItem[];
  /** The newest change of that file, with a known reason, by another session. */
  readonly change: FileChange | undefined;
}

/**
 * Cleans the call, finds the outcome of a shell command, and loads the recall if something is known about a
 * file that was read. Returns `undefined` for a skipped call, and the module `Runs` for a GHAP call or a
 * question: its function `onUncaptured` handles these.
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

/** Captures a tool call, successful or failed. The reply contains what is known about its file or its failure. */
export function onToolUse(
  event: ToolUseEvent,
  context: HookContext,
  call: PreparedCall | Runs | undefined,
): Reply | undefined {
  if (call === undefined) return undefined;
  if (!("kept" in call)) return call.onUncaptured(event, keptFields(event, context), context);
  const capture = captureOf(event, call, context);
  if (call.shell !== undefined) return call.shell.record(capture);
  const isNew = context.record([capture], { name: "hook.post_tool_use", subject: null });
  if (!isNew || context.isLate()) return undefined;
  const { filesTouched: [path = ""], agentId } = capture;
  const file = { path, name: fileName(path) };
  const text = call.recall?.recallByFile({ file, agentId, named: call.named, change: call.change }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUse", text } };
}

/** Returns true for a call that the user refused. Other clients report it; Claude Code does not, nor does a replay. */
function wasRefused({ result }: ToolUseEvent): boolean {
  return result?.kind === "error" && !result.isInterrupt && isRefusal(result.message);
}

/** Looks up items that name a file that was read, and its last change. Two index look-ups; mostly both are empty. */
function knownOfFile(
  { toolName, toolInput, result }: ToolUseEvent,
  context: HookContext,
): Pick<PreparedCall, "named" | "change"> {
  const { on_file, token_budget } = context.settings.hooks.recall;
  const path = toolName === "Read" && result?.kind === "response" ? namedFile(toolInput) : undefined;
  if (path === undefined || !on_file || token_budget === 0 || context.isLate()) return NOTHING_KNOWN;
  const clean = context.cleanText(storedPath(path, context.session.cwd));
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
