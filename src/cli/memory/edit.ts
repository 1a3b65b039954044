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
import { cleanBody, cleanerFor, cleanTitle, requireCategory } from "./draft.ts";
import { requireMemory, requireMemoryId } from "./find_memory.ts";
import { clearedLines, leftLines } from "./source_lines.ts";
import { clearWordsBefore, withoutQuote, wordsBefore } from "./words_before.ts";
import { memoryView } from "./view.ts";

export interface EditOptions {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly source?: true;
  readonly json?: true;
}

/** `mneme memory edit`: puts other words into a memory; what is not named stays. */
export function editMemoryTexts(id: string, options: EditOptions): void {
  const row = requireMemoryId(id);
  requireChange(row, options);
  const paths = requirePaths();
  const clean = cleanerFor(evaluateProject(paths, thisProject(paths)).settings);
  using store = openHome().store;
  const memory = requireMemory(store, row);
  refuseForgotten(memory);
  const change = {
    body: options.body === undefined ? memory.body : cleanBody(options.body, clean),
    title: options.title === undefined ? memory.title : cleanTitle(options.title, clean),
    category: options.category === undefined ? memory.category : requireCategory(options.category),
  };
  const rows = applyChange(store, memory, change, options);
  const isLogEmpty = !options.source || emptyLog(store);
  const [left, cleared] = options.source ? [[], rows] : [rows, []];
  if (options.json) {
    printJson({
      ...memoryView(requireMemory(store, row)),
      left: { sources: left },
      cleared: { sources: cleared },
    });
  } else if (onlyClears(options) && cleared.length === 0) {
    printLine(`Nothing is known to hold what ${memoryId(row)} said before`);
  } else for (const line of describeEdit(memory, { left, cleared })) printLine(line);
  if (!isLogEmpty) warnOfLog();
}

/** Returns the rows that hold the words from before, or held them where they were to be cleared. */
function applyChange(
  store: Store,
  memory: MemoryRow,
  change: Pick<MemoryRow, "body" | "title" | "category">,
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

function onlyClears({ body, title, category }: EditOptions): boolean {
  return body === undefined && title === undefined && category === undefined;
}

function requireChange(row: number, options: EditOptions): void {
  if (options.source || !onlyClears(options)) return;
  throw new UsageError("Cannot edit a memory without a change", {
    hint: `give --body, --title or --category, as in \`mneme memory edit ${memoryId(row)} --body "…"\``,
  });
}

function describeEdit(
  { id, status }: MemoryRow,
  { left, cleared }: { readonly left: readonly SourceRow[]; readonly cleared: readonly SourceRow[] },
): string[] {
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
