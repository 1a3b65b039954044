import { runProgram } from "../../../src/cli/frame/run_program.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { notOnWindows } from "../../_support/windows.ts";

notOnWindows("scripts", "runProgram() ends a program that hangs, with what it started", () => {
  const start = performance.now();
  const { complaint } = runProgram("sh", ["-c", "sleep 60 & sleep 60"], 200);
  assertEquals(complaint, "it did not end within 0.2 s");
  assert(performance.now() - start < 30_000);
});
