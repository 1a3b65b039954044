import { fileNamesIn } from "../../core/context/file_names.ts";
import { fileKey } from "../../core/context/file_key.ts";
import type { Store } from "../store.ts";

/** Notes which files an item names in its texts or is attached to. */
export function indexFiles(store: Store, item: number, texts: readonly (string | null)[]): void {
  const keys = fileNamesIn(texts).map(fileKey);
  if (keys.length === 0) return;
  store.run(
    "insert or ignore into item_files (name, item) select value, ? from json_each(?)",
    item,
    JSON.stringify(keys),
  );
}

/** Takes out what is noted of items that have gone; returns how much. */
export function pruneFiles(store: Store): number {
  return store.run("delete from item_files where item not in (select id from search_items)");
}
