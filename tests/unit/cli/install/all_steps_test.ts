import type { InstallStep, StepMode, StepReport } from "../../../../src/cli/registration/install_step.ts";
import { installSteps, uninstallSteps } from "../../../../src/cli/registration/install_step.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";

function recordingStep(name: string, log: string[], refusal?: Error): InstallStep {
  const report: StepReport = { changed: true, lines: [name], diff: "", data: {} };
  const run = (verb: string) => (mode: StepMode) => {
    log.push(`${verb} ${name} ${mode}`);
    if (refusal !== undefined) throw refusal;
    return report;
  };
  return { install: run("install"), uninstall: run("uninstall") };
}

Deno.test("installSteps() previews all, prepares, then applies in order", () => {
  const log: string[] = [];
  const steps = [recordingStep("a", log), recordingStep("b", log)];
  installSteps(steps, "apply", () => log.push("prepare"));
  assertEquals(log, [
    "install a preview",
    "install b preview",
    "prepare",
    "install a apply",
    "install b apply",
  ]);
});

Deno.test("installSteps() prepares and applies nothing in a preview or when a step refuses", () => {
  const log: string[] = [];
  installSteps([recordingStep("a", log)], "preview", () => log.push("prepare"));
  const refusing = [recordingStep("b", log), recordingStep("c", log, new Error("refused"))];
  assertThrows(() => installSteps(refusing, "apply", () => log.push("prepare")));
  assertEquals(log, ["install a preview", "install b preview", "install c preview"]);
});

Deno.test("uninstallSteps() takes back the last step first", () => {
  const log: string[] = [];
  uninstallSteps([recordingStep("a", log), recordingStep("b", log)], "apply");
  assertEquals(log, ["uninstall b preview", "uninstall a preview", "uninstall b apply", "uninstall a apply"]);
});

Deno.test("uninstallSteps() goes on without a step that refuses, where somebody takes the error", () => {
  const log: string[] = [];
  const refused: unknown[] = [];
  const steps = [recordingStep("a", log), recordingStep("b", log, new Error("refused"))];
  const reports = uninstallSteps(steps, "apply", (error) => refused.push(error));
  assertEquals([reports.length, refused.length], [1, 1]);
  assertEquals(log, ["uninstall b apply", "uninstall a apply"]);
  assertThrows(() => uninstallSteps(steps, "apply"), /refused/);
});
