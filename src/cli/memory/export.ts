import { exportedMemories } from "../../store/memory_transfer.ts";
import { requirePaths } from "../data_folder.ts";
import { printLine } from "../output.ts";
import { readStore } from "../read_store.ts";
import { memoryView } from "./view.ts";

/** `mneme memory export`: every memory that was not forgotten, one JSON object a line. */
export function exportMemories(): void {
  const memories = readStore(requirePaths(), exportedMemories, []);
  for (const memory of memories) printLine(JSON.stringify(memoryView(memory)));
}
