// The doubtful memories for the inbox. Finding them takes seconds, so the server keeps the last result.
import { MEMORY_CATEGORIES } from "../../memory/memory_text.ts";
import { findMemories, IS_CONFIRMED } from "../../store/memories.ts";
import { sql } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { readStore } from "../frame/home.ts";
import { doubtfulOf } from "../memory/list.ts";
import type { PageHome } from "./page_home.ts";

/** The milliseconds after which doubts are found anew, as they also depend on files. */
const FRESH_MS = 10 * 60_000;
/** The most memories checked per category, during which the server is blocked, and the most in the result. */
const MAX_CHECKED = 300;
const MOST = 200;

type Doubtful = ReturnType<typeof doubtfulOf>;

/** The doubtful memories by project; "" for all projects. */
const CACHE = new Map<string, { readonly edition: string; readonly at: number; readonly found: Doubtful }>();

/** Returns the last known doubtful memories, newest first. If they are old, begins to find them anew. */
export function doubtfulMemories(store: Store, home: PageHome, project: string | undefined): Doubtful {
  const edition = memoriesEdition(store);
  const known = CACHE.get(project ?? "");
  const found = known?.found ?? [];
  if (known?.edition === edition && Date.now() - known.at < FRESH_MS) return found;
  CACHE.set(project ?? "", { edition, at: Date.now(), found });
  void findDoubtful(home, project).then((now) => {
    CACHE.set(project ?? "", { edition, at: Date.now(), found: now });
    home.live.note();
  }, () => CACHE.delete(project ?? ""));
  return found;
}

/** Finds doubtful memories, one category at a time, so that the server can answer in between. */
export async function findDoubtful({ paths }: PageHome, project: string | undefined): Promise<Doubtful> {
  const all: Doubtful = [];
  for (const category of MEMORY_CATEGORIES) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const wanted = { project, category, status: "active", limit: MAX_CHECKED } as const;
    all.push(...readStore(paths, (store) => doubtfulOf(store, findMemories(store, wanted)).slice(0, MOST)));
  }
  return all.sort((a, b) => a.memory.updated_at < b.memory.updated_at ? 1 : -1).slice(0, MOST);
}

/** Returns a text that differs once an active memory was added, removed, changed or confirmed. */
function memoriesEdition(store: Store): string {
  return store.value<string>(sql`
    select concat_ws(' ', count(*), max(updated_at), (select count(*) from event_log
    where ${IS_CONFIRMED})) from memories where status = 'active'`) ?? "";
}
