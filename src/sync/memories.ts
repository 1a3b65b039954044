import { type Said, saidKey } from "../store/memories.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { LINK_IN_HISTORY } from "./merge.ts";

/** Sets the author of a memory that came from another person. Agents are shown the name. */
export function setMemoryAuthor(store: Store, ref: string, author: string | null): void {
  store.run(sql`update memories set author = ${author} where id = ${Number(ref)}`);
}

/** Links replaced memories to their replacements, if the record that their history names has arrived. */
export function linkMemories(store: Store, space: string): void {
  const found = store.all<{ id: number; to: number }>(sql`
    select m.id, cast(t.ref as integer) as "to" from memories m
    cross join sync_records s on s.kind = 'memory' and s.ref = cast(m.id as text) and s.hash is null
    cross join sync_records t on t.space = s.space and t.record = json_extract(s.history, ${LINK_IN_HISTORY})
    where m.status = 'superseded' and m.superseded_by is null and s.space = ${space} and t.kind = 'memory'
    and t.hash is null and cast(t.ref as integer) > 0 and t.author is s.author`);
  for (const { id, to } of found) store.run(sql`update memories set superseded_by = ${to} where id = ${id}`);
}

/** Returns the numbers of this user's active memories, by text, project, scope and category (`saidKey`). */
export function memoriesByText(store: Store): Map<string, number> {
  const rows = store.all<Said & { id: number }>(sql`
    select id, project, scope, category, body from memories
    where status = 'active' and author is null`);
  return new Map(rows.map((row) => [saidKey(row), row.id]));
}

/** Returns the numbers of a space's candidates, which are texts that lost a merge. */
export function lostMemories(store: Store, space: string): number[] {
  return store.column<number>(sql`
    select m.id from sync_records r join memories m on m.id = cast(r.ref as integer)
    where r.space = ${space} and r.kind = 'memory' and r.hash is null and m.status = 'candidate' order by m.id`);
}

/** Returns the numbers of the memories and proposals that came from other members of a space. */
export function foreignMemories(store: Store, space: string): number[] {
  return store.column<number>(sql`
    select m.id from memories m join sync_records r on r.kind in ('memory', 'proposal')
    and r.ref = cast(m.id as text) where r.space = ${space} and m.author is not null and m.status <> 'deleted' order by m.id`);
}

/** Returns the folders of all projects with sessions, memories or GHAP entries; the most recently used one is last. */
export function knownFolders(store: Store): string[] {
  return store.column<string>(sql`
    select project from (select project, max(started_at) as at from sessions group by project
    union all select project, max(updated_at) from memories where project is not null group by project
    union all select project, max(created_at) from ghap group by project) group by project order by max(at)`);
}
