// Steps of `mneme process`: observations of captured tool calls, and repairs and commands learnt from them.
import { invocationsIn } from "../../outcome/invocations.ts";
import { callsByFile, type CapturedCall, decodeCall, filledText } from "../../session/captured_call.ts";
import { describeCall } from "../../session/describe_call.ts";
import { repairsIn } from "../../session/repair.ts";
import { runsIn, type WorkStep } from "../../session/work_steps.ts";
import { withReason } from "../../session/wording.ts";
import { isReadOnlyCommand } from "../../shell/command_words.ts";
import { isShellTool } from "../../shell/tools.ts";
import {
  type CaptureChoice,
  keepObservations,
  lastObservedPrompt,
  type NewObservation,
  nextCaptures,
  type Observed,
  promptText,
  type RawCapture,
  requestTimes,
  skipReads,
  workOf,
} from "../../store/captures.ts";
import { keepLearnt, unlearntSessions } from "../../store/repairs.ts";
import type { Store } from "../../store/store.ts";
import { decodeShellEnd, isRefusal } from "../../wire/tool_results.ts";
import type { Workload } from "../frame/workload.ts";

/** The most that one transaction takes. To write it takes a tenth of the time that a hook waits for the write lock. */
const BATCH = { maxRows: 60, maxBytes: 400_000 };

/**
 * Makes observations of waiting captures: first of changes and runs (`high`), then of other calls (`normal`). Skips
 * calls that only read (`low`). Prunes no payload, because `learnFromWork` reads them afterwards.
 */
export async function observeQueue(
  store: Store,
  choice: Pick<CaptureChoice, "sessionId" | "until">,
  workload: Workload,
) {
  const total = { processed: 0, skipped: 0, observations: 0 };
  for (const priority of ["high", "normal"] as const) {
    await workload.repeat(() =>
      // The batch is read in the transaction, too: a text that was just forgotten must not be stored again.
      store.transaction(() => {
        const observed = observeSteps(store, nextCaptures(store, { priority, ...choice, ...BATCH }));
        keepObservations(store, observed);
        total.processed += observed.processed.length;
        total.skipped += observed.skipped.length;
        total.observations += observed.observations.length;
        return observed.processed.length + observed.skipped.length;
      })
    );
  }
  total.skipped += await workload.repeat(() => skipReads(store, choice));
  return total;
}

/** Makes the observations of these captures. The first observation after a prompt quotes the prompt. */
function observeSteps(store: Store, captures: readonly RawCapture[]): Observed {
  const [observations, processed, skipped]: [NewObservation[], number[], number[]] = [[], [], []];
  const prompts = new Map<string, string | null | undefined>();
  for (const capture of captures) {
    const call = decodeCall(capture);
    const step = describeCall(call);
    if (step === undefined) {
      skipped.push(capture.id);
      continue;
    }
    const { sessionId, promptId } = capture;
    const before = prompts.has(sessionId) ? prompts.get(sessionId) : lastObservedPrompt(store, sessionId);
    const isFirst = promptId !== null && promptId !== before;
    const asked = isFirst ? promptText(store, sessionId, promptId) : undefined;
    const text = asked === undefined ? step.text : withReason(step.text, asked);
    prompts.set(sessionId, promptId);
    processed.push(capture.id);
    observations.push({
      captureId: capture.id,
      sessionId,
      createdAt: capture.createdAt,
      text,
      files: call.files,
      outcome: call.outcome ?? (call.error === undefined ? null : "failed"),
      weight: step.weight,
    });
  }
  return { observations, processed, skipped };
}

/** Learns repairs and commands. Returns the number of new repairs. */
export async function learnFromWork(store: Store, workload: Workload): Promise<number> {
  let found = 0;
  for (const session of unlearntSessions(store)) {
    if (workload.isOver) break;
    const { sessionId, project } = session;
    const steps: WorkStep[] = [];
    const prompted = requestTimes(store, sessionId);
    for (const captures of workOf(store, sessionId)) {
      steps.push(...captures.flatMap((capture) => stepsOf(capture, prompted)));
      await workload.rest();
    }
    found += keepLearnt(store, session, {
      repairs: repairsIn(steps, project),
      runs: runsIn(steps, project),
      to: Math.max(session.learntTo, ...steps.map(({ id }) => id)),
    });
    await workload.rest();
  }
  return found;
}

/** Returns a change per file, then a run; nothing for a failed change, or a call that only read, was refused or pruned. */
function stepsOf(capture: RawCapture, prompted: readonly string[]): WorkStep[] {
  const call = decodeCall(capture);
  const isShell = isShellTool(call.toolName);
  const end = isShell ? endOf(call) : undefined;
  const isChange = !isShell && call.error === undefined && Object.keys(call.input).length > 0;
  if (end === undefined && !isChange || isRefusal(call.error ?? "")) return [];
  const prompt = prompted.findLastIndex((time) => time <= capture.createdAt) + 1;
  const step = { id: capture.id, at: capture.createdAt, prompt, end, file: undefined, text: "" };
  // Files that runs of tests and builds write mend nothing.
  const isRun = end !== undefined && invocationsIn(end, call.project).every((one) => one.isRun);
  const changes = (isRun ? [] : callsByFile(call)).map((of) => (
    { ...step, end: undefined, file: of.files[0], text: describeCall(of)?.text ?? "" }
  ));
  return end === undefined ? changes : [...changes, step];
}

function endOf({ toolName: tool, error, input, response, isInterrupt, outcome, details }: CapturedCall) {
  const command = filledText(input.command);
  if (command === undefined || isReadOnlyCommand(command)) return undefined;
  const given = { tool_input: input, tool_response: response, error, is_interrupt: isInterrupt };
  const isError = error !== undefined;
  const isFree = input.dangerouslyDisableSandbox === true; // ran outside the sandbox
  const passedTests = typeof details.passed === "number" ? details.passed : undefined;
  const test = filledText(details.first_failure);
  return { ...decodeShellEnd(given), command, outcome, isError, test, passedTests, isFree, tool };
}
