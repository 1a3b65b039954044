import type { Store } from "./store.ts";

/** Bytes of the database that hold something; what was removed is free for what comes. */
export function usedBytes(store: Store): number {
  const { pages, free, size } = pagesOf(store);
  return (pages - free) * size;
}

/** Gives so many free pages back to the disk, in one short transaction; returns how many are left. */
export function giveBackPages(store: Store, pages: number): number {
  store.all(`pragma incremental_vacuum(${Math.trunc(pages)})`); // a row for each page: to execute it ends with the first
  return pagesOf(store).free;
}

function pagesOf(store: Store): { readonly pages: number; readonly free: number; readonly size: number } {
  return store.first<{ pages: number; free: number; size: number }>(
    `select page_count as pages, freelist_count as free, page_size as size
     from pragma_page_count, pragma_freelist_count, pragma_page_size`,
  ) ?? { pages: 0, free: 0, size: 0 };
}
