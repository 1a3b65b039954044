import { resolve } from "node:path";
import { UsageError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { launchFolder } from "../../host/launch_folder.ts";
import { findProject } from "../../host/project.ts";
import { findMemories, type MemoryFilter } from "../../store/memories.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { thisProject } from "../this_project.ts";
import { requireCategory } from "./draft.ts";
import { memoryLines } from "./lines.ts";
import { memoryView } from "./view.ts";

export interface ListOptions {
  readonly candidates?: true;
  readonly new?: true;
  readonly category?: string;
  readonly project?: string;
  readonly all?: true;
  readonly limit?: string;
  readonly json?: true;
}

const DEFAULT_LIMIT = 100;
const NEW_MS = 7 * 86_400_000;

/** `mneme memory list`. No memory is a legal answer; people are told where to look further. */
export function listMemories(options: ListOptions): void {
  if (options.all && options.project !== undefined) {
    throw new UsageError("Cannot take --all and --project together", { hint: "give one of them" });
  }
  const paths = requirePaths();
  const filter: MemoryFilter = {
    project: options.all ? undefined : projectOf(options, paths),
    category: options.category === undefined ? undefined : requireCategory(options.category),
    status: options.candidates ? "candidate" : "active",
    since: options.new ? new Date(Date.now() - NEW_MS).toISOString() : undefined,
    limit: parseLimit(options.limit),
  };
  const memories = readStore(paths, (store) => findMemories(store, filter), []);
  if (options.json) printJson(memories.map(memoryView));
  else {for (const line of memoryLines(memories, { projects: options.all ? "shown" : "hidden" })) {
      printLine(line);
    }}
  if (memories.length === filter.limit) warnLine(`These are the newest ${filter.limit}; --limit shows more`);
  if (memories.length === 0 && !options.json) warnLine(nothingFound(filter, options));
}

function projectOf({ project }: ListOptions, paths: Paths): string {
  return project === undefined ? thisProject(paths) : findProject(launchFolder(resolve(project), undefined));
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as --limit`, { hint: "give a number from 1 on" });
}

function nothingFound({ project }: MemoryFilter, options: ListOptions): string {
  const what = options.candidates ? "candidate" : options.new ? "memory of the last 7 days" : "memory";
  const where = project === undefined ? "" : ` of ${plainText(project)}`;
  return `No ${what}${where}${project === undefined ? "" : "; --all looks in every project"}`;
}
