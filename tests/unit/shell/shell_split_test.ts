import { splitShell } from "../../../src/shell/shell_split.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  words: (line: string) => splitShell(line).map((command) => command.words),
  survives: (line: string) => Array.isArray(splitShell(line)),
  writesFile: (line: string) => splitShell(line).some((command) => command.writesFile),
  hasSubstitution: (line: string) => splitShell(line)[0]?.hasSubstitution,
});
