// The source files and code units that `mneme index` has read.
import type { CodeUnit } from "../code/assemble_units.ts";
import { queueForSearch } from "./search_tables.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A source file as it was when it was last read. */
export type CodeFile = Readonly<Record<"path" | "contentHash" | "modifiedAt", string> & { size: number }>;

export function codeFiles(store: Store, project: string): Map<string, CodeFile> {
  const files = store.all<CodeFile>(sql`
    select path, content_hash as contentHash, size, modified_at as modifiedAt from code_files
    where project = ${project}`);
  return new Map(files.map((file) => [file.path, file]));
}

export function countCodeUnits(store: Store, project: string): number {
  return store.value<number>(sql`select count(*) as units from code_units where project = ${project}`) ?? 0;
}

/** Stores the hash, size and time of a file that was read. Its units stay as they are. */
export function keepCodeFile(store: Store, project: string, file: CodeFile): void {
  store.run(sql`
    replace into code_files (project, path, content_hash, size, modified_at)
    values (${project}, ${file.path}, ${file.contentHash}, ${file.size}, ${file.modifiedAt})`);
}

/** Stores a file and its units, in the caller's transaction. A known unit keeps its id, which agents may have seen. */
export function writeCodeFile(store: Store, project: string, file: CodeFile, units: readonly CodeUnit[]) {
  keepCodeFile(store, project, file);
  const rows = store.all<Pick<CodeUnit, "kind" | "name" | "signature" | "doc"> & { readonly id: number }>(sql`
    select id, kind, name, signature, doc from code_units where project = ${project} and path = ${file.path}
    order by start_line, id`);
  const known = Map.groupBy(rows, keyOf); // overloads are in the order of their lines
  const changed: number[] = [];
  for (const unit of units) {
    const before = known.get(keyOf(unit))?.shift();
    const id = store.value<number>(sql`
      insert into code_units (id, project, path, kind, name, signature, doc, start_line, end_line, content_hash)
      values (${before?.id}, ${project}, ${file.path}, ${unit.kind}, ${unit.name}, ${unit.signature}, ${unit.doc},
      ${unit.startLine}, ${unit.endLine}, ${unit.contentHash}) on conflict (id) do update set
      signature = excluded.signature, doc = excluded.doc, start_line = excluded.start_line,
      end_line = excluded.end_line, content_hash = excluded.content_hash returning id`)!;
    // A new unit has no `before`; the search index holds nothing else of a unit that can change.
    if (before?.signature !== unit.signature || before.doc !== unit.doc) changed.push(id);
  }
  removeUnits(store, [...known.values()].flat().map(({ id }) => id));
  if (changed.length > 0) queueForSearch(store, "code", changed);
}

/** Removes a file and its units from the index, in the caller's transaction. */
export function removeCodeFile(store: Store, project: string, path: string): void {
  const isOf = sql`project = ${project} and path = ${path}`;
  store.run(sql`delete from code_files where ${isOf}`);
  removeUnits(store, store.column(sql`select id from code_units where ${isOf}`));
}

const keyOf = ({ kind, name }: Pick<CodeUnit, "kind" | "name">) => `${kind} ${name}`;

/** Deletes units and queues them, so that the index drops them later. Until then a search checks that a unit exists. */
function removeUnits(store: Store, ids: readonly number[]): void {
  store.run(sql`delete from code_units where id in ${list(ids)}`);
  queueForSearch(store, "code", ids);
}
