import { Command } from "commander";
import { getItems } from "../search/get.ts";

/** `mneme get`: whole items by their ids. */
export function getCommand(): Command {
  return new Command("get")
    .description("Show whole items, with what they stand on")
    .argument("<ids...>", "as `mneme search` shows them: m12 p9")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme get m12 p9")
    .action(getItems);
}
