import { Command } from "commander";
import { UsageError } from "../../core/user_error.ts";
import { previewJson, previewLines } from "../context/lines.ts";
import { previewContext } from "../context/preview.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { chosenProject } from "../place_options.ts";

interface ContextOptions {
  readonly prompt?: string;
  readonly project?: string;
  readonly session?: string;
  readonly json?: true;
}

/** `mneme context`: what would be brought back for a prompt. */
export function contextCommand(): Command {
  return new Command("context")
    .description("Show exactly what a prompt would get from what is kept, and why; writes nothing")
    .option("--prompt <text>", "the prompt")
    .option("--project <dir>", "in another project")
    .option("--session <id>", "of this session: without what it was shown already")
    .option("--json", "print JSON")
    .addHelpText("after", '\nExample:\n  mneme context --prompt "Why are totals rounded after summing?"')
    .action(showContext);
}

function showContext({ prompt, project, session, json }: ContextOptions): void {
  if (prompt === undefined) {
    throw new UsageError("Cannot show a context: no prompt was given", {
      hint: 'give one, as in `mneme context --prompt "fix the flaky test"`',
    });
  }
  const paths = requirePaths();
  const place = project === undefined ? {} : { project };
  const preview = previewContext(paths, {
    prompt,
    project: chosenProject(place, paths) ?? "",
    sessionId: session,
  });
  if (json) return printJson(previewJson(preview));
  for (const line of previewLines(preview)) printLine(line);
}
