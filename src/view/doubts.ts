import { MEMORY_CATEGORIES } from "../memory/memory_text.ts";
import { CONFIRMED } from "../store/confirmations.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import type { Commands } from "./commands.ts";
import type { DoubtfulMemory } from "./contract.ts";
import { listed } from "./queries.ts";

/** What also depends on files and on what came back is found again after so long. */
const FRESH_MS = 10 * 60_000;
const MOST = 200;

interface Known {
  readonly edition: string;
  readonly at: number;
  readonly found: Promise<readonly DoubtfulMemory[]>;
}

/** What was found for each project, as long as its memories are the same: to compare thousands takes seconds. */
const KNOWN = new Map<string, Known>();

/** The memories of a project that something speaks against, at most 200 of the newest. */
export function doubtfulMemories(
  commands: Commands,
  project: string | undefined,
): Promise<readonly DoubtfulMemory[]> {
  const edition = commands.read((store) => memoriesEdition(store), "");
  const known = KNOWN.get(project ?? "");
  if (known?.edition === edition && Date.now() - known.at < FRESH_MS) return known.found;
  const found = findDoubtful(commands, project);
  KNOWN.set(project ?? "", { edition, at: Date.now(), found });
  found.catch(() => KNOWN.delete(project ?? ""));
  return found;
}

/** A category at a time: between two of them others get their answers. */
async function findDoubtful(
  commands: Commands,
  project: string | undefined,
): Promise<readonly DoubtfulMemory[]> {
  const all: DoubtfulMemory[] = [];
  for (const category of MEMORY_CATEGORIES) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    all.push(...commands.read((store) => {
      const found = commands.doubtful(store, project, category).slice(0, MOST);
      const memories = listed(store, found.map(({ memory }) => memory));
      return found.map(({ doubts }, i) => ({ memory: memories[i]!, doubts }));
    }, []));
  }
  const newestFirst = all.sort((a, b) => a.memory.updated_at < b.memory.updated_at ? 1 : -1);
  return newestFirst.slice(0, MOST);
}

/** Changes whenever a memory comes, goes or is changed, or somebody says that one still holds. */
function memoriesEdition(store: Store): string {
  return store.value<string>(sql`
    select concat_ws(' ', count(*), max(updated_at), (select count(*) from event_log where session_id = ''
    and event = ${CONFIRMED} and subject is not null)) from memories where status = 'active'`) ?? "";
}
