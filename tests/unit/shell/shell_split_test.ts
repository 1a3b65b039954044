import { splitShell } from "../../../src/shell/shell_split.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  words: (line: string) => splitShell(line).map((command) => command.words),
  survives: (line: string) => Array.isArray(splitShell(line)),
  targets: (line: string) => splitShell(line).flatMap((command) => command.targets),
  hasSubstitution: (line: string) => splitShell(line)[0]?.hasSubstitution,
});
