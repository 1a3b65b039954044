import { USUAL_SIGNS } from "./signs_usual.ts";

/** See signs.ts. */
export const PYTHON_SIGNS = {
  pytest: USUAL_SIGNS.pytest,
  sugar: ["Results ("],
  unittest: ["Ran ", "Test passed.", "***Test Failed"],
  tox: [
    "congratulations :)",
    "evaluation failed :(",
    "Session ",
    "nox > ",
    "commands failed",
    "commands succeeded",
  ],
  behave: ["scenario"],
  robot: [" passed, "],
} as const;
