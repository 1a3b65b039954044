import { giveBackPages } from "../../store/free_pages.ts";
import type { Store } from "../../store/store.ts";
import { rest } from "../rest.ts";

/** Less than 1 MB at a time, some ten milliseconds: hooks get their turn in between. */
const PAGES_AT_ONCE = 200;

/** Gives the space of what was removed back to the disk, while hooks go on. */
export async function giveBackSpace(store: Store): Promise<void> {
  let before = Infinity;
  for (let left = giveBackPages(store, PAGES_AT_ONCE); left > 0 && left < before;) {
    before = left;
    await rest();
    left = giveBackPages(store, PAGES_AT_ONCE);
  }
  store.checkpoint("truncate");
}
