// `mneme memory` with its subcommands. Loads add, edit and import, which need more code, only when they are used.
import { Option } from "commander";
import { UsageError } from "../../base/user_error.ts";
import { MEMORY_CATEGORIES } from "../../memory/memory_text.ts";
import { chosenNumber, collect, Command, LIMITS, listFrom, RECALL_WHEN } from "../frame/command.ts";
import { DEEDS, takeEach } from "./candidates.ts";
import { forgetCommand } from "./forget.ts";
import { refusePausedAgent } from "../items/call_place.ts";
import { showItem } from "../items/whole_item.ts";
import { listMemories } from "./list.ts";

const CATEGORIES = MEMORY_CATEGORIES.join(", ").replace(/, (?=\w+$)/, " or ");

const IDS_OF_CANDIDATES = "ids or ranges, as `mneme memory list --candidates` shows them: m3 m5-m9";

const ALL = "a range also takes ids of other projects";

export function memoryCommand(): Command {
  const memory = new Command("memory").example("mneme memory list --category DECISION");
  memory.addCommand(addCommand()).addCommand(listCommand());
  memory.subcommand("show", "Show one memory in full, with the text from which it was made")
    .argument("<id>", "as `mneme memory list` shows it: m3")
    .orJson("mneme memory show m3", showItem("memory"));
  memory.subcommand("edit", "Change a memory")
    .argument("<id>", "as `mneme memory list` shows it: m3")
    .option("--body <text>", "its text")
    .option("--title <text>", 'its title; "" removes it')
    .option("--category <name>", CATEGORIES)
    .option("--recall-when <phrase>", `adds ${RECALL_WHEN}; "" removes all`, collect)
    .option("--scope <scope>", "project (the current one), or user: it holds in every project")
    .option("--files <list>", 'paths that it is about, separated by commas; "" removes them', listFrom)
    .orJson(
      'mneme memory edit m3 --body "Use pnpm for installs"',
      async (id, options) => (await import("./edit.ts")).editCommand(id, options),
    );
  memory.subcommand("keep", "Turn candidates into memories; their text stays the same")
    .argument("<ids...>", IDS_OF_CANDIDATES)
    .option("--all", ALL)
    .orJson("mneme memory keep m3 m5-m9", (ids, options) => takeEach("keep", ids, options, DEEDS.keep));
  memory.subcommand("drop", "Remove candidates; mneme does not ask about them again")
    .argument("<ids...>", IDS_OF_CANDIDATES)
    .option("--all", ALL)
    .orJson("mneme memory drop m4 m10-m20", (ids, options) => takeEach("drop", ids, options, DEEDS.drop));
  memory.subcommand("reject", "Mark ideas as given up: session starts omit them, search adds the reason")
    .argument("<ids...>", "ids or ranges: m3 m5-m9")
    .option("--reason <text>", "why the idea was given up")
    .option("--undo", "remove the mark")
    .option("--all", ALL)
    .exclusive("reason", "undo")
    .orJson(
      'mneme memory reject m3 --reason "too slow on Windows"',
      async (ids, options) => (await import("./edit.ts")).rejectMemories(ids, options),
    );
  memory.subcommand("forget", "Remove memories for good, also from the search index and the daily backups")
    .argument("<ids...>", "m3 m4")
    .option("--source", "also clear whole prompts, tool calls, observations and summaries with their words")
    .option(
      "--backups",
      "also delete each file in the data folder that has its words: other backups, damaged databases, logs, files in spool/rejected",
    )
    .orJson("mneme memory forget m3 --source", forgetCommand);
  memory.subcommand("export", "Print all memories, one JSON object per line")
    .option("--project <dir>", "only those of this project")
    .option("--json", "changes nothing: the output is always JSON")
    .example("mneme memory export --project .")
    .action(async (options) => (await import("./import.ts")).exportMemories(options));
  memory.subcommand("import", "Add the new memories of a JSONL file, or of an agent's memory files")
    .argument("[file]", "one JSON object per line, with at least category and body; - for stdin")
    .addOption(
      new Option("--from <client>", "instead of a file: the notes of claude (its automatic memory) or codex")
        .conflicts(["project", "forgotten", "skipBad"]), // these are for lines of a file; notes name their projects
    )
    .option("--project <dir>", "the project of those of scope project (default: the one that a line names)")
    .option("--forgotten", "also those that were forgotten here")
    .option("--skip-bad", "leave out lines that cannot be used, and import the rest")
    .orJson("mneme memory import shop.jsonl --project .", async (file, options) => {
      if ((file === undefined) === (options.from === undefined)) {
        throw new UsageError("Cannot tell what to import", {
          hint: "give either a JSONL file (- for stdin) or --from claude",
        });
      }
      refusePausedAgent();
      if (file === undefined) return (await import("./import_notes.ts")).importNotes(options);
      await (await import("./import.ts")).importFile(file, options);
    });
  return memory;
}

const limitFrom = (text: string) =>
  text === "all" ? Number.MAX_SAFE_INTEGER : chosenNumber(text, "--limit", LIMITS);

function addCommand(): Command {
  return new Command("add")
    .description("Save a memory; one that says the same is updated")
    .argument("<body>", "a sentence, with its reason")
    .requiredOption("--category <name>", `required: ${CATEGORIES}`)
    .option("--title <text>", "the fact in 4 to 14 words: later sessions get this line")
    .option("--recall-when <phrase>", RECALL_WHEN, collect)
    .option("--files <list>", "paths that it is about, separated by commas", listFrom)
    .option("--scope <scope>", "project (default), or user: it holds in every project")
    .option("--replaces <list>", "ids of memories that it replaces, separated by commas", listFrom)
    .orJson(
      'mneme memory add --category DECISION "Use pnpm, as npm breaks the workspaces"',
      async (body, options) => (await import("./add.ts")).addMemory(body, options),
    );
}

function listCommand(): Command {
  return new Command("list")
    .description("List this project's memories and those that hold in every project, the last changed first")
    .option("--candidates", "only candidates, which nobody has accepted yet, the highest score first")
    .option("--new", "only those saved or changed in the last 7 days")
    .option("--doubtful", "only those that may be out of date, with the reason")
    .exclusive("candidates", "doubtful")
    .option("--without-recall", "only those without recall phrases (--recall-when)")
    .option("--untitled", "only those without a title of their own")
    .option("--category <name>", `only ${CATEGORIES}`)
    .perProject("of")
    .option("--author <name>", "only those of this team member")
    .option("--limit <n>", "list at most this many, or all", limitFrom, 100)
    .orJson("mneme memory list --category DECISION", listMemories);
}
