import type { Paths } from "../host/paths.ts";
import { countCall } from "../host/tool_counter.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import { findLaunchPlace } from "./launch_place.ts";

/** Counts a call of an agent that has an open entry; its number, where that is one of every so many that the settings name. */
export async function countIfDue(
  event: ToolUseEvent,
  paths: Paths,
  counter: string,
): Promise<number | undefined> {
  const count = countCall(paths, counter, event.toolUseId);
  if (count === undefined) return undefined;
  const { settings } = await findLaunchPlace(event.cwd, paths);
  return count % settings.hooks.ghap_checkin.frequency === 0 ? count : undefined;
}
