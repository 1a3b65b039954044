import type { SearchHit } from "../core/search/search_types.ts";
import { contextOf } from "../store/context/context_of.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";

const LIMIT = 5;
/** A mention that was ignored again and again falls below it. */
const FLOOR = 0.55;

/** A file that was read, and what is about it. */
export interface ReadFile {
  readonly file: string;
  readonly agentId: string | null;
  readonly hits: readonly SearchHit[];
}

/** What is known of a file that was read. */
export function recallByFile({ file, agentId, hits }: ReadFile, context: HookContext): string | undefined {
  const tokenBudget = context.settings.hooks.recall.token_budget;
  const { project } = context.session;
  const name = file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file;
  const room = { tokenBudget, limit: LIMIT, floor: FLOOR, now: context.now, intro: `On the file ${name}:` };
  return bringBack(
    { hook: "file", agentId },
    (store, window) => contextOf(store, hits, { ...room, window }),
    context,
  );
}
