import type { Paths } from "../../host/paths.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import type { GhapOwner } from "../../store/ghap_rows.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { commandLog, openHome } from "../prepare_home.ts";
import { readStore } from "../read_store.ts";
import { thisProject } from "../this_project.ts";
import { findCaller } from "../mcp/caller.ts";
import type { ToolCall } from "../mcp/tool.ts";

/** Where a tool works: the database, the project at hand and the agent that calls. */
export interface GhapPlace {
  readonly store: Store;
  readonly paths: Paths;
  readonly project: string;
  readonly owner: GhapOwner;
  /** The hook before the call, or the caller, said who it is; else it is the likeliest. */
  readonly isOwnerKnown: boolean;
  readonly at: string;
}

/** Opens the database for one tool call and brings what the silent paths know up to date after it. */
export function inGhapHome<T>(call: ToolCall, work: (place: GhapPlace) => T): T {
  const project = thisProject(requirePaths());
  const { store, paths } = openHome();
  using _closed = store;
  const owner = findOwner(store, project, call);
  const result = work({ store, paths, project, ...owner, at: new Date().toISOString() });
  refreshIndex(store, paths);
  return result;
}

/** The same for what only looks: works beside a process that holds the database, and changes nothing. */
export function readGhapHome<T>(call: ToolCall, work: (place: GhapPlace) => T, fallback: T): T {
  const paths = requirePaths();
  const project = thisProject(paths);
  const at = new Date().toISOString();
  return readStore(
    paths,
    (store) => work({ store, paths, project, ...findOwner(store, project, call), at }),
    fallback,
  );
}

/** A failure costs reminders only. */
function refreshIndex(store: Store, paths: Paths): void {
  try {
    refreshGhapIndex(store, paths);
  } catch (error) {
    commandLog(paths)("failure", `Cannot refresh the state of check-ins: ${error}`);
  }
}

function findOwner(
  store: Store,
  project: string,
  call: ToolCall,
): Pick<GhapPlace, "owner" | "isOwnerKnown"> {
  const { sessionId = "unknown", agentId, isKnown } = findCaller(store, project, call);
  return { owner: { sessionId, agentId }, isOwnerKnown: isKnown };
}
