import type { Paths } from "../host/paths.ts";
import { countCall } from "../host/tool_counter.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import { findLaunchPlace } from "./launch_place.ts";

/** Counts a call of an agent that has an open entry; true for every so many of them, as the settings say. */
export async function isCheckInDue(event: ToolUseEvent, paths: Paths, counter: string): Promise<boolean> {
  const count = countCall(paths, counter, event.toolUseId);
  if (count === undefined) return false;
  const { settings } = await findLaunchPlace(event.cwd, paths);
  return count % settings.hooks.ghap_checkin.frequency === 0;
}
