import { Command } from "commander";
import { initScratchpads } from "../scratchpad/init.ts";
import { listScratchpads } from "../scratchpad/list.ts";
import { searchScratchpads } from "../scratchpad/search.ts";
import { showScratchpad } from "../scratchpad/show.ts";

/** `mneme scratchpad`: what the agents of a project have left for each other. */
export function scratchpadCommand(): Command {
  const scratchpad = new Command("scratchpad").description(
    "See the notes that agents leave, and switch them on",
  );
  scratchpad.addHelpText("after", "\nExample:\n  mneme scratchpad list --agent coordinator");
  scratchpad.command("list")
    .description("List scratchpads by day and agent, and what they lack")
    .option("--agent <name>", "of one agent")
    .option("--day <date>", "of one day, such as 2026-03-01")
    .option("--project <dir>", "of another project")
    .option("--limit <n>", "at most so many (default: 50)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme scratchpad list --agent coordinator")
    .action(listScratchpads);
  scratchpad.command("show")
    .description("Print an agent's scratchpad")
    .argument("<agent>", "its name, as the folder is called")
    .argument("[day]", "a date, or today; else the newest")
    .option("--project <dir>", "of another project")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme scratchpad show coordinator")
    .action(showScratchpad);
  scratchpad.command("search")
    .description("Find what agents have noted, today or on earlier days")
    .argument("<words...>", "what to look for")
    .option("--project <dir>", "of another project")
    .option("--limit <n>", "at most so many (default: 10)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme scratchpad search flaky upload")
    .action(searchScratchpads);
  scratchpad.command("init")
    .description("Set this project up: from then on its subagents are asked for scratchpads")
    .option("--project <dir>", "another project")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme scratchpad init")
    .action(initScratchpads);
  return scratchpad;
}
