import { MEMORY_CATEGORIES } from "../memory/memory_text.ts";
import { IS_CONFIRMED } from "../store/memories.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import type { Commands, Doubtful } from "./commands.ts";

/** The age in milliseconds at which doubts are computed again, because they also depend on files and tellings. */
const FRESH_MS = 10 * 60_000;
const MOST = 200;

/** The doubtful memories of each project. Finding them takes seconds. Meanwhile the last result is shown. */
const CACHE = new Map<
  string,
  { readonly edition: string; readonly at: number; readonly found: readonly Doubtful[] }
>();

/** Returns the cached doubtful memories of a project, newest first. If they are out of date, calls `notify` later. */
export function doubtfulMemories(
  { commands, notify }: { readonly commands: Commands; readonly notify: () => void },
  project: string | undefined,
): readonly Doubtful[] {
  const edition = commands.read(memoriesEdition);
  const known = CACHE.get(project ?? "");
  const found = known?.found ?? [];
  if (known?.edition === edition && Date.now() - known.at < FRESH_MS) return found;
  CACHE.set(project ?? "", { edition, at: Date.now(), found });
  void findDoubtful(commands, project).then((now) => {
    CACHE.set(project ?? "", { edition, at: Date.now(), found: now });
    notify();
  }, () => CACHE.delete(project ?? ""));
  return found;
}

/** Finds doubtful memories, one category at a time, so that the server can answer other requests in between. */
export async function findDoubtful(
  commands: Commands,
  project: string | undefined,
): Promise<readonly Doubtful[]> {
  const all: Doubtful[] = [];
  for (const category of MEMORY_CATEGORIES) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    all.push(...commands.read((store) => commands.doubtful(store, project, category).slice(0, MOST)));
  }
  return all.sort((a, b) => a.memory.updated_at < b.memory.updated_at ? 1 : -1).slice(0, MOST);
}

/** Returns a text that changes when an active memory is added, removed, changed or confirmed. */
function memoriesEdition(store: Store): string {
  return store.value<string>(sql`
    select concat_ws(' ', count(*), max(updated_at), (select count(*) from event_log
    where ${IS_CONFIRMED})) from memories where status = 'active'`) ?? "";
}
