import { promptText, promptTimes, type RawCapture, workOf } from "../../store/captures.ts";
import { asText, decodeCall } from "../../session/captured_call.ts";
import { reasonsIn, runsIn, type WorkStep } from "../../session/work_steps.ts";
import { describeCall } from "../../session/describe_call.ts";
import { repairsIn } from "../../session/repair.ts";
import { isShellTool } from "../../shell/tools.ts";
import { keepLearnt, type UnlearntSession, unlearntSessions } from "../../store/repairs.ts";
import type { Store } from "../../store/store.ts";
import { decodeShellEnd, isRefusal } from "../../wire/tool_results.ts";
import type { Workload } from "../frame/workload.ts";

const AT_ONCE = 50;

/**
 * Reads the calls of processed sessions, before their payloads are removed. Stores what fixed a failure
 * (repairs), which commands were run, and why files were changed. Returns the number of new repairs.
 */
export async function learnFromWork(store: Store, workload: Workload): Promise<number> {
  let found = 0;
  while (!workload.isOver) {
    const sessions = unlearntSessions(store, AT_ONCE);
    for (const session of sessions) {
      found += await learnFrom(store, session, workload);
      if (workload.isOver) break;
    }
    if (sessions.length < AT_ONCE) break;
  }
  return found;
}

async function learnFrom(store: Store, session: UnlearntSession, workload: Workload): Promise<number> {
  const { sessionId, project, learntTo } = session;
  const steps: WorkStep[] = [];
  const prompts = new Map<number, string>();
  const prompted = promptTimes(store, sessionId);
  for (const captures of workOf(store, sessionId)) {
    for (const capture of captures) {
      const step = stepOf(capture, prompted.findLastIndex((at) => at <= capture.createdAt) + 1);
      if (step !== undefined) steps.push(step);
      if (step?.file !== undefined && capture.promptId !== null) prompts.set(capture.id, capture.promptId);
    }
    await workload.rest();
  }
  const asked = (capture: number) => {
    const prompt = prompts.get(capture);
    return prompt === undefined ? undefined : promptText(store, sessionId, prompt);
  };
  const added = keepLearnt(store, session, {
    repairs: repairsIn(steps, project),
    runs: runsIn(steps.filter(({ id }) => id > learntTo), project),
    reasons: reasonsIn(steps, asked),
    to: Math.max(learntTo, ...steps.map(({ id }) => id)),
  });
  await workload.rest();
  return added;
}

/** Returns a call as a step of the work; `undefined` if it changed nothing, was refused, or has lost its payload. */
function stepOf(capture: RawCapture, prompt: number): WorkStep | undefined {
  const call = decodeCall(capture);
  const { error, input, response, outcome, details } = call;
  const { id, createdAt: at } = capture;
  if (error !== undefined && isRefusal(error)) return undefined;
  if (!isShellTool(call.toolName)) {
    const file = error === undefined ? call.files[0] : undefined;
    return file === undefined || Object.keys(input).length === 0
      ? undefined
      : { id, at, prompt, end: undefined, file, text: describeCall(call)?.text ?? "" };
  }
  const command = asText(input.command);
  if (command === undefined) return undefined;
  const fields = error === undefined
    ? { tool_response: response }
    : { error, is_interrupt: call.isInterrupt };
  const end = {
    ...decodeShellEnd({ tool_input: input, ...fields }),
    command,
    outcome,
    isError: error !== undefined,
  };
  const test = asText(details.first_failure);
  return { id, at, prompt, end: { ...end, test }, file: undefined, text: describeCall(call)?.text ?? "" };
}
