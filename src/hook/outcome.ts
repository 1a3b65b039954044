// Finds the outcomes of shell calls and background tasks, and handles GHAP calls and answered questions.
import { QUESTION_TOOL } from "../base/conversation.ts";
import type { OutcomeMatcher } from "../base/settings.ts";
import type { Answered, OutcomeKnown, SessionKey, ToolCaptured } from "../base/writes.ts";
import type { KeptFields } from "./call_record.ts";
import type { HookContext } from "./context.ts";
import { refreshGhapIndex } from "./ghap_entries.ts";
import { compareBackgroundRun, type ComparedRun, compareRun } from "./ghap_outcome.ts";
import { loadWholeRecall, type WholeRecall } from "./load_recall.ts";
import { readSavedOutput, readTaskOutput } from "../machine/task_output.ts";
import { type KeptOutcome, keptOutcome, type Outcome, outcomeKnown } from "../outcome/outcome.ts";
import { questionAnswered } from "../session/answers.ts";
import { turnState } from "./turn_state.ts";
import { commandPriority, endsWithReading } from "../shell/command_words.ts";
import type { Priority } from "../shell/tools.ts";
import { capturedRun } from "../store/captures.ts";
import { bindGhap } from "../store/ghap.ts";
import { answersIn } from "../wire/asked_question.ts";
import { decodeTaskEnd, type TaskNotification, type ToolUseEvent } from "../wire/events.ts";
import { asObject, asText, at, parseJson } from "../base/json.ts";
import type { Reply } from "../wire/reply.ts";
import { decodeShellEnd, ownResultId, type ShellEnd } from "../wire/tool_results.ts";

/** Loads the test runners and output formats: much code, which a read-only command does not need. */
const loadJudge = () => import("../outcome/judge.ts");

/** The outcome of a test run or a build, with the output and exit code from which it was read. */
interface CapturedOutcome extends KeptOutcome {
  readonly outcome: Outcome;
  readonly end: Pick<ShellEnd, "output" | "exitCode" | "state">;
}

export interface JudgedShell {
  /** The priority with which `mneme process` treats the capture. */
  readonly priority: Priority;
  /** `undefined` if the command neither tests nor builds. */
  readonly outcome: CapturedOutcome | undefined;
  /** Records the call. The reply compares it with the open prediction, and says what may fix a failure. */
  readonly record: (capture: ToolCaptured) => Reply | undefined;
}

/** Finds the outcome of a shell call; loads the search if it failed. `kept` must be clean: test names are stored. */
export async function judgeShell(
  event: ToolUseEvent,
  kept: KeptFields,
  context: HookContext,
): Promise<JudgedShell> {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  const command = asText(at(kept.tool_input, "command")) ?? "";
  const priority = commandPriority(command);
  // Private blocks are removed here, as the name of a test alone does not show that it was in such a block.
  const readSaved = (path: string) =>
    context.cleanReadText(readSavedOutput(path, context.session.sessionId), false);
  const outcome = priority === "low" || !enabled
    ? undefined
    : await captureOutcome({ command, kept }, matchers, { readSaved, clean: context.cleanReadText });
  const isError = event.result?.kind === "error";
  // Only a failure needs the search: for an earlier fix, and for lessons if it is a test run or a build.
  const isFailed = outcome === undefined
    ? isError && priority !== "low" && !endsWithReading(command) && isRecalling(context)
    : outcome.outcome.result === "fail";
  const recall = isFailed && !context.isLate() ? await loadWholeRecall() : undefined;
  const call = { command, kept, outcome, isError, recall };
  return { priority, outcome, record: (capture) => recordShell(capture, call, context) };
}

function isRecalling({ settings: { hooks: { recall } } }: HookContext): boolean {
  return recall.on_failure && recall.token_budget > 0;
}

/**
 * Returns the outcome of a shell call; `undefined` if it neither tests nor builds. `readSaved` returns the
 * output that the client saved at a path, without private blocks; an empty text if it cannot be read. `clean` removes
 * private parts and, if told so, secrets.
 */
export async function captureOutcome(
  { command, kept }: { readonly command: string; readonly kept: KeptFields },
  matchers: readonly OutcomeMatcher[],
  { readSaved, clean }: {
    readonly readSaved: (path: string) => Promise<string>;
    readonly clean: (text: string, redactSecrets: boolean) => Promise<string>;
  },
): Promise<CapturedOutcome | undefined> {
  const { detectOutcome, withoutPrivateName } = await loadJudge();
  const { savedAt, ...end } = decodeShellEnd(kept);
  const call = { command, ...end, matchers };
  let outcome = detectOutcome(call);
  if (outcome !== undefined && savedAt !== undefined) {
    const saved = await readSaved(savedAt);
    const whole = detectOutcome({ ...call, output: saved || end.output, lacksEnd: saved === "" });
    const name = await clean(whole?.firstFailure ?? "", true);
    outcome = whole && withoutPrivateName(whole, (given) => given !== name);
  }
  return outcome && { ...keptOutcome(outcome), outcome, end };
}

function recordShell(
  capture: ToolCaptured,
  { command: line, kept, outcome: run, isError, recall }: {
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
    compareRun({ outcome: run.outcome, agentId, toolUseId, errorText: run.end.output, recall }, context);
  const isNew = context.record([capture, ...(met?.records ?? [])], {
    name: "hook.post_tool_use",
    subject: null,
  });
  if (!isNew) return undefined;
  const isSilent = context.isUnheard || context.isLate(context.settings.hooks.outcome_capture.timeout_ms);
  const answer = isSilent ? undefined : met?.answer();
  const { command = line, firstFailure: test } = run?.outcome ?? {};
  const end = { ...(run?.end ?? decodeShellEnd(kept)), command: line, outcome: run?.label ?? null, isError };
  const found = isRecalling(context) && !context.isLate()
    ? recall?.recallByFailure({ agentId, command, end, test }, context)
    : undefined;
  const text = [answer, found].filter((one) => one !== undefined).join("\n");
  if (text === "") return undefined;
  return { context: { event: isError ? "PostToolUseFailure" : "PostToolUse", text } };
}

/** Finds the outcome of a background run in `text`, the client's note; `undefined` if the note has none. */
export async function endBackgroundRun(
  notification: TaskNotification,
  text: string,
  context: HookContext,
): Promise<ComparedRun | undefined> {
  const known = await backgroundOutcome(notification, text, context);
  const failure = known?.result === "fail" ? await loadWholeRecall() : undefined;
  return known && compareBackgroundRun(known, failure, context);
}

/** Makes the record with the outcome of a background run; its capture was made at its start, as "unknown". */
async function backgroundOutcome(
  { taskId, toolUseId }: TaskNotification,
  text: string,
  context: HookContext,
): Promise<OutcomeKnown | undefined> {
  const { exitCode, outputFile } = decodeTaskEnd(text);
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  if (!enabled || toolUseId === undefined || exitCode === undefined) return undefined;
  const { session } = context;
  const { sessionId } = session;
  const output = outputFile === undefined || taskId === undefined
    ? ""
    : await context.cleanReadText(readTaskOutput(outputFile, { id: taskId, sessionId }), false);
  const run = context.withStore((store) => capturedRun(store, sessionId, toolUseId), undefined);
  const command = run?.outcome.endsWith(":unknown") ? asText(run.command) : undefined;
  const { judgeEnded, withoutPrivateName } = await loadJudge();
  // While the capture is in the spool, its command is unknown. Draining the spool then completes the record.
  const ended = judgeEnded({ command, output, exitCode, matchers });
  if (ended === undefined) return undefined;
  const name = await context.cleanReadText(ended.firstFailure ?? "", true);
  const moment = { session, at: context.at, toolUseId };
  return outcomeKnown(withoutPrivateName(ended, (given) => given !== name), moment);
}

/** Handles a call that is not captured: a GHAP call, or a question, whose answers are recorded. */
export function onUncaptured(
  event: ToolUseEvent,
  kept: KeptFields,
  context: HookContext,
): undefined {
  if (event.toolName !== QUESTION_TOOL) return onGhapCall(event, context);
  const answers = answeredQuestions(kept, context);
  // The question might repeat a private prompt, of which nobody knows here without the hook of prompts.
  if (answers.length === 0 || !context.settings.hooks.user_prompt_submit.enabled) return undefined;
  const state = turnState(context);
  if (state !== undefined && state.isPrivate !== 1) {
    context.record(answers, { name: "hook.post_tool_use", subject: event.toolUseId ?? null });
  }
}

/** Makes a record of each answered question, from clean texts. Answers are in the input, or in the response, also as JSON. */
export function answeredQuestions(
  { tool_input, tool_response }: KeptFields,
  moment: { readonly session: SessionKey; readonly at: string },
): Answered[] {
  const response = typeof tool_response === "string" ? parseJson(tool_response) : tool_response;
  return answersIn({ ...asObject(tool_input), ...asObject(response) }).map(({ question, taken }) => {
    const chosen = taken.map(({ label, description }) =>
      description === "" ? label : `${label}: ${description}`
    );
    return questionAnswered(chosen.join("; "), question, moment);
  });
}

/** Assigns a started or adopted entry to the calling agent, which the MCP server could only guess. */
function onGhapCall(event: ToolUseEvent, context: HookContext): undefined {
  const row = Number(/^g([1-9]\d*)$/.exec(ownResultId(event.result) ?? "")?.[1]);
  const name = event.toolName.slice(event.toolName.lastIndexOf("__") + 2);
  if (row > 0 && (name === "start_ghap" || name === "adopt_ghap")) {
    const owner = { sessionId: context.session.sessionId, agentId: event.agentId ?? null };
    context.withStore((store) => bindGhap(store, row, owner, context.at), undefined);
  }
  context.withStore((store) => refreshGhapIndex(store, context.paths), undefined);
}
