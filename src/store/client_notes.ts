import { decodeEvidence } from "../memory/memory_evidence.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "./memories.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A memory that stands for a note of a client, and what its evidence says of that note. */
export type ImportedNote = MemoryRow & { readonly note: string };

/** The memories that stand for notes of one client, as their evidence begins with `source`; also those edited since. */
export function importedNotes(store: Store, source: string): ImportedNote[] {
  return store.all<MemoryRow>(sql`
    select ${MEMORY_COLUMNS} from memories where source = 'import' and status in ('active', 'superseded')
    and instr(evidence, ${source}) > 0`)
    .map((memory) => ({ ...memory, note: decodeEvidence(memory.evidence ?? "").quote }))
    .filter(({ note }) => note.startsWith(source));
}
