import { Command } from "commander";
import { addMemory } from "../memory/add.ts";
import { dropCandidates } from "../memory/drop.ts";
import { editMemories } from "../memory/edit.ts";
import { exportMemories } from "../memory/export.ts";
import { forgetCommand, type ForgetOptions } from "../memory/forget_command.ts";
import { importFile } from "../memory/import.ts";
import { keepCandidates } from "../memory/keep.ts";
import { listMemories } from "../memory/list.ts";
import { showMemory } from "../memory/show.ts";
import { bringBackFirst } from "../process/bring_back_first.ts";

const CATEGORIES = "DECISION, RUNBOOK, CONSTRAINT, TECH_DEBT, PREFERENCE or SESSION_SUMMARY";

const IDS_OF_CANDIDATES =
  "as `mneme memory list --candidates` shows them, of a range the candidates in it: m3 m5-m9";

/** `mneme memory`: what is remembered, by hand. */
export function memoryCommand(): Command {
  const memory = new Command("memory").description("Save, list, correct and forget memories");
  memory.addHelpText("after", "\nExample:\n  mneme memory list --category DECISION");
  memory.addCommand(addCommand()).addCommand(listCommand());
  memory.command("show")
    .description("Show one memory, and why it is remembered")
    .argument("<id>", "as `mneme memory list` shows it: m3")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme memory show m3")
    .action(showMemory);
  memory.command("edit")
    .description("Put other words into a memory, or several into another category or scope")
    .argument("<ids...>", "m3, or with --category and --scope several: m3 m5-m9")
    .option("--body <text>", "its text")
    .option("--title <text>", 'its title; "" takes it away')
    .option("--category <name>", CATEGORIES)
    .option("--scope <scope>", "project (the one at hand), or user: it holds in every project")
    .option("--source", "also clear the prompts and tool calls that hold what it said before")
    .option("--json", "print JSON")
    .addHelpText("after", '\nExample:\n  mneme memory edit m3 --body "Use pnpm for installs"')
    .action(editMemories);
  memory.command("keep")
    .description("Make memories of candidates, in their own words")
    .argument("<ids...>", IDS_OF_CANDIDATES)
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme memory keep m3 m5-m9")
    .action(keepCandidates);
  memory.command("drop")
    .description("Take away candidates that nobody wants; they are not asked about again")
    .argument("<ids...>", IDS_OF_CANDIDATES)
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme memory drop m4 m10-m20")
    .action(dropCandidates);
  memory.command("forget")
    .description("Remove the text of memories from everywhere that mneme keeps it")
    .argument("<ids...>", "m3 m4")
    .option("--source", "also clear the prompts and tool calls that it came from")
    .option("--backups", "also remove the backups, rejected records and logs that hold it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme memory forget m3 --source")
    .action((ids: string[], options: ForgetOptions) => {
      bringBackFirst();
      forgetCommand(ids, options);
    });
  memory.command("export")
    .description("Print every memory, one JSON object a line")
    .option("--project <dir>", "only those of this project")
    .addHelpText(
      "after",
      "\nExample:\n  mneme memory export --project .",
    )
    .action(exportMemories);
  memory.command("import")
    .description("Add the memories of a JSONL file; those that are there already stay as they are")
    .argument("<file>", "one JSON object a line, with at least category and body; - for stdin")
    .option("--project <dir>", "as memories of this project, whichever folder they name")
    .option("--forgotten", "also those that were forgotten here")
    .option("--skip-bad", "leave out lines that cannot be used, and import the rest")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  mneme memory import shop.jsonl --project .",
    )
    .action(importFile);
  return memory;
}

function addCommand(): Command {
  return new Command("add")
    .description(
      "Save a memory; one that says nearly the same is updated, one that it contradicts superseded",
    )
    .argument("<body>", "a sentence, with its reason")
    .option("--category <name>", CATEGORIES)
    .option("--title <text>", "a few words")
    .option("--files <list>", "paths that it is about, with commas between them")
    .option("--scope <scope>", "project (default), or user: it holds in every project")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  mneme memory add --category DECISION "Use pnpm, as npm breaks the workspaces"',
    )
    .action(addMemory);
}

function listCommand(): Command {
  return new Command("list")
    .description("List the memories of this project and your own, the last changed first")
    .option("--candidates", "what was flagged and never saved, the surest first")
    .option("--new", "only those saved or changed in the last 7 days")
    .option("--doubtful", "only those that may be out of date, and why")
    .option("--category <name>", `only ${CATEGORIES}`)
    .option("--project <dir>", "of another project")
    .option("--all", "of every project")
    .option("--limit <n>", "at most so many (default: 100)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme memory list --category DECISION")
    .action(listMemories);
}
