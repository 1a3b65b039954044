import { decodeCall } from "../../core/observations/captured_call.ts";
import { describeCall } from "../../core/observations/describe_call.ts";
import { withReason, withSaid } from "../../core/observations/reasons.ts";
import { groupLooks, type LookRun } from "../../core/observations/group_looks.ts";
import { mergeLooks } from "../../core/observations/merge_looks.ts";
import { keepObservations, type NewObservation, type Observed } from "../../store/processing/observations.ts";
import {
  boundariesBetween,
  type CaptureBatch,
  type CaptureChoice,
  lastObservedPrompt,
  nextCaptures,
  promptText,
  type RawCapture,
} from "../../store/processing/raw_captures.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

export interface QueueOptions {
  /** Of this session alone. */
  readonly sessionId?: string | undefined;
  /** None that are younger, ISO 8601. */
  readonly until?: string | undefined;
  /** Captures from before lose their payload at once. */
  readonly pruneBefore: string;
}

/** How many captures became how many observations. */
export interface QueueResult {
  readonly processed: number;
  readonly skipped: number;
  readonly observations: number;
}

/** The write lock is held for a tenth of what a hook waits for it. */
const BATCH = { maxRows: 60, maxBytes: 400_000 };
const LOOKS_BATCH = { maxRows: 400, maxBytes: 1_000_000 };
const MAX_FILES = 20;

/** Makes observations of what waits in the queue: changes and runs first, then the rest, then what was only looked at. */
export async function observeQueue(
  store: Store,
  options: QueueOptions,
  workload: Workload,
): Promise<QueueResult> {
  const { sessionId, until } = options;
  const total = { processed: 0, skipped: 0, observations: 0 };
  for (const priority of ["high", "normal", "low"] as const) {
    const size = priority === "low" ? LOOKS_BATCH : BATCH;
    const choice: CaptureChoice = { priority, sessionId, until, ...size };
    while (!workload.isOver) {
      const observed = observeNext(store, choice, options.pruneBefore);
      if (observed === undefined) break;
      workload.countCaptures(observed.processed.length + observed.skipped.length);
      total.processed += observed.processed.length;
      total.skipped += observed.skipped.length;
      total.observations += observed.observations.length;
      await workload.rest();
    }
  }
  return total;
}

/**
 * The next batch; `undefined` after the last. Read and written under one lock: what is forgotten between the two would
 * stand in what is written.
 */
function observeNext(store: Store, choice: CaptureChoice, pruneBefore: string): Observed | undefined {
  return store.transaction(() => {
    const batch = nextCaptures(store, choice);
    if (batch.captures.length === 0) return undefined;
    const observed = choice.priority === "low"
      ? observeLooks(store, batch)
      : observeSteps(store, batch.captures);
    keepObservations(store, observed, pruneBefore);
    return observed;
  });
}

/** A line each; the first of a prompt says what was asked. */
function observeSteps(store: Store, captures: readonly RawCapture[]): Observed {
  const observed: { observations: NewObservation[]; processed: number[]; skipped: number[] } = {
    observations: [],
    processed: [],
    skipped: [],
  };
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
    const asked = promptId === null || promptId === before
      ? undefined
      : promptText(store, sessionId, promptId);
    const text = asked === undefined ? step.text : withReason(step.text, asked);
    const told = withSaid({ ...step, text }, call.said);
    prompts.set(sessionId, promptId);
    observed.processed.push(capture.id);
    observed.observations.push({
      ...placeOf(capture),
      text: told.text,
      files: call.files,
      outcome: call.outcome ?? (call.error === undefined ? null : "failed"),
      weight: told.weight,
    });
  }
  return observed;
}

/** A line for each run of looks. One that may go on in the next batch waits for it, unless all of them may. */
function observeLooks(store: Store, { captures, isLast }: CaptureBatch): Observed {
  const boundaries = boundariesBetween(store, captures[0]!.createdAt, captures.at(-1)!.createdAt);
  const runs = groupLooks(captures, boundaries);
  const ended = isLast ? runs : runs.filter((run) => !run.isOpen);
  return mergeRuns(ended.length === 0 ? runs : ended);
}

function mergeRuns(runs: readonly LookRun<RawCapture>[]): Observed {
  const observations: NewObservation[] = [];
  const processed: number[] = [];
  const skipped: number[] = [];
  for (const { looks } of runs) {
    const calls = looks.map(decodeCall);
    const step = mergeLooks(calls);
    const ids = looks.map(({ id }) => id);
    if (step === undefined) skipped.push(...ids);
    else {
      processed.push(...ids);
      const files = [...new Set(calls.flatMap((call) => call.error === undefined ? call.files : []))];
      observations.push({
        ...placeOf(looks[0]!),
        ...step,
        files: files.slice(0, MAX_FILES),
        outcome: null,
      });
    }
  }
  return { observations, processed, skipped };
}

function placeOf({ id, sessionId, createdAt }: RawCapture) {
  return { captureId: id, sessionId, createdAt };
}
