import type { SyncContext } from "../../../src/sync/local_records.ts";
import { projectNames } from "../../../src/sync/portable.ts";
import { newKey, type SpaceKey } from "../../../src/sync/spaces.ts";
import type { Store } from "../../../src/store/store.ts";

/** The context of a sync in this process, of a machine that shares the decisions of the project "web". */
export function contextIn(
  { store, origin, name, keys }: {
    readonly store: Store;
    readonly origin: string;
    readonly name: string;
    readonly keys: readonly SpaceKey[];
  },
): SyncContext {
  const shares = [{ project: "web", categories: ["DECISION"] }];
  return {
    ...{
      store,
      origin,
      names: projectNames(["web"]),
      isExcluded: () => false,
      rest: () => Promise.resolve(),
    },
    space: {
      name,
      remote: "",
      keys,
      retired: [],
      author: origin,
      shares,
      ...(name === "me" ? {} : { member: newKey() }),
    },
  };
}
