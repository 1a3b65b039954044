// Tells what is known about files. Loaded only if an item has the name of one of them, or of a folder above.
import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";
import { mainTreePath } from "../machine/project.ts";
import { fillContext } from "../session/fill_context.ts";
import { MEMORY, shortPath } from "../session/wording.ts";
import { itemsAboutFile, type NamedFile } from "../store/item_details.ts";
import type { NamingItem } from "../store/search_tables.ts";
import { reasonAgainst } from "../store/tellings.ts";

/** `named`: the items with the name of the file or of a folder above it; some may mean another one of that name. */
type ReadFile = NamedFile & { readonly named: readonly NamingItem[] };

export function recallByFiles(files: readonly ReadFile[], context: HookContext): string | undefined {
  const { session: { project }, settings, now } = context;
  const found = files.filter(({ path }) => !MEMORY.test(path)).map(({ path, name, named }) => {
    const items = [...new Set([path, mainTreePath(path)])].flatMap((place) =>
      context.withStore((store) => itemsAboutFile(store, named, { path: place, name, root: project }), [])
    );
    return { path, items };
  });
  if (found.every(({ items }) => items.length === 0)) return undefined;
  return showAndRecord("file", (_store, window) => {
    const isFresh = (item: typeof found[number]["items"][number]) =>
      reasonAgainst({ ...item, createdAt: item.savedAt }, { floor: 0, window }) === undefined;
    const told = found.filter(({ items }) => items.some(isFresh));
    const fresh = new Map(told.flatMap(({ items }) => items.filter(isFresh)).map((item) => [item.id, item]));
    const [first, ...others] = told.map(({ path }) => shortPath(path, project));
    const paths = others.length < 3 ? [first, ...others].join(", ") : `${first} and ${others.length} others`;
    return fillContext([...fresh.values()], {
      tokenBudget: settings.hooks.recall.token_budget,
      limit: 5, // items
      intro: `On the ${told.length === 1 ? "file" : "files"} ${paths}:`,
      now,
    });
  }, context);
}
