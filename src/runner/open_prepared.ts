import { holdsFile, listFolder } from "../host/listing.ts";
import type { Paths } from "../host/paths.ts";
import { SCHEMA_VERSION } from "../store/schema_version.ts";
import { openAnyVersion, schemaVersion, type Store } from "../store/store.ts";
import { openInPlace } from "./open_in_place.ts";

/**
 * The open database where nothing is left to prepare: folders and files are there, the schema is ours, the spool is
 * empty. `undefined` where any of it is not so, which nearly no session start meets: the schema alone is a third of
 * the code that it would have to load.
 */
export function openPrepared(paths: Paths): Store | undefined {
  return isPrepared(paths) ? openCurrent(paths.database) : undefined;
}

function isPrepared(paths: Paths): boolean {
  const root = { folder: paths.root, names: listFolder(paths.root) };
  const state = { folder: paths.state, names: listFolder(paths.state) };
  return ["spool", "logs", "state"].every((name) => root.names?.get(name) === "folder") &&
    ["memory.db", "paused.json"].every((name) => holdsFile(root, name)) &&
    ["lost", "ghap"].every((name) => holdsFile(state, name)) && listFolder(paths.spool)?.size === 0;
}

/** What is wrong with a database that cannot be opened is for the preparation to find. */
function openCurrent(path: string): Store | undefined {
  try {
    const store = openInPlace(path, openAnyVersion);
    if (schemaVersion(store) === SCHEMA_VERSION) return store;
    store.close();
  } catch {
    // Busy, damaged, or no database.
  }
  return undefined;
}
