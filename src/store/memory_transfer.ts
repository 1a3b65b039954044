import { movedEvidence } from "../core/memory_evidence.ts";
import { memoryKey } from "../core/memory_text.ts";
import { isForgotten, MEMORY_COLUMNS, type MemoryRow } from "./memories.ts";
import type { Store } from "./store.ts";

/** A memory to be imported; without a number or a time of its own it is a new one. */
export interface ImportedMemory extends Omit<MemoryRow, "id" | "created_at" | "updated_at"> {
  readonly id: number | undefined;
  readonly created_at: string | undefined;
  readonly updated_at: string | undefined;
}

export interface ImportCounts {
  readonly added: number;
  /** Were there already, with the same words. */
  readonly present: number;
  /** Were forgotten here, and stay so. */
  readonly forgotten: number;
}

export interface ImportOptions {
  readonly at: string;
  /** Whether what was forgotten here comes back. */
  readonly bringsBack: boolean;
}

/**
 * Every memory that was not forgotten, or those of one project, oldest first; a link to a forgotten one leads nowhere
 * and is left out.
 */
export function exportedMemories(store: Store, project?: string): MemoryRow[] {
  return store.all<MemoryRow>(
    `select ${MEMORY_COLUMNS.replace("superseded_by", `${KEPT_LINK} as superseded_by`)}
     from memories where status <> 'deleted' and (? is null or project = ?) order by id`,
    project ?? null,
    project ?? null,
  );
}

const KEPT_LINK =
  "(select other.id from memories other where other.id = memories.superseded_by and other.status <> 'deleted')";

/**
 * Adds those that are not there yet, all or none. A number is kept where it is free, and links follow to the new
 * number where it is not, so that a fresh database becomes just what was exported.
 */
export function importMemories(
  store: Store,
  memories: readonly ImportedMemory[],
  { at, bringsBack }: ImportOptions,
): ImportCounts {
  return store.transaction(() => {
    const rows = new Map<number, number>();
    const added: { readonly row: number; readonly supersededBy: number | null }[] = [];
    const wanted = bringsBack
      ? memories
      : memories.filter(({ category, body }) => !isForgotten(store, category, body));
    const last = store.first<{ id: number }>("select coalesce(max(id), 0) as id from memories")?.id ?? 0;
    for (const memory of wanted) {
      const present = presentRow(store, memory) ?? correctedRow(store, memory, last);
      const row = present ?? insert(store, memory, at);
      if (memory.id !== undefined) rows.set(memory.id, row);
      if (present === undefined) added.push({ row, supersededBy: memory.superseded_by });
    }
    for (const { row, supersededBy } of added) {
      const target = supersededBy === null ? undefined : rows.get(supersededBy);
      if (target !== undefined) {
        store.run("update memories set superseded_by = ? where id = ?", target, row);
      }
    }
    return {
      added: added.length,
      present: wanted.length - added.length,
      forgotten: memories.length - wanted.length,
    };
  });
}

/** With a time of its own a memory is the one of that time; the same words may have been right twice. */
function presentRow(store: Store, memory: ImportedMemory): number | undefined {
  return store.first<{ id: number }>(
    `select id from memories where category = ? and scope = ? and project is ? and body = ? and status <> 'deleted'
     and (? is null or created_at = ?) limit 1`,
    memory.category,
    memory.scope,
    memory.project,
    memory.body,
    memory.created_at ?? null,
    memory.created_at ?? null,
  )?.id;
}

/** The same one, corrected since: it has this number and this time, and was there before the import. */
function correctedRow(store: Store, memory: ImportedMemory, last: number): number | undefined {
  const { id, created_at } = memory;
  if (id === undefined || created_at === undefined || id > last) return undefined;
  return store.first<{ id: number }>(
    "select id from memories where id = ? and created_at = ? and status <> 'deleted'",
    id,
    created_at,
  )?.id;
}

function insert(store: Store, memory: ImportedMemory, at: string): number {
  store.run("delete from forgotten_memories where key = ?", memoryKey(memory.category, memory.body));
  const isFree = memory.id !== undefined &&
    store.first("select 1 from memories where id = ?", memory.id) === undefined;
  const row = store.first<{ id: number }>(
    `insert into memories (id, project, scope, category, title, body, evidence, source, confidence, status, session_id,
       files, created_at, updated_at, last_used_at, use_count)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    isFree ? memory.id ?? null : null,
    memory.project,
    memory.scope,
    memory.category,
    memory.title,
    memory.body,
    movedEvidence(memory.evidence),
    memory.source,
    memory.confidence,
    memory.status,
    memory.session_id,
    memory.files,
    memory.created_at ?? at,
    memory.updated_at ?? memory.created_at ?? at,
    memory.last_used_at,
    memory.use_count,
  );
  return row?.id ?? 0;
}
