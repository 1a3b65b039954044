import { fillContext } from "../core/context/fill_context.ts";
import { type FileItem, itemsAboutFile, type NamedFile } from "../store/context/items_about_file.ts";
import type { NamingItem } from "../store/context/items_naming.ts";
import { reasonAgainst } from "../store/context/reason_against.ts";
import type { ContextWindow } from "../store/injections.ts";
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
  const sought = { ...file, root: context.session.project };
  const items = context.withStore((store) => itemsAboutFile(store, named, sought), []);
  if (items.length === 0) return undefined;
  const text = bringBack({ hook: "file", agentId }, (_, window) => {
    const { placed, ...filled } = fillContext(
      items.filter((item) => isNew(item, window)),
      roomFor(file, context),
    );
    return { ...filled, items: placed.map(({ item, tokens }) => ({ ...item, tokens })) };
  }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUse", text } };
}

function isNew(item: FileItem, window: ContextWindow): boolean {
  return reasonAgainst({ ...item, createdAt: item.savedAt }, { floor: FLOOR, window }) === undefined;
}

function roomFor({ path }: NamedFile, { session, settings, now }: HookContext) {
  const { project } = session;
  const isBelow = path.startsWith(project) && "/\\".includes(path[project.length] ?? "?");
  const name = isBelow ? path.slice(project.length + 1) : path;
  const tokenBudget = settings.hooks.recall.token_budget;
  return { tokenBudget, limit: LIMIT, now, intro: `On the file ${name}:` };
}
