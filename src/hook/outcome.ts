// Judges shell calls and the ends of background tasks, and handles the calls that are not captured.
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

/** Loads all runners and formats: much code, which a shell line that only looks does not need. */
const loadJudge = () => import("../outcome/judge.ts");

/** The outcome of a test run or a build, and the end of the call that it was read from. */
export interface CapturedOutcome extends KeptOutcome {
  readonly outcome: Outcome;
  readonly end: Pick<ShellEnd, "output" | "exitCode" | "state">;
}

/** A judged call of the shell. */
export interface JudgedShell {
  /** The priority by which it is processed. */
  readonly priority: Priority;
  /** `undefined` where the line neither tests nor builds. */
  readonly outcome: CapturedOutcome | undefined;
  /** Records the call. The reply says what it means for the open prediction, and what may cure a failure. */
  readonly record: (capture: ToolCaptured) => Reply | undefined;
}

/** Judges a shell call; loads the search if it failed. `kept` must be clean, as names of tests are kept. */
export async function judgeShell(
  event: ToolUseEvent,
  kept: KeptFields,
  context: HookContext,
): Promise<JudgedShell> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const command = asText(asObject(kept.tool_input)?.command) ?? "";
  const priority = commandPriority(command);
  // Private blocks are removed here: a test's name alone does not show that it stood in one.
  const readSaved = (path: string) => cleanIfNeeded(readSavedOutput(path, context.session.sessionId), false);
  const outcome = priority === "low" || !enabled
    ? undefined
    : await captureOutcome({ command, kept }, matchers, readSaved);
  const isError = event.result?.kind === "error";
  // A failure may have been cured before, and a failed run may have lessons, too.
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
 * output that the client saved at a path, without private blocks; empty where it cannot be read.
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

/** Judges the end of a background run from `text`, the client's note; `undefined` where that tells none. */
export async function endBackgroundRun(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<MetRun | undefined> {
  const known = await backgroundOutcome(notification, text, context);
  const failure = known?.result === "fail" ? await loadWholeRecall() : undefined;
  return known && meetBackgroundRun(known, failure, context);
}

/** Makes the record that completes a run's outcome, which was captured as unknown when the run began. */
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
  // While the capture waits in the spool, its command is not known; the drain then joins it with the record.
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

/** Handles a call that is not captured: a GHAP call, or a question, of which the answers are recorded. */
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
 * Binds the entry of a GHAP call to the session and the agent that made the call, as the server had to guess
 * them, and refreshes the index of open entries.
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
