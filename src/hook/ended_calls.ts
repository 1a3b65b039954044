// Handles ended calls: outcomes of shell calls and background tasks, mneme's tools, and answered questions.
import { QUESTION_TOOL, shellChanges } from "../base/conversation.ts";
import type { OutcomeMatcher } from "../base/settings.ts";
import type { Answered } from "../base/writes.ts";
import { type KeptFields, recordOfEvent } from "./call_record.ts";
import type { HookContext } from "./context.ts";
import { refreshGhapIndex } from "./ghap_entries.ts";
import { compareRun } from "./ghap_outcome.ts";
import { loadWholeRecall, recallAboutFiles } from "./load_recall.ts";
import { isFile } from "../machine/files.ts";
import { storedPath } from "../machine/project.ts";
import { readConversation } from "./read_conversation.ts";
import { readSavedOutput, readTaskOutput } from "../machine/task_output.ts";
import { keptOutcome, type Outcome, outcomeKnown } from "../outcome/outcome.ts";
import { questionAnswered } from "../session/answers.ts";
import { turnState } from "./turn_state.ts";
import { capturePriority, changesOf, endsWithReading, filesRead, isOwnCall } from "../shell/command_words.ts";
import { capturedRun } from "../store/captures.ts";
import { bindGhap, bindMemories } from "../store/ghap.ts";
import { answersIn } from "../wire/asked_question.ts";
import type { TaskNotification, ToolUseEvent } from "../wire/events.ts";
import { asObject, asText, at, parseJson } from "../base/json.ts";
import { toModel } from "../wire/reply.ts";
import { decodeShellEnd, ownIdsIn } from "../wire/tool_results.ts";

/** A dynamic import, as read-only commands do not need these tables of runners and formats. */
const loadJudge = () => import("../outcome/judge.ts");

/**
 * Captures a shell call. The reply compares its outcome with the open prediction, and tells what may fix a failure, or
 * what is known about the files that the call read.
 */
export async function onShellCall(event: ToolUseEvent, kept: KeptFields, context: HookContext) {
  const { enabled, matchers, timeout_ms } = context.settings.hooks.outcome_capture;
  const line = asText(at(kept.tool_input, "command")) ?? "";
  if (isOwnCall(event.toolName, line)) return undefined;
  const isError = event.result?.kind === "error";
  const priority = capturePriority(event.toolName, line, isError);
  const readSaved = (path: string) => readSavedOutput(path, context.session.sessionId);
  // A payload that was too large lacks its output.
  const run = priority === "low" || !enabled || event.oversizeBytes !== undefined
    ? undefined
    : await captureOutcome({ command: line, kept }, matchers, { readSaved, clean: context.cleanReadText });
  const end = { ...(run?.end ?? decodeShellEnd(kept)), command: line, outcome: run?.label ?? null, isError };
  // A failed run's premortem needs lessons even if recall is off; any other failed call needs only what recall gives.
  const isFailed = (priority !== "low" && (await loadJudge()).mayHaveFailed({ ...end, isError: false })) ||
    (isError && priority !== "low" && !endsWithReading(line) && isRecalling(context));
  const recall = isFailed && !context.isLate() ? await loadWholeRecall() : undefined;
  const { toolUseId = null } = event;
  const { firstFailure: test } = run?.outcome.result === "fail" ? run.outcome : {};
  const found = () => isRecalling(context) ? recall?.recallByFailure({ end, test }, context) : undefined;
  const ended = run && { outcome: run.outcome, toolUseId, errorText: run.end.output, recall, known: found };
  const met = ended && compareRun(ended, context);
  const written = changesOf(line, shellChanges(kept.tool_response));
  const capture = recordOfEvent(event, { kept, priority, outcome: run, written }, context);
  if (!context.record({ name: "hook.post_tool_use" }, [capture, ...met?.records ?? []])) return undefined;
  const isAnswered = !context.isUnheard && !context.isLate(timeout_ms);
  const answers = isAnswered && met ? met.answers() : [found()];
  const { cwd } = context.session;
  const isThere = (path: string) => isFile(storedPath(path, cwd));
  const read = priority === "low" && !isError ? filesRead(line, cwd ?? "", isThere) : [];
  const known = await recallAboutFiles(read, context);
  return toModel(isError ? "PostToolUseFailure" : "PostToolUse", ...answers, known);
}

/** Returns a call's outcome; `undefined` if it neither tests nor builds. `kept` is clean, a saved output is not. */
export async function captureOutcome(
  { command, kept }: { readonly command: string; readonly kept: KeptFields },
  matchers: readonly OutcomeMatcher[],
  { readSaved, clean }: {
    readonly readSaved: (path: string) => string;
    readonly clean: (text: string, redactSecrets: boolean) => Promise<string>;
  },
) {
  const { detectOutcome, withoutPrivateName } = await loadJudge();
  const { savedAt, ...end } = decodeShellEnd(kept);
  const found = detectOutcome({ command, ...end, matchers, savedAt, readSaved });
  const name = savedAt === undefined ? found?.firstFailure : await clean(found?.firstFailure ?? "", true);
  const outcome = found && withoutPrivateName(found, (given) => given !== name);
  return outcome && { ...keptOutcome(outcome), outcome, end };
}

/**
 * Finds the outcome of a background run, captured as "unknown", by the client's notification. Answers as for
 * a shell call, but not for a subagent's run. Returns `undefined` if there is no outcome.
 */
export async function endBackgroundRun(
  { taskId, toolUseId, exitCode, outputFile, output: told }: Partial<TaskNotification & { output: string }>,
  context: HookContext,
) {
  const { enabled, matchers } = context.settings.hooks.outcome_capture;
  if (!enabled || toolUseId === undefined || exitCode === undefined) return undefined;
  const { session, session: { sessionId } } = context;
  const output = told ?? readTaskOutput(outputFile, { id: taskId, sessionId });
  const run = context.withStore((store) => capturedRun(store, sessionId, toolUseId));
  const [kind, before] = run?.outcome.split(":") ?? [];
  const command = before === "unknown" ? asText(run?.command) : undefined;
  const { judgeEnded, withoutPrivateName } = await loadJudge();
  // Without a capture, a polled program may be no run; a notified run counts, as its capture may wait in the spool.
  const ended = judgeEnded({ command, output, exitCode, matchers });
  if (ended === undefined || (run === undefined && told !== undefined)) return undefined;
  const name = await context.cleanReadText(ended.firstFailure ?? "", true);
  const outcome = withoutPrivateName(ended, (given) => given !== name);
  const known = outcomeKnown(outcome, { session, at: context.at, toolUseId });
  // The client repeats notifications: the end of a run with a known outcome was compared before.
  if (before !== "unknown" || run?.agentId !== null || (kind !== "tests" && kind !== "builds")) {
    return { records: [known], answers: () => [] };
  }
  const recall = outcome.result === "fail" ? await loadWholeRecall() : undefined;
  const ran: Outcome = { ...outcome, kind, command: command ?? "" };
  const how = { outcome: keptOutcome(ran).label, state: "ended", isError: exitCode !== 0 } as const;
  const failure = { test: ran.firstFailure, end: { ...ran, ...how, output, exitCode } };
  const found = () => isRecalling(context) ? recall?.recallByFailure(failure, context) : undefined;
  const met = compareRun({ outcome: ran, toolUseId, errorText: output, recall, known: found }, context);
  return { ...met, records: [known, ...met.records] };
}

/** Does the same as `endBackgroundRun` after a call that has read the output of a background command up to its end. */
export async function endPolledRun({ tool_response }: KeptFields, context: HookContext) {
  const { shellId, exitCode, stdout } = asObject(tool_response) ?? {};
  if (typeof exitCode !== "number") return undefined;
  const task = { toolUseId: asText(shellId), exitCode, output: asText(stdout) ?? "" };
  return await endBackgroundRun(task, context);
}

function isRecalling(context: HookContext): boolean {
  const { on_failure, token_budget } = context.settings.hooks.recall;
  return on_failure && token_budget > 0 && !context.isLate();
}

/** Handles a call of mneme's own tools, or records the answers of a question; neither call is captured. */
export function onUncaptured(event: ToolUseEvent, kept: KeptFields, context: HookContext): undefined {
  if (event.toolName !== QUESTION_TOOL) return onOwnCall(event, context);
  const answers = answeredQuestions(kept, context);
  // The question might repeat a private prompt, and only user-prompt-submit records which are private.
  if (answers.length === 0 || !context.settings.hooks.user_prompt_submit.enabled) return undefined;
  const state = turnState(context);
  // The transcript alone tells of private answers, and in some clients of what was typed during the turn.
  const isHidden = () => readConversation(event, context).isPrivate === true;
  if (state === undefined || state.isPrivate === 1 || isHidden()) return undefined;
  context.record({ name: "hook.post_tool_use", subject: event.toolUseId }, answers);
}

/** Makes a record of each answer. Clients put answers into the input or, also as JSON text, the response. */
export function answeredQuestions(
  { tool_input, tool_response }: KeptFields,
  moment: Pick<Answered, "session" | "at">,
): Answered[] {
  const response = typeof tool_response === "string" ? parseJson(tool_response) : tool_response;
  return answersIn({ ...asObject(tool_input), ...asObject(response) })
    .map(({ question, answer }) => questionAnswered(answer, question, moment));
}

/** Assigns the entries and memories of a call to its agent; the MCP server could only guess the caller. */
function onOwnCall(event: ToolUseEvent, context: HookContext): undefined {
  const name = event.toolName.slice(event.toolName.lastIndexOf("__") + 2);
  const ids = ownIdsIn(at(event.result, "value")).filter((id) => /^[gm][1-9]\d*$/.test(id));
  const rowsOf = (letter: string) =>
    ids.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1)));
  const [entry] = rowsOf("g");
  context.withStore((store) => {
    if (name === "save_memory") bindMemories(store, rowsOf("m"), context.owner.sessionId, context.at);
    else if (entry !== undefined && (name === "start_ghap" || name === "adopt_ghap")) {
      bindGhap(store, entry, context.owner, context.at);
    }
    refreshGhapIndex(store, context.paths);
  });
}
