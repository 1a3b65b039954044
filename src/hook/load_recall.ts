// Loads what finds items about files and failures, which few events need.
import { fileName, isAtOrBelow, withSlashes } from "../base/slashes.ts";
import type { HookContext } from "./context.ts";
import { storedPath } from "../machine/project.ts";
import { itemsNaming } from "../store/search_tables.ts";

/** Loads the search for items in full: for a failed command, a quoted error, or a prompt if settings say so. */
export const loadWholeRecall = () => import("./recall_whole.ts");

const MOST_FILES = 8; // the most files of one call or prompt that are looked up

/** Returns items about files that were read. Loads the code for this only if an item has a file's name. */
export async function recallAboutFiles(
  given: readonly string[],
  context: HookContext,
): Promise<string | undefined> {
  const { session: { project, cwd }, settings: { hooks: { recall: { on_file, token_budget } } } } = context;
  if (given.length === 0 || !on_file || token_budget === 0 || context.isLate()) return undefined;
  const files = given.slice(0, MOST_FILES).map((one) => {
    const path = context.cleaner.cleanText(storedPath(one, cwd));
    const inside = isAtOrBelow(path, project) ? path.slice(project.length) : path;
    const names = withSlashes(inside).split("/"); // an item may name a folder
    const named = context.withStore((store) => names.flatMap((one) => itemsNaming(store, project, one)), []);
    return { path, name: fileName(path), named };
  }).filter(({ named }) => named.length > 0);
  if (files.length === 0) return undefined;
  const { recallByFiles } = await import("./recall_file.ts");
  return context.isLate() ? undefined : recallByFiles(files, context);
}
