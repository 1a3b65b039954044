import { exportedMemories } from "../../store/memory_transfer.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { printLine } from "../output.ts";
import { readStore } from "../read_store.ts";
import { memoryView } from "./view.ts";

/** `mneme memory export`: every memory that was not forgotten, or those of one project, one JSON object a line. */
export function exportMemories({ project }: { readonly project?: string }): void {
  const only = project === undefined ? undefined : projectAt(project);
  const memories = readStore(requirePaths(), (store) => exportedMemories(store, only), []);
  for (const memory of memories) printLine(JSON.stringify(memoryView(memory)));
}
