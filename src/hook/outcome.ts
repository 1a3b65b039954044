import { QUESTION_TOOL } from "../base/conversation.ts";
import type { OutcomeMatcher } from "../base/settings.ts";
import type { OutcomeKnown, ToolCaptured } from "../base/writes.ts";
import { answeredQuestions } from "./answered_questions.ts";
import type { KeptFields } from "./call_record.ts";
import type { HookContext } from "./context.ts";
import { refreshGhapIndex } from "./ghap_entries.ts";
import { meetBackgroundRun, meetRun, type MetRun } from "./ghap_outcome.ts";
import { loadWholeRecall, type WholeRecall } from "./load_parts.ts";
import { readSavedOutput, readTaskOutput } from "../machine/task_output.ts";
import { type KeptOutcome, keptOutcome, type Outcome, outcomeKnown } from "../outcome/outcome.ts";
import { cleanIfNeeded } from "../privacy/cleaning.ts";
import { commandPriority } from "../session/capture_priority.ts";
import type { Priority } from "../session/capture_rules.ts";
import { captureWithUnknownOutcome } from "../store/captures.ts";
import { bindGhap } from "../store/ghap.ts";
import { decodeTaskEnd, type TaskNotification, type ToolUseEvent } from "../wire/events.ts";
import { asObject, asText } from "../base/json.ts";
import type { Reply } from "../wire/reply.ts";
import { decodeShellEnd, ownResultId, type ShellEnd } from "../wire/tool_results.ts";

/** Loads the judge with all runners and formats: much code, which only a shell line that runs something needs. */
const loadJudge = () => import("../outcome/judge.ts");

/** The stored part of a test run or a build, and what it was judged by. */
export interface CapturedOutcome extends KeptOutcome {
  readonly outcome: Outcome;
  /** Its output and its exit code. */
  readonly end: Pick<ShellEnd, "output" | "exitCode" | "state">;
}

/** A shell call that was judged. */
export interface JudgedShell {
  /** The priority with which `mneme process` takes it. */
  readonly priority: Priority;
  /** The outcome of the tests or the build in it. */
  readonly outcome: CapturedOutcome | undefined;
  /** Keeps the call; returns what it means for an open prediction and what is known of its failure, if anything. */
  readonly record: (capture: ToolCaptured) => Reply | undefined;
}

/** Judges a call whose texts are clean, as names of tests are kept; loads the search for a call that failed. */
export async function judgeShell(
  event: ToolUseEvent,
  kept: KeptFields,
  context: HookContext,
): Promise<JudgedShell> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const command = asText(asObject(kept.tool_input)?.command) ?? "";
  const priority = commandPriority(command);
  // The path alone does not tell whether the file holds a private block.
  const readSaved = (path: string) => cleanIfNeeded(readSavedOutput(path, context.session.sessionId), false);
  const outcome = priority === "low" || !enabled
    ? undefined
    : await captureOutcome({ command, kept }, matchers, readSaved);
  const isError = event.result?.kind === "error";
  // A failure may have happened before, and lessons may exist about a failed run.
  const isMet = outcome === undefined
    ? isError && priority !== "low" && isRecalling(context)
    : outcome.outcome.result === "fail";
  const recall = isMet && !context.isLate() ? await loadWholeRecall() : undefined;
  const call = { command, kept, outcome, isError, recall };
  return { priority, outcome, record: (capture) => recordShell(capture, call, context) };
}

function isRecalling({ settings: { hooks: { recall } } }: HookContext): boolean {
  return recall.on_failure && recall.token_budget > 0;
}

/**
 * Returns the outcome of a shell call; `undefined` where it neither tests nor builds. `readSaved` returns the
 * readable part of the output that the client has saved at a path, or "".
 */
export async function captureOutcome(
  { command, kept }: { readonly command: string; readonly kept: KeptFields },
  matchers: readonly OutcomeMatcher[],
  readSaved: (path: string) => Promise<string>,
): Promise<CapturedOutcome | undefined> {
  const { detectOutcome, withoutPrivateName } = await loadJudge();
  const { savedAt, ...end } = decodeShellEnd(kept);
  const call = { command, ...end, matchers };
  let outcome = detectOutcome(call);
  if (outcome !== undefined && savedAt !== undefined) {
    const saved = await readSaved(savedAt);
    const whole = detectOutcome({ ...call, output: saved || end.output, lacksEnd: saved === "" });
    const name = await cleanIfNeeded(whole?.firstFailure ?? "", true);
    outcome = whole && withoutPrivateName(whole, (given) => given !== name);
  }
  return outcome && { ...keptOutcome(outcome), outcome, end };
}

function recordShell(
  capture: ToolCaptured,
  { command: line, kept, outcome: run, isError, recall }: {
    /** The clean shell line. */
    readonly command: string;
    readonly kept: KeptFields;
    readonly outcome: CapturedOutcome | undefined;
    readonly isError: boolean;
    readonly recall: WholeRecall | undefined;
  },
  context: HookContext,
): Reply | undefined {
  const { agentId, toolUseId } = capture;
  const met = run &&
    meetRun({ outcome: run.outcome, agentId, toolUseId, errorText: run.end.output, recall }, context);
  const isNew = context.record([capture, ...(met?.records ?? [])], { name: "post_tool_use", subject: null });
  if (!isNew) return undefined;
  const isLate = context.isLate(context.settings.hooks.outcome_capture.timeout_ms);
  const answer = isLate ? undefined : met?.answer();
  const { command = line, firstFailure: test } = run?.outcome ?? {};
  const end = { ...(run?.end ?? decodeShellEnd(kept)), command: line, outcome: run?.label ?? null, isError };
  const found = isRecalling(context) && !context.isLate()
    ? recall?.recallByFailure({ agentId, command, end, test }, context)
    : undefined;
  const text = [answer, found].filter((one) => one !== undefined).join("\n");
  if (text === "") return undefined;
  return { context: { event: isError ? "PostToolUseFailure" : "PostToolUse", text } };
}

/** Judges how a background run ended, from the client's notice; `undefined` for most notices. */
export async function endBackgroundRun(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<MetRun | undefined> {
  const known = await backgroundOutcome(notification, text, context);
  const failure = known?.result === "fail" ? await loadWholeRecall() : undefined;
  return known && meetBackgroundRun(known, failure, context);
}

/** Returns the outcome of a background run that was captured at its start; `undefined` for most notices. */
async function backgroundOutcome(
  { taskId, toolUseId }: TaskNotification,
  text: string,
  context: HookContext,
): Promise<OutcomeKnown | undefined> {
  const { exitCode, outputFile } = decodeTaskEnd(text);
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  if (!enabled || toolUseId === undefined || exitCode === undefined) return undefined;
  const { sessionId } = context.session;
  const output = outputFile === undefined || taskId === undefined
    ? ""
    : await cleanIfNeeded(readTaskOutput(outputFile, { id: taskId, sessionId }), false);
  const payload = context.withStore(
    (store) => captureWithUnknownOutcome(store, sessionId, toolUseId),
    undefined,
  );
  const command = payload === undefined ? undefined : commandIn(payload);
  const { judgeEnded, withoutPrivateName } = await loadJudge();
  // The capture, and with it the command, may still wait in the spool; draining joins both.
  const ended = judgeEnded({ command, output, exitCode, matchers });
  if (ended === undefined) return undefined;
  const name = await cleanIfNeeded(ended.firstFailure ?? "", true);
  const { session, at } = context;
  return outcomeKnown(withoutPrivateName(ended, (given) => given !== name), { session, at, toolUseId });
}

function commandIn(payload: string): string | undefined {
  try {
    return asText(asObject(asObject(JSON.parse(payload))?.tool_input)?.command);
  } catch {
    return undefined;
  }
}

/** Handles a call that is not captured: of mneme's own tool that changed an entry, or a question with its answer. */
export function onUncaptured(
  event: ToolUseEvent,
  kept: KeptFields,
  context: HookContext,
): undefined {
  if (event.toolName !== QUESTION_TOOL) return onGhapCall(event, context);
  const answers = answeredQuestions(kept, context);
  if (answers.length > 0) {
    context.record(answers, { name: "post_tool_use", subject: event.toolUseId ?? null });
  }
}

/**
 * Gives the entry of a GHAP tool's call to the session and agent that made the call, which the server had to guess,
 * and refreshes the index of open entries.
 */
function onGhapCall(event: ToolUseEvent, context: HookContext): undefined {
  const row = Number(/^g([1-9]\d*)$/.exec(ownResultId(event.result) ?? "")?.[1]);
  const name = event.toolName.slice(event.toolName.lastIndexOf("__") + 2);
  if (row > 0 && (name === "start_ghap" || name === "adopt_ghap")) {
    const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
    context.withStore((store) => bindGhap(store, row, owner, context.at), undefined);
  }
  context.withStore((store) => refreshGhapIndex(store, context.paths), undefined);
}
