import { Command } from "commander";
import { searchItems } from "../search/search.ts";

/** `mneme search`: what was said, learned and done that fits some words. */
export function searchCommand(): Command {
  return new Command("search")
    .description("Find memories, lessons, prompts, sessions, observations, notes and code by words")
    .argument("[query...]", "words, an error, a path, an identifier")
    .option(
      "--type <list>",
      "memory, ghap, value, prompt, session, observation, code, scratchpad; with commas",
    )
    .option("--project <dir>", "in another project")
    .option("--all", "in every project")
    .option("--category <name>", "only memories of this category")
    .option("--since <date>", "2026-11-01, 7d, yesterday")
    .option("--until <date>", "the same; a day counts to its end")
    .option("--file <path>", "only what has to do with this file or folder")
    .option("--limit <n>", "at most so many (default: 20)")
    .option("--why", "show what each score is made of")
    .option("--json", "print JSON")
    .addHelpText("after", '\nExample:\n  mneme search "flaky checkout test" --type memory,ghap --since 30d')
    .action(searchItems);
}
