import { USUAL_SIGNS } from "./signs_usual.ts";

/** See signs.ts. */
export const JAVASCRIPT_SIGNS = {
  jest: USUAL_SIGNS.jest,
  vitest: USUAL_SIGNS.vitest,
  mocha: USUAL_SIGNS.mocha,
  node: USUAL_SIGNS.node,
  tap: [
    "ok 1",
    "not ok",
    "Result: ",
    "# failed",
    "# pass ",
    "# { total",
    "All tests successful",
    "Bail out!",
    "# Looks like",
    " tests, ",
    "1..",
    "ing:  ",
  ],
  wtr: [" test files | ", "Finished running tests", "Error while running tests"],
  workspace: ["Successfully ran target", " successful, "],
  ava: [
    "tests passed",
    "test passed",
    "test failed",
    "tests failed",
    "uncaught exception",
    "unhandled rejection",
    "find any files to test",
  ],
  karma: ["Executed ", " specs, ", "TOTAL: "],
  cypress: ["specs passed!", " failed ("],
  playwright: [" passed (", " failed (", " failed\n", " flaky", "No tests found"],
  deno: ["error: Test failed", "ok | ", "FAILED | ", "No test modules"],
  bun: [" pass\n", " fail\n", "(fail) ", "No tests found!"],
} as const;
