import { USUAL_SIGNS } from "./signs_usual.ts";

/** See signs.ts. */
export const SYSTEMS_SIGNS = {
  cargo: USUAL_SIGNS.cargo,
  nextest: ["tests run:", "test run:", "no tests to run"],
  go: USUAL_SIGNS.go,
  gtest: ["[  PASSED  ]", "[  FAILED  ]"],
  catch2: ["test cases: ", "All tests passed ("],
  ctest: ["tests passed", "No tests were found", "No test configuration"],
  meson: ["Ok: ", "Fail: "],
  zig: ["tests passed", "test transitively failed", " passed; ", "Build Summary:", "error: the following"],
  swift: ["Executed ", "Test run with", "** TEST", "Testing failed"],
  xcode: ["** BUILD", "** TEST", "** ARCHIVE", "** ANALYZE", " Succeeded", " Failed"],
  bazel: ["Executed ", "Build completed", "Build did NOT", "FAILED TO BUILD", "Tests finished:"],
  automake: ["# TOTAL: "],
  boost: ["*** "],
} as const;
