import { hasSingleAnswer } from "../../core/memory_categories.ts";
import { memoryId } from "../../core/memory_id.ts";
import { looksOf } from "../../core/memory_likeness.ts";
import { statementRelation } from "../../core/memory_relation.ts";
import { likeliest } from "../../core/memory_sameness.ts";
import { statementOf } from "../../core/memory_statement.ts";
import { isAbsolute } from "../../host/paths.ts";
import { ignoredCounts } from "../../store/context/neglect.ts";
import { parseTexts } from "../../store/json_columns.ts";
import { COMPARED } from "../../store/known_texts.ts";
import type { MemoryRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { isThere } from "../is_there.ts";
import { plainText } from "../plain_text.ts";

/** A memory that may be out of date, and what speaks against it, in words. */
export interface DoubtfulMemory {
  readonly memory: MemoryRow;
  readonly doubts: readonly string[];
}

/** Those of the memories that may be out of date, in their order. */
export function doubtfulOf(store: Store, memories: readonly MemoryRow[]): DoubtfulMemory[] {
  const repeated = repetitions(memories);
  const ignored = ignoredCounts(store, memories.map(({ id }) => memoryId(id)));
  return memories.map((memory) => ({
    memory,
    doubts: [
      ...missingFiles(memory),
      ...(repeated.get(memory) ?? []),
      ...neglect(ignored.get(memoryId(memory.id))),
    ],
  })).filter(({ doubts }) => doubts.length > 0);
}

/** Where all of its files are gone; a project that is not there at all, as on a disk that is away, tells nothing. */
function missingFiles({ files, project }: MemoryRow): string[] {
  const paths = parseTexts(files).filter((path) => isAbsolute(path) || project !== null);
  if (paths.length === 0 || (project !== null && !isThere(project))) return [];
  const places = paths.map((path) => isAbsolute(path) ? path : `${project}/${path}`);
  if (places.some(isThere)) return [];
  const names = paths.map(plainText).join(", ");
  return [paths.length === 1 ? `its file is gone: ${names}` : `its files are gone: ${names}`];
}

function neglect(count: number | undefined): string[] {
  return count === undefined ? [] : [`came back ${count} times and was of no use`];
}

/** What a newer one of the same category and place says again or takes back, as happens by an import or a merge. */
function repetitions(memories: readonly MemoryRow[]): Map<MemoryRow, string[]> {
  const found = new Map<MemoryRow, string[]>();
  const statements = memories.filter(({ category }) => category !== "SESSION_SUMMARY"); // sessions may end alike
  const groups = Map.groupBy(statements, ({ category, scope, project }) => `${category} ${scope} ${project}`);
  for (const group of groups.values()) {
    const oldestFirst = group.toSorted((a, b) => a.created_at < b.created_at ? -1 : 1).slice(-COMPARED);
    const looks = looksOf(oldestFirst.map(({ body }) => body));
    oldestFirst.forEach((newer, at) => {
      const own = statementOf(newer.body);
      for (const place of likeliest(own, looks.slice(0, at))) {
        const older = oldestFirst[place] as MemoryRow;
        const relation = statementRelation(statementOf(older.body), own);
        const isTakenBack = relation === "contradicts" && hasSingleAnswer(newer.category);
        if (relation !== "same" && !isTakenBack) continue;
        const verb = isTakenBack ? "contradicts it" : "says nearly the same";
        found.set(older, [...found.get(older) ?? [], `${memoryId(newer.id)} ${verb}`]);
      }
    });
  }
  return found;
}
