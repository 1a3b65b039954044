import { isShellTool } from "../core/shell_tool.ts";
import { isOwnTool, isSkippedTool, toolPriority } from "../core/capture_rules.ts";
import { encodeCapture } from "../core/capture_payload.ts";
import { type Cleaning, cleaningOf } from "../core/privacy/cleaning.ts";
import { fileName } from "../core/context/file_key.ts";
import type { ToolCaptured } from "../core/writes.ts";
import { applyCapture } from "../store/apply_capture.ts";
import { itemsNaming } from "../store/context/items_naming.ts";
import { asObject, asText, type WireObject } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";
import { keptOf, namedFile, type ToolUseEvent } from "../wire/tool_use.ts";
import type { CapturedOutcome, CleanShellCall } from "./capture_outcome.ts";
import type { HookContext } from "./context.ts";
import type { JudgedShell } from "./judge_shell.ts";

/** With a blank around each. */
const USUAL_PROGRAMS = " npm npx yarn pnpm make pytest python python3 uv poetry jest vitest node cargo go ";

/** What cleans the texts that are kept of it. */
export function cleaningOfUse(event: ToolUseEvent): Cleaning | undefined {
  return cleaningOf(keptOf(event));
}

/**
 * Captures a tool call, successful or failed, unless its tool is on the skip list; answers a test run or a build that
 * decides a prediction, or that failed without one.
 */
export async function onToolUse(event: ToolUseEvent, context: HookContext): Promise<Reply | undefined> {
  if (isSkippedTool(event.toolName, context.settings.capture.skip_tools)) {
    if (isOwnTool(event.toolName) && event.toolName.endsWith("_ghap")) {
      const { onGhapCall } = await import("./ghap_call.ts");
      await onGhapCall(event, context);
    }
    return undefined;
  }
  const { capture, run } = await captureOf(event, context);
  if (run !== undefined) {
    const { recordRun } = await import("./capture_run.ts"); // loaded already
    return recordRun(event, { capture, run }, context);
  }
  const isNew = context.record([capture], { name: "post_tool_use", subject: null }, applyCapture);
  if (!isNew || !mayRecall(event, capture, context)) return undefined;
  return event.toolName === "Read" ? recallFile(capture, context) : recallFailure(event, context);
}

/** What is known of a file that was read: nothing of most, and then nothing is loaded. */
async function recallFile(
  { filesTouched: [path], agentId }: ToolCaptured,
  context: HookContext,
): Promise<Reply | undefined> {
  if (path === undefined) return undefined;
  const file = { path, name: fileName(path) };
  const named = context.withStore((store) => itemsNaming(store, context.session.project, file.name), []);
  if (named.length === 0) return undefined;
  const { recallByFile } = await import("./recall_by_file.ts");
  return recallByFile({ file, agentId, named }, context);
}

async function recallFailure(event: ToolUseEvent, context: HookContext): Promise<Reply | undefined> {
  const { recallByCall } = await import("./recall_by_failure.ts");
  return recallByCall(event, context);
}

/** A file that was read, and a command that failed and does more than look around, may have been met before. */
function mayRecall(event: ToolUseEvent, { priority }: ToolCaptured, context: HookContext): boolean {
  const { on_file, on_failure, token_budget } = context.settings.hooks.recall;
  if (token_budget === 0 || context.isLate()) return false;
  if (event.toolName === "Read") return on_file && event.result?.kind === "response";
  return isShellTool(event.toolName) && on_failure && event.result?.kind === "error" && priority !== "low";
}

/** A capture, and the run that it is of. */
interface Captured {
  readonly capture: ToolCaptured;
  readonly run: CapturedOutcome | undefined;
}

async function captureOf(event: ToolUseEvent, context: HookContext): Promise<Captured> {
  const file = namedFile(event.toolInput);
  const toolInput = context.cleanJson(event.toolInput);
  const fields = resultFields(event, context);
  const { priority, outcome } = isShellTool(event.toolName)
    ? await judgedShell({ command: commandOf(toolInput), toolInput, fields }, context)
    : { priority: toolPriority(event.toolName), outcome: undefined };
  const capture: ToolCaptured = {
    kind: "tool-captured",
    session: context.session,
    at: context.at,
    toolUseId: event.toolUseId ?? null,
    agentId: event.agentId ?? null,
    agentType: event.agentType ?? null,
    promptId: event.promptId ?? null,
    toolName: event.toolName,
    priority,
    filesTouched: file === undefined ? [] : [context.cleanText(file)],
    outcome: outcome?.label ?? null,
    payload: await encodeCapture(
      {
        tool_input: toolInput,
        ...fields,
        ...(outcome?.details === undefined ? {} : { outcome: outcome.details }),
        project_dir: context.session.project,
        ...(event.oversizeBytes === undefined ? {} : { bytes: event.oversizeBytes }),
      },
      context.settings.capture.max_field_bytes,
      isSame(event, toolInput, fields) ? "whole" : "cut",
    ),
  };
  return { capture, run: outcome };
}

/** Whether cleaning has changed nothing: what changes anything has also cut all that is too long. */
function isSame({ toolInput, result }: ToolUseEvent, cleanInput: unknown, fields: WireObject): boolean {
  if (toolInput !== cleanInput || result === undefined) return toolInput === cleanInput;
  return result.kind === "response" ? result.value === fields.tool_response : result.message === fields.error;
}

/** Empty for a call that names none. */
function commandOf(toolInput: unknown): string {
  return asText(asObject(toolInput)?.command) ?? "";
}

/** For most runs of tests little code is enough: neither the rules of the shell nor all runners. */
async function judgedShell(call: CleanShellCall, context: HookContext): Promise<JudgedShell> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  if (enabled && matchers.length === 0 && mayBeUsual(call.command)) {
    const { captureRun } = await import("./capture_run.ts");
    const outcome = await captureRun(call);
    if (outcome !== undefined) return { priority: "high", outcome };
  }
  const { judgeShell } = await import("./judge_shell.ts");
  return judgeShell(call, context);
}

/** Whether a line holds one of a few programs, behind a `cd` or without one, and the word that they all are about. */
function mayBeUsual(command: string): boolean {
  if (!command.includes("est")) return false;
  const line = command.startsWith("cd ") ? command.slice(command.indexOf(" && ") + 4) : command;
  return USUAL_PROGRAMS.includes(` ${line.split(" ", 1)[0]} `);
}

function resultFields(event: ToolUseEvent, context: HookContext): Record<string, unknown> {
  const { result } = event;
  if (result === undefined) return {};
  if (result.kind === "response") return { tool_response: context.cleanJson(result.value) };
  return {
    error: context.cleanText(result.message),
    ...(result.isInterrupt ? { is_interrupt: true } : {}),
  };
}
