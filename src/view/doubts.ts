import { MEMORY_CATEGORIES } from "../memory/memory_text.ts";
import { IS_CONFIRMED, type MemoryRow } from "../store/memories.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import type { Commands } from "./commands.ts";

/** Doubts that also depend on files and on times told are found again after so long. */
const FRESH_MS = 10 * 60_000;
const MOST = 200;

/** A memory with what speaks against it. */
export interface Doubtful {
  readonly memory: MemoryRow;
  readonly doubts: readonly string[];
}

interface Known {
  readonly edition: string;
  readonly at: number;
  readonly found: readonly Doubtful[];
}

/** The doubts found for each project: to compare thousands takes seconds, in which the last finds are shown. */
const KNOWN = new Map<string, Known>();

/** The memories of a project that something is known to speak against, the newest. What is found later is told of. */
export function doubtfulMemories(
  { commands, tell }: { readonly commands: Commands; readonly tell: () => void },
  project: string | undefined,
): readonly Doubtful[] {
  const edition = commands.read(memoriesEdition);
  const known = KNOWN.get(project ?? "");
  const found = known?.found ?? [];
  if (known?.edition === edition && Date.now() - known.at < FRESH_MS) return found;
  KNOWN.set(project ?? "", { edition, at: Date.now(), found });
  void findDoubtful(commands, project).then((now) => {
    KNOWN.set(project ?? "", { edition, at: Date.now(), found: now });
    tell();
  }, () => KNOWN.delete(project ?? ""));
  return found;
}

/** A category at a time: between two of them others get their answers. */
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

/** Changes whenever a memory comes, goes or is changed, or somebody says that one still holds. */
function memoriesEdition(store: Store): string {
  return store.value<string>(sql`
    select concat_ws(' ', count(*), max(updated_at), (select count(*) from event_log
    where ${IS_CONFIRMED})) from memories where status = 'active'`) ?? "";
}
