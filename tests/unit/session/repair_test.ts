import { detectOutcome } from "../../../src/outcome/judge.ts";
import { outcomeLabel } from "../../../src/outcome/outcome.ts";
import { fixIn, isSetup } from "../../../src/session/fix_commands.ts";
import { repairsIn } from "../../../src/session/repair.ts";
import type { WorkStep } from "../../../src/session/work_steps.ts";
import { assertEquals } from "../../_support/assert.ts";
import courses from "./repair_courses.json" with { type: "json" };
import fixes from "./fix_commands.json" with { type: "json" };

function cure(line: string): string {
  const told = fixIn(line, "npm test");
  return isSetup(told) ? told : "";
}

Deno.test("fixIn() tells commands that build up, and none that takes away, resets, kills or overwrites", () => {
  for (const line of fixes.told) assertEquals(cure(line), line);
  for (const line of fixes.untold) assertEquals([line, cure(line)], [line, ""]);
  for (const [line, part] of fixes.in_part) assertEquals(cure(line!), part);
});

/**
 * Makes the steps of a session: the first line fails, those after it pass (`pytest => 5 passed`), `edit FILE` changes a
 * file, `prompt` is another prompt of the user. Before a line, `fails` says that it fails, too, `free` that it runs
 * outside of the client's sandbox, and `PowerShell` that it runs there.
 */
function stepsOf(lines: readonly string[], error: string): WorkStep[] {
  let prompt = 1;
  return lines.flatMap((line, id): WorkStep[] => {
    if (line === "prompt") {
      prompt++;
      return [];
    }
    const step = { id, at: `2026-03-01T10:00:0${id}.000Z`, prompt };
    const [, file, change] = /^edit ([^\s:]+)(.*)/.exec(line) ?? [];
    if (file !== undefined) {
      return [{ ...step, end: undefined, file: `/p/${file}`, text: `Edited ${file}${change}` }];
    }
    const [, how, run = ""] = /^(?:(free|fails|PowerShell) )?(.*)$/s.exec(line)!;
    const isError = id === 0 || how === "fails";
    const [command = "", output = id === 0 ? error : "ok"] = run.split(" => ");
    const ended = { command, output, exitCode: isError ? 1 : 0, state: "ended" } as const;
    const outcome = detectOutcome(ended);
    const label = outcome === undefined ? null : outcomeLabel(outcome);
    const { firstFailure: test, passed: passedTests } = outcome ?? {};
    const where = { isFree: how === "free", tool: how === "PowerShell" ? how : "Bash" };
    const end = { ...ended, outcome: label, isError, test, passedTests, ...where };
    return [{ ...step, end, file: undefined, text: `Ran ${line}` }];
  });
}

Deno.test("repairsIn() tells what bears on a failure, and longer forms of the call that failed", async (t) => {
  for (
    const [name, failed, error, lines, told] of courses as [string, string, string, string[], string | null][]
  ) {
    await t.step(name, () => {
      const found = repairsIn(stepsOf([failed, ...lines], error), "/p").map(({ worked }) => worked.text);
      assertEquals(
        found.map((text) => told !== null && text.replaceAll("`", "").startsWith(told)),
        told === null ? [] : [true],
        found.join(),
      );
    });
  }
});

Deno.test("repairsIn() keeps lines of the error that a second run before the repair did not print, and names no file that was written first", () => {
  const [first, , ...rest] = stepsOf(
    ["cat > b.test.ts <<'E'\nlet b;\nE\nnpm test", "npm test", "edit a.ts", "npm test"],
    "TypeError: a is gone\nReferenceError: b is missing",
  );
  const [again] = stepsOf(["npm test"], "ReferenceError: b is missing");
  const found = repairsIn([first!, { ...again!, id: 1 }, ...rest], "/p").flatMap((
    { command, lines },
  ) => [command, ...lines.map(({ exact }) => exact)]);
  assertEquals(found, ["npm test", "typeerror a is gone", "referenceerror b is missing"]);
});
