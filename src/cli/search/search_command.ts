import { Command, type Flags } from "../frame/command.ts";
import type { Paths } from "../../machine/paths.ts";
import { listProjects } from "../../store/projects.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { plainText } from "../frame/plain_text.ts";
import { readStore } from "../frame/prepare_home.ts";
import { chosenLimit, type PlaceOptions } from "../frame/this_project.ts";
import { findItems, searchRequest } from "./find.ts";
import { foundLines } from "./lines.ts";

export function searchCommand(): Command {
  return new Command("search")
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
    .option("--file <path>", "only items about this file or folder")
    .option("--client <name>", "only items from sessions of this agent: claude, codex, qwen, …")
    .option("--limit <n>", "the most to list (default: 20)")
    .option("--why", "show the parts of each score")
    .orJson('mneme search "flaky checkout test" --type memory,ghap --since 30d', searchItems);
}

type SearchFlags = PlaceOptions & Flags<"type" | "category" | "since" | "until" | "file" | "client", "why">;

const DEFAULT_LIMIT = 20;

/** Runs `mneme search`. It is no error if nothing is found. */
async function searchItems(words: readonly string[], flags: SearchFlags): Promise<void> {
  const paths = requirePaths();
  const now = new Date();
  const limit = chosenLimit(flags.limit, DEFAULT_LIMIT);
  const input = { ...flags, query: words.join(" "), types: flags.type?.split(","), limit };
  const request = searchRequest(input, paths, now);
  const { items, note } = await findItems(paths, request);
  if (note !== undefined) warnLine(`mneme: ${note}`);
  if (flags.json) return printJson(items);
  const shownIf = (flag: true | undefined) => flag ? "shown" : "hidden";
  for (const line of foundLines(items, { now, projects: shownIf(flags.all), why: shownIf(flags.why) })) {
    printLine(line);
  }
  if (items.length === 0) warnLine(nothingFound(paths, request.query.project, flags));
}

function nothingFound(paths: Paths, project: string | undefined, flags: SearchFlags): string {
  if (project === undefined) return "Nothing found; try other words, or fewer filters";
  const isKnown = () => readStore(paths, listProjects).some((known) => known.project === project);
  if (flags.project === undefined || isKnown()) {
    return `Nothing found in ${plainText(project)}; try other words, or --all for every project`;
  }
  return `Nothing is kept of a project ${plainText(project)}; \`mneme projects list\` shows what there is`;
}
