import { capturePriority, isOwnTool, isSkippedTool } from "../core/capture_rules.ts";
import { encodeCapture } from "../core/capture_payload.ts";
import { fileName } from "../core/context/file_key.ts";
import { mayNeedCleaning } from "../core/privacy_signs.ts";
import type { ToolCaptured } from "../core/writes.ts";
import { applyCapture } from "../store/apply_capture.ts";
import { itemsNaming } from "../store/context/items_naming.ts";
import { hasOpenEntry } from "../store/open_entry.ts";
import { asObject, asText } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";
import { keptOf, namedFile, type ToolUseEvent } from "../wire/tool_use.ts";
import type { CapturedOutcome } from "./capture_outcome.ts";
import type { HookContext } from "./context.ts";
import type { WeighedRun } from "./ghap_outcome.ts";

/** With a blank around each. */
const USUAL_PROGRAMS = " npm npx yarn pnpm make pytest python python3 uv poetry jest vitest node cargo go ";

/** Whether what is kept of it may need cleaning. */
export function mayBePrivate(event: ToolUseEvent): boolean {
  return mayNeedCleaning(keptOf(event));
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
  if (run !== undefined) return await recordRun(event, { capture, run }, context);
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
  return event.toolName === "Bash" && on_failure && event.result?.kind === "error" && priority !== "low";
}

/** Keeps a test run or a build, and tells the model what it does to the open prediction; mostly nothing. */
async function recordRun(
  event: ToolUseEvent,
  { capture, run }: { readonly capture: ToolCaptured; readonly run: CapturedOutcome },
  context: HookContext,
): Promise<Reply | undefined> {
  if (!concernsAnyone(run, event, context)) {
    context.record([capture], { name: "post_tool_use", subject: null }, applyCapture);
    return undefined;
  }
  const { answerRun, applyOutcome, recordsOf, weighRun } = await import("./ghap_outcome.ts");
  const { outcome, output: errorText } = run;
  const ended = { outcome, agentId: event.agentId ?? null, toolUseId: event.toolUseId ?? null, errorText };
  const weighed = await weighRun(ended, context);
  const records = weighed === undefined ? [] : recordsOf(weighed, context);
  const isNew = context.record(
    [capture, ...records],
    { name: "post_tool_use", subject: null },
    (store, write) => (write.kind === "tool-captured" ? applyCapture : applyOutcome)(store, write),
  );
  if (!isNew || weighed === undefined || context.isLate()) return undefined;
  const answer = await answerRun(weighed, context);
  const text = outcome.result === "fail" ? await withRecall(answer, weighed, context) : answer;
  if (text === undefined) return undefined;
  return { context: { event: event.result?.kind === "error" ? "PostToolUseFailure" : "PostToolUse", text } };
}

/** What passed is of interest to who has an entry open, and what is unknown to nobody: nothing else is loaded for them. */
function concernsAnyone({ outcome }: CapturedOutcome, event: ToolUseEvent, context: HookContext): boolean {
  if (outcome.result !== "pass") return outcome.result === "fail";
  const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
  return context.withStore((store) => hasOpenEntry(store, owner), false);
}

async function withRecall(
  answer: string | undefined,
  run: WeighedRun,
  context: HookContext,
): Promise<string | undefined> {
  const { on_failure, token_budget } = context.settings.hooks.recall;
  if (!on_failure || token_budget === 0) return answer;
  const { addRecall } = await import("./recall_by_failure.ts");
  return addRecall(answer, run, context);
}

/** A capture, and the run that it is of. */
interface Captured {
  readonly capture: ToolCaptured;
  readonly run: CapturedOutcome | undefined;
}

async function captureOf(event: ToolUseEvent, context: HookContext): Promise<Captured> {
  const file = namedFile(event.toolInput);
  const command = asText(asObject(event.toolInput)?.command);
  const toolInput = context.cleanJson(event.toolInput);
  const fields = resultFields(event, context);
  const usual = event.toolName === "Bash" ? await usualOutcomeOf(toolInput, fields, context) : undefined;
  const priority = usual === undefined ? await capturePriority(event.toolName, command) : "high";
  const outcome = event.toolName === "Bash" && priority !== "low"
    ? usual ?? await outcomeOf(toolInput, fields, context)
    : undefined;
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
    ),
  };
  return { capture, run: outcome };
}

/** Of what most runs of tests are: little code finds it, and neither the rules of the shell nor all runners are needed. */
async function usualOutcomeOf(
  toolInput: unknown,
  fields: Record<string, unknown>,
  context: HookContext,
): Promise<CapturedOutcome | undefined> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const command = asText(asObject(toolInput)?.command);
  if (!enabled || command === undefined || matchers.length > 0 || !mayBeUsual(command)) return undefined;
  const { captureUsual } = await import("./capture_usual.ts");
  return captureUsual({ command, toolInput, fields });
}

/** Whether a line holds one of a few programs, behind a `cd` or without one, and the word that they all are about. */
function mayBeUsual(command: string): boolean {
  if (!command.includes("est")) return false;
  const line = command.startsWith("cd ") ? command.slice(command.indexOf(" && ") + 4) : command;
  return USUAL_PROGRAMS.includes(` ${line.split(" ", 1)[0]} `);
}

/** Of what is clean already: names of tests are kept, too. */
async function outcomeOf(
  toolInput: unknown,
  fields: Record<string, unknown>,
  context: HookContext,
): Promise<CapturedOutcome | undefined> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const command = asText(asObject(toolInput)?.command);
  if (!enabled || command === undefined) return undefined;
  const { mayCount } = await import("../core/reading_words.ts"); // loaded already
  if (!mayCount(command, matchers)) return undefined;
  const { captureOutcome } = await import("./capture_outcome.ts"); // much code, for few calls
  return captureOutcome({ command, toolInput, fields }, matchers);
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
