import { UsageError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { findMemories, type MemoryFilter } from "../../store/memories.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../place_options.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { doubtfulOf } from "./doubts.ts";
import { requireCategory } from "./draft.ts";
import { candidateLines, memoryLines } from "./lines.ts";
import { memoryView } from "./view.ts";

export interface ListOptions extends PlaceOptions {
  readonly candidates?: true;
  readonly new?: true;
  readonly doubtful?: true;
  readonly category?: string;
  readonly json?: true;
}

const DEFAULT_LIMIT = 100;
/** More than a person has; those beyond are not looked through for doubts. */
const ALL = 10_000;
const NEW_MS = 7 * 86_400_000;

/** `mneme memory list`. No memory is a legal answer; people are told where to look further. */
export function listMemories(options: ListOptions): void {
  const paths = requirePaths();
  if (options.doubtful && options.candidates) {
    throw new UsageError("Cannot take --doubtful and --candidates together", {
      hint: "candidates are no memories yet",
    });
  }
  const filter: MemoryFilter = {
    project: chosenProject(options, paths),
    category: options.category === undefined ? undefined : requireCategory(options.category),
    status: options.candidates ? "candidate" : "active",
    since: options.new ? new Date(Date.now() - NEW_MS).toISOString() : undefined,
    limit: chosenLimit(options.limit, DEFAULT_LIMIT),
  };
  if (options.doubtful) return listDoubtful(paths, filter, options);
  const memories = readStore(paths, (store) => findMemories(store, filter), []);
  if (options.json) return printJson(memories.map(memoryView));
  const projects = options.all ? "shown" : "hidden";
  const lines = options.candidates
    ? candidateLines(memories, { projects, now: new Date() })
    : memoryLines(memories, { projects });
  for (const line of lines) printLine(line);
  if (memories.length === filter.limit) {
    warnLine(`These are the ${options.candidates ? "surest" : "newest"}; --limit shows more`);
  }
  if (memories.length > 0) return;
  warnLine(nothingFound(filter, options));
  if (options.candidates) return;
  const waiting = readStore(paths, (store) => findMemories(store, { ...filter, status: "candidate" }), []);
  if (waiting.length > 0) warnLine(candidatesWait(waiting.length, options));
}

/** Each with what speaks against it below. */
function listDoubtful(paths: Paths, filter: MemoryFilter, options: ListOptions): void {
  const found = readStore(
    paths,
    (store) => doubtfulOf(store, findMemories(store, { ...filter, limit: ALL })),
    [],
  ).slice(0, filter.limit);
  if (options.json) return printJson(found.map(({ memory, doubts }) => ({ ...memoryView(memory), doubts })));
  const lines = memoryLines(found.map(({ memory }) => memory), {
    projects: options.all ? "shown" : "hidden",
  });
  found.forEach(({ doubts }, at) => {
    printLine(lines[at] ?? "");
    for (const doubt of doubts) printLine(`    ${doubt}`);
  });
  if (found.length === 0) warnLine("Nothing speaks against any memory");
  else warnLine("mneme memory edit corrects one, mneme memory forget removes it");
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
