import { UsageError, UserError } from "../../core/user_error.ts";
import { memoryId } from "../../core/memory_id.ts";
import type { MemoryRow } from "../../store/memories.ts";
import type { SourceRow } from "../../store/memory_sources.ts";
import { editMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { emptyLog, warnOfLog } from "../keeping/empty_log.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { thisProject } from "../this_project.ts";
import { endRefused, parseChoices, takeChosen } from "./chosen.ts";
import { cleanBody, cleanerFor, cleanTitle, placeOf, requireCategory } from "./draft.ts";
import { requireMemory } from "./find_memory.ts";
import { clearedLines, leftLines } from "./source_lines.ts";
import { clearWordsBefore, withoutQuote, wordsBefore } from "./words_before.ts";
import { memoryView } from "./view.ts";

export interface EditOptions {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly scope?: string;
  readonly source?: true;
  readonly json?: true;
}

/** `mneme memory edit`: puts other words into a memory, or several elsewhere; what is not named stays. */
export function editMemories(ids: readonly string[], options: EditOptions): void {
  const choices = parseChoices(ids);
  requireChange(ids, options);
  const [only] = choices;
  const isOne = choices.length === 1 && only?.to === undefined;
  if (!isOne) refuseTextsForMany(options);
  const origin = originHere();
  if (options.category !== undefined) requireCategory(options.category);
  if (options.scope !== undefined) placeOf(options.scope, origin);
  using store = openHome().store;
  const edit = (memory: MemoryRow) => editOne(store, memory, options, origin);
  if (isOne) return printEdit(store, edit(requireMemory(store, only?.from ?? 0)), options);
  const { done, refused } = takeChosen(store, choices, {
    verb: "edit",
    noun: "memory or candidate",
    statuses: ["active", "candidate"],
    take: edit,
  });
  if (options.json) printJson(done.map(({ memory }) => memoryView(requireMemory(store, memory.id))));
  else for (const one of done) describeEdit(one).forEach(printLine);
  endRefused(refused);
}

interface Edited {
  /** As it was. */
  readonly memory: MemoryRow;
  readonly left: readonly SourceRow[];
  readonly cleared: readonly SourceRow[];
}

type Origin = ReturnType<typeof originHere>;

function originHere() {
  const paths = requirePaths();
  const project = thisProject(paths);
  return { project, settings: evaluateProject(paths, project).settings };
}

function editOne(store: Store, memory: MemoryRow, options: EditOptions, origin: Origin): Edited {
  refuseForgotten(memory);
  const clean = cleanerFor(origin.settings);
  const isElsewhere = options.scope !== undefined && options.scope !== memory.scope;
  const change = {
    body: options.body === undefined ? memory.body : cleanBody(options.body, clean),
    title: options.title === undefined ? memory.title : cleanTitle(options.title, clean),
    category: options.category === undefined ? memory.category : requireCategory(options.category),
    ...(isElsewhere ? placeOf(options.scope, origin) : { scope: memory.scope, project: memory.project }),
  };
  const rows = applyChange(store, memory, change, options);
  return options.source ? { memory, left: [], cleared: rows } : { memory, left: rows, cleared: [] };
}

function printEdit(store: Store, edited: Edited, options: EditOptions): void {
  const { memory: { id }, left, cleared } = edited;
  const isLogEmpty = !options.source || emptyLog(store);
  if (options.json) {
    printJson({
      ...memoryView(requireMemory(store, id)),
      left: { sources: left },
      cleared: { sources: cleared },
    });
  } else if (onlyClears(options) && cleared.length === 0) {
    printLine(`Nothing is known to hold what ${memoryId(id)} said before`);
  } else describeEdit(edited).forEach(printLine);
  if (!isLogEmpty) warnOfLog();
}

/** Returns the rows that hold the words from before, or held them where they were to be cleared. */
function applyChange(
  store: Store,
  memory: MemoryRow,
  change: Omit<Parameters<typeof editMemory>[2], "evidence">,
  { source }: EditOptions,
): readonly SourceRow[] {
  const at = new Date().toISOString();
  const { rows, evidence } = wordsBefore(store, memory, change.body, at);
  store.transaction(() => {
    editMemory(store, memory.id, { ...change, evidence: source ? withoutQuote(evidence) : evidence }, at);
    if (source) clearWordsBefore(store, memory, rows);
  });
  return rows;
}

function onlyClears({ body, title, category, scope }: EditOptions): boolean {
  return [body, title, category, scope].every((change) => change === undefined);
}

function requireChange([id = "m3"]: readonly string[], options: EditOptions): void {
  if (options.source || !onlyClears(options)) return;
  throw new UsageError("Cannot edit a memory without a change", {
    hint: `give --body, --title, --category or --scope, as in \`mneme memory edit ${id} --body "…"\``,
  });
}

function refuseTextsForMany({ body, title, source }: EditOptions): void {
  if (body === undefined && title === undefined && source === undefined) return;
  throw new UsageError("Cannot put the same words into several memories", {
    hint: "give one id with --body, --title or --source; --category and --scope take several",
  });
}

function describeEdit({ memory: { id, status }, left, cleared }: Edited): string[] {
  const name = memoryId(id);
  return [
    `Changed ${name}${status === "candidate" ? `, still a candidate: \`mneme memory keep ${name}\`` : ""}`,
    ...clearedLines(cleared, "held what it said before"),
    ...leftLines(left, { what: "what it said before", command: `mneme memory edit ${name} --source` }),
  ];
}

function refuseForgotten(memory: MemoryRow): void {
  if (memory.status !== "deleted") return;
  throw new UserError(`Cannot edit ${memoryId(memory.id)}: it was forgotten`, {
    hint: "`mneme memory add` saves a new one",
  });
}
