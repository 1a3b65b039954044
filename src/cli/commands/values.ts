import { Command } from "commander";
import { bringBackFirst } from "../process/bring_back_first.ts";
import { addValueCommand, forgetValues, listValues, suggestValuesCommand } from "../values/list.ts";

/** `mneme values`: the rules that a project goes by. */
export function valuesCommand(): Command {
  const values = new Command("values").description("List, add, suggest and forget the rules of this project");
  values.addHelpText("after", "\nExample:\n  mneme values list");
  values.command("list")
    .description("List the rules of this project, the most used first")
    .option("--limit <n>", "at most so many (default: 50)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme values list")
    .action(listValues);
  values.command("add")
    .description("Keep a rule; rules come back at the start of every session, the most used first")
    .argument("<text>", "a sentence")
    .option("--sources <ids>", "the GHAP entries that taught it: g3,g7")
    .option("--json", "print JSON")
    .addHelpText("after", '\nExample:\n  mneme values add "Round money once, at the end"')
    .action(addValueCommand);
  values.command("suggest")
    .description("Propose rules that three lessons or more say, with their sources; stores nothing")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme values suggest")
    .action(suggestValuesCommand);
  values.command("forget")
    .description("Remove rules")
    .argument("<ids...>", "as `mneme values list` shows them: v3")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme values forget v3")
    .action((ids: string[], options: { readonly json?: true }) => {
      bringBackFirst();
      forgetValues(ids, options);
    });
  return values;
}
