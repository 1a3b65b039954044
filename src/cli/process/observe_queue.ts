import { decodeCall } from "../../session/captured_call.ts";
import { describeCall } from "../../session/describe_call.ts";
import { groupLooks, mergeLooks } from "../../session/group_looks.ts";
import { withReason, withSaid } from "../../session/wording.ts";
import {
  boundariesBetween,
  type CaptureBatch,
  type CaptureChoice,
  lastObservedPrompt,
  nextCaptures,
  promptText,
  type RawCapture,
} from "../../store/captures.ts";
import { keepObservations, type NewObservation, type Observed } from "../../store/observations.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "../frame/workload.ts";

/** The size of a batch: writing it takes at most a tenth of the time that a hook waits for the write lock. */
const BATCH = { maxRows: 60, maxBytes: 400_000 };
const LOOKS_BATCH = { maxRows: 400, maxBytes: 1_000_000 };
const MAX_FILES = 20;

/**
 * Turns queued captures into observations: captures of one session or up to a time, high priority (changes and
 * runs) first, then normal, then low (reads and searches). Captures older than `pruneBefore` lose their payload at
 * once. Returns the counts of captures and observations.
 */
export async function observeQueue(
  store: Store,
  { sessionId, until, pruneBefore }:
    & Pick<CaptureChoice, "sessionId" | "until">
    & { readonly pruneBefore: string },
  workload: Workload,
): Promise<{ processed: number; skipped: number; observations: number }> {
  const total = { processed: 0, skipped: 0, observations: 0 };
  for (const priority of ["high", "normal", "low"] as const) {
    const size = priority === "low" ? LOOKS_BATCH : BATCH;
    await workload.repeat(() => {
      const observed = observeNext(store, { priority, sessionId, until, ...size }, pruneBefore);
      const captures = observed.processed.length + observed.skipped.length;
      workload.countCaptures(captures);
      total.processed += observed.processed.length;
      total.skipped += observed.skipped.length;
      total.observations += observed.observations.length;
      return captures;
    });
  }
  return total;
}

/** Observes the next batch. Reads and writes in one transaction, so that no text is stored that was just forgotten. */
function observeNext(store: Store, choice: CaptureChoice, pruneBefore: string): Observed {
  return store.transaction(() => {
    const batch = nextCaptures(store, choice);
    if (batch.captures.length === 0) return nothingObserved();
    const observed = choice.priority === "low"
      ? observeLooks(store, batch)
      : observeSteps(store, batch.captures);
    keepObservations(store, observed, pruneBefore);
    return observed;
  });
}

function nothingObserved() {
  return { observations: [] as NewObservation[], processed: [] as number[], skipped: [] as number[] };
}

/** Makes an observation of each capture; the first one after a prompt quotes the prompt. */
function observeSteps(store: Store, captures: readonly RawCapture[]): Observed {
  const observed = nothingObserved();
  const prompts = new Map<string, string | null | undefined>();
  for (const capture of captures) {
    const call = decodeCall(capture);
    const step = describeCall(call);
    if (step === undefined) {
      observed.skipped.push(capture.id);
      continue;
    }
    const { sessionId, promptId } = capture;
    const before = prompts.has(sessionId) ? prompts.get(sessionId) : lastObservedPrompt(store, sessionId);
    const isFirst = promptId !== null && promptId !== before;
    const asked = isFirst ? promptText(store, sessionId, promptId) : undefined;
    const text = asked === undefined ? step.text : withReason(step.text, asked);
    const explained = withSaid({ ...step, text }, call.said);
    prompts.set(sessionId, promptId);
    observed.processed.push(capture.id);
    observed.observations.push({
      ...placeOf(capture),
      text: explained.text,
      files: call.files,
      outcome: call.outcome ?? (call.error === undefined ? null : "failed"),
      weight: explained.weight,
    });
  }
  return observed;
}

/** Makes an observation of each run of looks. A run that may continue in the next batch waits, unless all may. */
function observeLooks(store: Store, { captures, isLast }: CaptureBatch): Observed {
  const boundaries = boundariesBetween(store, captures[0]!.createdAt, captures.at(-1)!.createdAt);
  const runs = groupLooks(captures, boundaries);
  const ended = isLast ? runs : runs.filter((run) => !run.isOpen);
  const observed = nothingObserved();
  for (const { looks } of ended.length === 0 ? runs : ended) {
    const calls = looks.map(decodeCall);
    const step = mergeLooks(calls);
    observed[step === undefined ? "skipped" : "processed"].push(...looks.map(({ id }) => id));
    if (step === undefined) continue;
    const files = new Set(calls.flatMap((call) => call.error === undefined ? call.files : []));
    observed.observations.push({
      ...placeOf(looks[0]!),
      ...step,
      files: [...files].slice(0, MAX_FILES),
      outcome: null,
    });
  }
  return observed;
}

function placeOf({ id, sessionId, createdAt }: RawCapture) {
  return { captureId: id, sessionId, createdAt };
}
