import { fileKey } from "../../core/context/file_key.ts";
import type { Store } from "../store.ts";

/** Memories and lessons: what a file can be attached to or named by. */
export type SavedKind = "memory" | "ghap";

/** The row of one of them. */
export interface NamingItem {
  readonly kind: SavedKind;
  readonly ref: number;
}

/** The newest that hold the file's name are looked at closely. */
const MAX_LOOKED_AT = 30;

const SQL = `select i.kind, i.ref from item_files f join search_items i on i.id = f.item
    join search_partitions p on p.id = i.partition
  where f.name = ? and p.project in (?, '') order by f.item desc limit ${MAX_LOOKED_AT}`;

/**
 * What of the project, and of the user's own, holds this name of a file, whichever folder it means: one look into an
 * index, and for most files nothing.
 */
export function itemsNaming(store: Store, project: string, name: string): NamingItem[] {
  return store.all<NamingItem>(SQL, fileKey(name), project);
}
