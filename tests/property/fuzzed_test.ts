import * as fc from "fast-check";
import { TARGETS } from "../fuzz/all_targets.ts";
import { checkInTime } from "../fuzz/target.ts";

/** The others start programs, or measure what they do. */
const IN_PROCESS = TARGETS.filter(({ limitMs }) => limitMs <= 20_000);
const AT_MOST = { numRuns: 3000, interruptAfterTimeLimit: 1000, markInterruptAsFailure: false };

for (const target of IN_PROCESS) {
  Deno.test(`${target.name}: a few new cases of the fuzzer keep its promises`, async () => {
    await fc.assert(fc.asyncProperty(target.cases, (input) => checkInTime(target, input)), AT_MOST);
  });
}
