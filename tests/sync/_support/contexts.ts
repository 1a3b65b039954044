import { FolderRemote } from "../../../src/sync/folder_remote.ts";
import type { SyncContext } from "../../../src/sync/local_records.ts";
import { projectNames } from "../../../src/sync/portable.ts";
import { newKey, spaceId, type SpaceKey } from "../../../src/sync/spaces.ts";
import type { MemoryStore } from "../../unit/store/memory_store.ts";

/** Makes a space in a shared folder of this home. */
export function remoteIn({ folder }: MemoryStore, name: string): FolderRemote {
  Deno.mkdirSync(`${folder}/shared`);
  return FolderRemote.open({ url: `dir:${folder}/shared`, space: spaceId(name), folder: "", isNew: true });
}

/** The context of a sync in this process, of a machine that shares the decisions of the project "web". */
export function contextIn(
  { store }: MemoryStore,
  { origin, name, keys }: {
    readonly origin: string;
    readonly name: string;
    readonly keys: readonly SpaceKey[];
  },
): SyncContext {
  const shares = [{ project: "web", categories: ["DECISION"] }];
  const member = name === "me" ? {} : { member: newKey() };
  return {
    ...{ store, origin, names: projectNames(["web"]), isExcluded: () => false },
    rest: () => Promise.resolve(),
    space: { name, remote: "", keys, retired: [], author: origin, shares, ...member },
  };
}
