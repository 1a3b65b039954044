import { Command } from "commander";
import { forgetSessions } from "../sessions/forget.ts";
import { listSessions } from "../sessions/list.ts";
import { showSession } from "../sessions/show.ts";

/** `mneme sessions`: what was done, when, in which session. */
export function sessionsCommand(): Command {
  const sessions = new Command("sessions").description("List past sessions, show and forget them");
  sessions.addHelpText("after", "\nExample:\n  mneme sessions list --match pnpm lockfile");
  sessions.command("list")
    .description("List the sessions of this project, newest first")
    .option("--project <dir>", "of another project")
    .option("--all", "of every project")
    .option("--match <words...>", "only those with all of these words in title or prompts, in any case")
    .option("--limit <n>", "at most so many (default: 20)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme sessions list --match pnpm lockfile")
    .action(listSessions);
  sessions.command("show")
    .description("Show the prompts and tool calls of one session in their order")
    .argument("<id>", "s4, the client's session id, or the start of it")
    .option("--full", "whole prompts, every tool call, with input and result")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme sessions show s4")
    .action(showSession);
  sessions.command("forget")
    .description("Remove everything that was captured of sessions, and their candidates; memories stay")
    .argument("<ids...>", "as `mneme sessions list` shows them: s4, or the client's session id")
    .option("--yes", "really do it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme sessions forget s4 --yes")
    .action(forgetSessions);
  return sessions;
}
