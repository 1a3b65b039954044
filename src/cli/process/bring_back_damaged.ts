import type { Paths } from "../../host/paths.ts";
import type { LogFunction } from "../../runner/hook_run.ts";
import { openReadOnly } from "../../store/read_only.ts";
import { salvage } from "../../store/salvage.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

/** What a file is called once all that it still held was brought back. */
const DONE = ".salvaged";

/**
 * Brings back what databases that were set aside as damaged still hold; returns how many rows. They are only read, stay
 * where they are and are not looked at again.
 */
export async function bringBackDamaged(
  store: Store,
  paths: Paths,
  { workload, log }: { readonly workload: Workload; readonly log: LogFunction },
): Promise<number> {
  let rows = 0;
  for (const file of setAsideFiles(paths)) {
    let found = 0;
    try {
      using damaged = openReadOnly(file);
      for (const added of salvage(damaged, store)) {
        found += added;
        await workload.rest();
      }
    } catch (error) {
      log("info", `Nothing can be read of ${file}: ${error instanceof Error ? error.message : error}`);
    }
    Deno.writeTextFileSync(`${file}${DONE}`, `${found} rows\n`, { mode: 0o600 });
    rows += found;
  }
  return rows;
}

/** The databases themselves, without their logs, of which nothing was brought back yet; oldest first. */
function setAsideFiles({ root, database }: Paths): string[] {
  const prefix = `${database.slice(database.lastIndexOf("/") + 1)}.corrupt-`;
  const names = new Set([...Deno.readDirSync(root)].map(({ name }) => name));
  return [...names].filter((name) =>
    name.startsWith(prefix) && name.endsWith("Z") && !names.has(`${name}${DONE}`)
  )
    .sort().map((name) => `${root}/${name}`);
}
