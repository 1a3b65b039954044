// Loads what finds items about files and failures, which few events need.
import { cached } from "../base/hash.ts";
import { fileName, isAtOrBelow, withSlashes } from "../base/slashes.ts";
import type { HookContext } from "./context.ts";
import { storedPath } from "../machine/project.ts";
import { itemsNaming } from "../store/search_tables.ts";

/** Loads the search for items in full: for a failed command, a quoted error, or a prompt if settings say so. */
export const loadWholeRecall = () => import("./recall_whole.ts");

/** The most files of a call or prompt that are looked up, the most that are told, the most UTF-16 units of a path. */
const [LOOKED_UP, MOST_FILES, LONGEST_PATH] = [20, 8, 4096];

/** Returns a text with items about files. Loads the code for it only if an item names a file, or a folder above it. */
export async function recallAboutFiles(given: readonly string[], context: HookContext) {
  const { session: { project, cwd }, settings: { hooks: { recall: { on_file, token_budget } } } } = context;
  if (given.length === 0 || !on_file || token_budget === 0 || context.isLate()) return undefined;
  const paths = new Set(
    given.slice(0, LOOKED_UP).map((one) => context.cleaner.cleanText(storedPath(one, cwd))),
  );
  const itemsOf = cached((name) => context.withStore((store) => itemsNaming(store, project, name), []));
  const files = [...paths].filter((path) => path.length <= LONGEST_PATH).map((path) => {
    const inside = isAtOrBelow(path, project) ? path.slice(project.length) : path;
    const names = new Set(withSlashes(inside).split("/")); // an item may name a folder
    return { path, name: fileName(path), named: [...names].flatMap(itemsOf) };
  }).filter(({ named }) => named.length > 0).slice(0, MOST_FILES);
  if (files.length === 0) return undefined;
  const { recallByFiles } = await import("./recall_file.ts");
  return context.isLate() ? undefined : recallByFiles(files, context);
}
