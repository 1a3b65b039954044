import { fitItems } from "../store/context/fit_items.ts";
import { itemsAboutFile, type NamedFile } from "../store/context/items_about_file.ts";
import type { NamingItem } from "../store/context/items_naming.ts";
import { reasonAgainst } from "../store/context/reason_against.ts";
import type { Reply } from "../wire/reply.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";

const LIMIT = 5;
/** A mention that was ignored again and again falls below it. */
const FLOOR = 0.55;

/** A file that was read, and what holds its name. */
export interface ReadFile {
  readonly file: NamedFile;
  readonly agentId: string | null;
  readonly named: readonly NamingItem[];
}

/** What is known of a file that was read; mostly nothing, as many files share their name. */
export function recallByFile({ file, agentId, named }: ReadFile, context: HookContext): Reply | undefined {
  const items = context.withStore((store) => itemsAboutFile(store, named, file), []);
  if (items.length === 0) return undefined;
  const tokenBudget = context.settings.hooks.recall.token_budget;
  const { path } = file;
  const { project } = context.session;
  const shown = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
  const room = { tokenBudget, limit: LIMIT, floor: FLOOR, now: context.now, intro: `On the file ${shown}:` };
  const text = bringBack({ hook: "file", agentId }, (store, window) => {
    const isNew = (item: typeof items[number]) =>
      reasonAgainst({ ...item, createdAt: item.savedAt }, { floor: FLOOR, window }) === undefined;
    return fitItems(store, items.filter(isNew), room);
  }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUse", text } };
}
