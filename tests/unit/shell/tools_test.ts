import * as words from "../../../src/shell/command_words.ts";
import { isOwnTool, isSkippedTool } from "../../../src/shell/tools.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts, type Verdict } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  changesOf: (line: string) => words.changesOf(line, ["/p/a.ts"]).length > 0,
  endsWithReading: words.endsWithReading,
  filesChanged: (line: string) => words.filesChanged(line, "/p").map((one) => one.file ?? `-${one.removed}`),
  filesRead: (line: string, cwd: string, there: readonly string[] = []) =>
    words.filesRead(line, cwd, (path) => there.includes(path)),
  isOwnCall: (call: [string, string?]) => words.isOwnCall(...call),
  isOwnTool,
  isReadOnlyCommand: words.isReadOnlyCommand,
  isSkippedTool,
  priorityOf: (call: [string, string?, boolean?]) => words.capturePriority(...call),
});

Deno.test("isReadOnlyCommand() of a compound holds only if every part reads", () => {
  const rows = casesOf<Verdict>(import.meta.filename).filter(({ of }) => of === "isReadOnlyCommand");
  const commands = (is: boolean) => rows.filter((row) => row.is === is).flatMap(({ values }) => values);
  for (const a of commands(true)) {
    for (const b of commands(false).filter((command) => String(command).trim() !== "")) {
      const compound = `${a}\n${b}`;
      assertEquals([compound, words.isReadOnlyCommand(compound)], [compound, false]);
    }
  }
});
