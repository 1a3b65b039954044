import { contextOf } from "../store/context/assemble_context.ts";
import { itemsAboutFile } from "../store/context/items_about_file.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";

const LIMIT = 5;
/** A mention that was ignored again and again falls below it. */
const FLOOR = 0.55;

/** What is known of a file that was read; mostly nothing. */
export function recallByFile(
  { file, agentId }: { readonly file: string; readonly agentId: string | null },
  context: HookContext,
): string | undefined {
  const tokenBudget = context.settings.hooks.recall.token_budget;
  const { project } = context.session;
  const name = file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file;
  const room = { tokenBudget, limit: LIMIT, floor: FLOOR, now: context.now, intro: `On the file ${name}:` };
  return bringBack({ hook: "file", agentId }, (store, window) => {
    return contextOf(store, itemsAboutFile(store, project, file), { ...room, window });
  }, context);
}
