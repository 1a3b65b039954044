// Tells what is known about a file that was read. Loaded only if an item names the file.
import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";
import { fillContext } from "../session/fill_context.ts";
import { shortPath } from "../session/wording.ts";
import { itemsAboutFile, type NamedFile } from "../store/item_details.ts";
import type { NamingItem } from "../store/search_tables.ts";
import { reasonAgainst } from "../store/tellings.ts";

/** `named` are the items that have the file's name; some may mean another file of that name. */
export function recallByFile(
  file: NamedFile,
  named: readonly NamingItem[],
  context: HookContext,
): string | undefined {
  const { session, settings, now } = context;
  const sought = { ...file, root: session.project };
  const items = context.withStore((store) => itemsAboutFile(store, named, sought), []);
  if (items.length === 0) return undefined;
  return showAndRecord("file", (_store, window) => {
    const fresh = items.filter((item) =>
      reasonAgainst({ ...item, createdAt: item.savedAt }, { floor: 0, window }) === undefined
    );
    return fillContext(fresh, {
      tokenBudget: settings.hooks.recall.token_budget,
      limit: 5,
      intro: `On the file ${shortPath(file.path, session.project)}:`,
      now,
    });
  }, context);
}
