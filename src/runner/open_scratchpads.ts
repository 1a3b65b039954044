import type { ScratchpadSettings } from "../core/settings.ts";
import { hasScratchpads, scratchpadFolder } from "../host/scratchpad_folder.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";

/** The scratchpads of the project in this folder; `undefined` where its agents owe none. */
export async function openScratchpads(
  folder: string,
  enforce: ScratchpadSettings["enforce"],
): Promise<ScratchpadFiles | undefined> {
  if (enforce === "auto" && !hasScratchpads(folder)) return undefined;
  const { ScratchpadFiles } = await import("../host/scratchpad_files.ts");
  return new ScratchpadFiles(scratchpadFolder(folder));
}
