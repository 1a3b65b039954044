/// <reference lib="webworker" />
import * as fc from "fast-check";
import { TARGETS } from "./all_targets.ts";
import { checkInTime, type FromWorker, type Job } from "./target.ts";

// A thread of its own: what hangs in it can be seen, and ended, from outside.
self.addEventListener("message", ({ data }: MessageEvent<Job>) => void run(data));

function tell(message: FromWorker): void {
  self.postMessage(message);
}

async function run({ name, seconds, seed }: Job): Promise<void> {
  const target = TARGETS.find((one) => one.name === name)!;
  let cases = 0;
  const property = fc.asyncProperty(target.cases, async (input) => {
    cases++;
    tell({ kind: "case", text: JSON.stringify(input) });
    await checkInTime(target, input);
  });
  const details = await fc.check(property, {
    seed,
    numRuns: 1e9,
    interruptAfterTimeLimit: seconds * 1000,
    markInterruptAsFailure: false,
  });
  const failure = details.failed ? failureOf(details) : undefined;
  tell({ kind: "end", cases, failure });
}

function failureOf({ counterexample, errorInstance }: fc.RunDetails<[unknown]>) {
  const error = errorInstance instanceof Error ? errorInstance.stack ?? errorInstance.message : errorInstance;
  return { text: JSON.stringify(counterexample?.[0]), error: String(error) };
}
