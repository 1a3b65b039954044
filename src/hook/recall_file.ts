import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";
import { fillContext, type WeighedItem } from "../session/fill_context.ts";
import { shortPath } from "../session/wording.ts";
import type { FileChange } from "../store/file_changes.ts";
import { reasonAgainst } from "../store/fit_items.ts";
import { itemsAboutFile, type NamedFile } from "../store/items_about_file.ts";
import type { NamingItem } from "../store/search_tables.ts";
import type { Store } from "../store/store.ts";
import { toldChange } from "../store/told_change.ts";
import type { ScorePart } from "../search/search_types.ts";

const FILE_ITEMS = 5;

/** Returns a text on a file that was read. Some of `named`, the items with its name, may be about another one. */
export function recallByFile(
  file: NamedFile,
  { named, change }: { readonly named: readonly NamingItem[]; readonly change: FileChange | undefined },
  context: HookContext,
): string | undefined {
  const { tree, settings, now } = context;
  const sought = { ...file, root: tree };
  const items = context.withStore((store) => itemsAboutFile(store, named, sought), []);
  if (items.length === 0 && change === undefined) return undefined;
  return showAndRecord("file", (store, window) => {
    const fresh = items.filter((item) =>
      reasonAgainst({ ...item, createdAt: item.savedAt }, { floor: 0, window }) === undefined
    );
    const changed = change === undefined || window.shown.has(change.reason) ? [] : changeItem(store, change);
    const filled = fillContext<ShownItem>([...fresh, ...changed], {
      tokenBudget: settings.hooks.recall.token_budget,
      limit: FILE_ITEMS,
      intro: `On the file ${shortPath(file.path, tree)}:`,
      now,
    });
    return { ...filled, quoted: filled.items.flatMap(({ quoted = [] }) => quoted) };
  }, context);
}

type ShownItem = WeighedItem & { readonly why: readonly ScorePart[]; readonly quoted?: readonly string[] };

/** The score of a change, from 0 to 1: it says less about a file than most memories do. */
const CHANGE_SCORE = 0.7;

/** Returns the reason of the last change; an empty list if the text of the reason was deleted. */
function changeItem(store: Store, change: FileChange): ShownItem[] {
  const told = toldChange(store, change);
  if (told === undefined) return [];
  return [{
    ...told,
    id: change.reason,
    group: "history",
    source: `last changed in s${change.session}`,
    createdAt: change.at,
    score: CHANGE_SCORE,
    why: [{ name: "changed", value: CHANGE_SCORE }],
  }];
}
