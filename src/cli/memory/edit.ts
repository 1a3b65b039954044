import { UsageError, UserError } from "../../core/user_error.ts";
import { memoryId } from "../../core/memory_id.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { editMemory } from "../../store/save_memory.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { thisProject } from "../this_project.ts";
import { cleanBody, cleanerFor, cleanTitle, requireCategory } from "./draft.ts";
import { requireMemory, requireMemoryId } from "./find_memory.ts";
import { memoryView } from "./view.ts";

export interface EditOptions {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly json?: true;
}

/** `mneme memory edit`: puts other words into a memory; what is not named stays. */
export function editMemoryTexts(id: string, options: EditOptions): void {
  const row = requireMemoryId(id);
  if (options.body === undefined && options.title === undefined && options.category === undefined) {
    throw new UsageError("Cannot edit a memory without a change", {
      hint: `give --body, --title or --category, as in \`mneme memory edit ${memoryId(row)} --body "…"\``,
    });
  }
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
  editMemory(store, row, change, new Date().toISOString());
  if (options.json) return printJson(memoryView(requireMemory(store, row)));
  const note = memory.status === "candidate"
    ? `, still a candidate: \`mneme memory keep ${memoryId(row)}\``
    : "";
  printLine(`Changed ${memoryId(row)}${note}`);
}

function refuseForgotten(memory: MemoryRow): void {
  if (memory.status !== "deleted") return;
  throw new UserError(`Cannot edit ${memoryId(memory.id)}: it was forgotten`, {
    hint: "`mneme memory add` saves a new one",
  });
}
