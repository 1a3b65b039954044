/** See signs.ts. */
export const JAVASCRIPT_SIGNS = {
  jest: ["Tests:", "Test Suites:", "No tests found", "FAIL ", "✕ "],
  vitest: ["Test Files", "No test files found", "Tests  ", "FAIL ", "× "],
  mocha: [" passing", " failing", "specs passed", "✖", "No test files found"],
  node: ["# tests ", "ℹ tests ", "# pass ", "ℹ pass ", "# fail ", "ℹ fail "],
  tap: ["ok 1", "not ok", "Result: ", "# failed", "All tests successful", " tests, "],
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
  playwright: [" passed (", " failed\n", " flaky", "No tests found"],
  deno: ["ok | ", "FAILED | ", "No test modules"],
  bun: [" pass\n", " fail\n", "(fail) ", "No tests found!"],
} as const;
