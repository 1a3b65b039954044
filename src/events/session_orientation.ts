import { COORDINATOR, EGO } from "../core/scratchpad/agent_name.ts";
import { ORIENTATION_UNITS, type OrientationPart, orientationText } from "../core/scratchpad/orientation.ts";
import type { ScratchpadFiles } from "../host/scratchpad_files.ts";
import type { HookContext } from "./context.ts";
import { firstLines } from "./scratchpad_lines.ts";

const COORDINATOR_LINES = 25;
const EGO_LINES = 20;

/** Where the project stands: the newest notes of the two that keep the overview, and the last commits. */
export async function orient(
  files: ScratchpadFiles,
  room: number,
  context: HookContext,
): Promise<string | undefined> {
  const commits = (await context.services()).recentCommits(); // git starts while the files are read
  const parts = [
    ...beginningOf(COORDINATOR, COORDINATOR_LINES, { files, context }),
    ...beginningOf(EGO, EGO_LINES, { files, context }),
  ];
  const lines = await commits;
  const shown = lines.flatMap((line) => firstLines(line, 1, context)); // one tag in a message hides no other commit
  const all = [...parts, { title: "Last commits (git log --oneline -5)", lines: shown }];
  return orientationText(all, Math.min(ORIENTATION_UNITS, room));
}

function beginningOf(
  agent: string,
  count: number,
  { files, context }: { readonly files: ScratchpadFiles; readonly context: HookContext },
): OrientationPart[] {
  const newest = files.newest(agent);
  if (newest === undefined) return [];
  const title = `The newest scratchpad of ${agent}, ${newest.path}, from its beginning`;
  return [{ title, lines: firstLines(files.head(newest), count, context) }];
}
