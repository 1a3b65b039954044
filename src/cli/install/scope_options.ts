import type { Command } from "commander";
import { shellWord } from "../plain_text.ts";
import type { ScopeOptions } from "./settings_location.ts";

export interface StepOptions extends ScopeOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Adds the options that `install` and `uninstall` share. */
export function addStepOptions(command: Command): Command {
  return command
    .option("--user", "your own settings, ~/.claude/settings.json (default)")
    .option(
      "--project",
      "the project's .claude/settings.json, usually committed: its paths are this machine's",
    )
    .option("--local", "the project's .claude/settings.local.json")
    .option("--settings <file>", "any other settings file")
    .option("--dry-run", "show what would change and change nothing")
    .option("--json", "print what was done as JSON");
}

/** The options that lead to the same settings file again, as they are typed. */
export function typedScope(options: ScopeOptions): string {
  if (options.settings !== undefined) return ` --settings ${shellWord(options.settings)}`;
  if (options.project === true) return " --project";
  return options.local === true ? " --local" : "";
}
