import { findMemories, type MemoryFilter } from "../../store/memories.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../place_options.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { requireCategory } from "./draft.ts";
import { memoryLines } from "./lines.ts";
import { memoryView } from "./view.ts";

export interface ListOptions extends PlaceOptions {
  readonly candidates?: true;
  readonly new?: true;
  readonly category?: string;
  readonly json?: true;
}

const DEFAULT_LIMIT = 100;
const NEW_MS = 7 * 86_400_000;

/** `mneme memory list`. No memory is a legal answer; people are told where to look further. */
export function listMemories(options: ListOptions): void {
  const paths = requirePaths();
  const filter: MemoryFilter = {
    project: chosenProject(options, paths),
    category: options.category === undefined ? undefined : requireCategory(options.category),
    status: options.candidates ? "candidate" : "active",
    since: options.new ? new Date(Date.now() - NEW_MS).toISOString() : undefined,
    limit: chosenLimit(options.limit, DEFAULT_LIMIT),
  };
  const memories = readStore(paths, (store) => findMemories(store, filter), []);
  if (options.json) return printJson(memories.map(memoryView));
  for (const line of memoryLines(memories, { projects: options.all ? "shown" : "hidden" })) printLine(line);
  if (memories.length === filter.limit) warnLine("These are the newest; --limit shows more");
  if (memories.length > 0) return;
  warnLine(nothingFound(filter, options));
  if (options.candidates) return;
  const waiting = readStore(paths, (store) => findMemories(store, { ...filter, status: "candidate" }), []);
  if (waiting.length > 0) warnLine(candidatesWait(waiting.length, options));
}

function candidatesWait(count: number, options: ListOptions): string {
  const what = count === 1 ? "1 candidate waits" : `${count} candidates wait`;
  return `${what} to be kept: mneme memory list --candidates${options.all ? " --all" : ""}`;
}

function nothingFound({ project }: MemoryFilter, options: ListOptions): string {
  const what = options.candidates ? "candidate" : options.new ? "memory of the last 7 days" : "memory";
  const where = project === undefined ? "" : ` of ${plainText(project)}`;
  return `No ${what}${where}${project === undefined ? "" : "; --all looks in every project"}`;
}
