// Export and import of memories, for `mneme memory export` and `mneme memory import`.
import { movedEvidence } from "../memory/memory_evidence.ts";
import { memoryId } from "../memory/memory_text.ts";
import { isForgotten, MEMORY_COLUMNS, type MemoryRow, type Said, saidKey, unforget } from "./memories.ts";
import { asRow, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A memory to be imported. Its number and times are `undefined` if the file does not give them. */
export interface ImportedMemory extends Omit<MemoryRow, "id" | "created_at" | "updated_at"> {
  readonly id: number | undefined;
  readonly created_at: string | undefined;
  readonly updated_at: string | undefined;
}

/** Returns every memory that was not forgotten, or a project's, by number; links to forgotten ones are dropped. */
export function exportedMemories(store: Store, project?: string): MemoryRow[] {
  const kept = new Set(store.column<number | null>(sql`select id from memories where status <> 'deleted'`));
  return store.all<MemoryRow>(sql`
    select ${MEMORY_COLUMNS} from memories where status <> 'deleted'
    and (${project} is null or project = ${project}) order by id`)
    .map((row) => ({ ...row, superseded_by: kept.has(row.superseded_by) ? row.superseded_by : null }));
}

/**
 * Adds the memories that are not here yet, in one transaction; forgotten ones only if `bringsBack`. A memory keeps its
 * number if no other has or had it, and links follow a changed number: a fresh database gets what was exported.
 */
export function importMemories(
  store: Store,
  memories: readonly ImportedMemory[],
  { at, bringsBack }: { readonly at: string; readonly bringsBack: boolean },
) {
  return store.transaction(() => {
    const rows = new Map<number, number>(); // by the numbers in the file
    const added = new Map<number, ImportedMemory>();
    let forgotten = 0;
    const last = store.value<number>("select max(id) from memories") ?? 0;
    const live = store.all<KnownMemory & Said>(sql`
      select id, created_at, status, author, project, scope, category, body from memories
      where status <> 'deleted' order by id`);
    const known: Map<string, readonly KnownMemory[]> = Map.groupBy(live, saidKey);
    for (const memory of memories) {
      const alike = known.get(saidKey(memory)) ?? [];
      const isSame = ({ created_at }: KnownMemory) => (memory.created_at ?? created_at) === created_at;
      // Of memories here, the same words from another time are the same memory; one file may have them twice.
      const holds = ({ id, status, author }: KnownMemory) =>
        !added.has(id) && status === "active" && author === memory.author;
      const same = alike.find(isSame)?.id ?? correctedRow(store, memory, last) ?? alike.find(holds)?.id;
      const isNew = same === undefined;
      if (isNew && !bringsBack && isForgotten(store, memory.body)) {
        forgotten++;
        continue;
      }
      const row = same ?? insert(store, memory, at);
      if (memory.id !== undefined) rows.set(memory.id, row);
      if (!isNew) continue;
      added.set(row, memory);
      known.set(saidKey(memory), [...alike, { ...memory, id: row, created_at: memory.created_at ?? at }]);
    }
    for (const [row, { superseded_by }] of added) {
      const target = superseded_by === null ? undefined : rows.get(superseded_by);
      if (target === undefined) continue;
      store.run(sql`update memories set superseded_by = ${target} where id = ${row}`);
    }
    return { added: added.size, present: memories.length - added.size - forgotten, forgotten };
  });
}

type KnownMemory = Pick<MemoryRow, "id" | "created_at" | "status" | "author">;

/** Finds a memory whose words were corrected after its export, by number and time. Those above `last` are new. */
function correctedRow(store: Store, memory: ImportedMemory, last: number): number | undefined {
  const { id, created_at } = memory;
  if (id === undefined || created_at === undefined || id > last) return undefined;
  return store.value<number>(sql`
    select id from memories where id = ${id} and created_at = ${created_at} and status <> 'deleted'`);
}

function insert(store: Store, { superseded_by: _, ...memory }: ImportedMemory, at: string): number {
  unforget(store, memory.body);
  const isFree = memory.id !== undefined && !store.has(sql`
    select 1 from memories where id = ${memory.id} union all select 1 from removed_rows
    where item = ${memoryId(memory.id)} and mark is not ${memory.created_at}`);
  const { created_at = at, updated_at = created_at } = memory;
  const id = isFree ? memory.id : undefined;
  const row = { ...memory, id, evidence: movedEvidence(memory.evidence), created_at, updated_at };
  return store.value<number>(sql`insert into memories ${asRow(row)} returning id`)!;
}
