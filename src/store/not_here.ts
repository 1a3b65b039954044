import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Makes SQL that tells whether a person has not excluded a memory from this project. */
export function isTellable(project: string): Sql {
  return sql`'m' || id not in (select item from not_here where project = ${project})`;
}

/** Excludes an item from what agents of a project are told unasked; they can still find and open it. */
export function sendAway(store: Store, item: string, project: string): void {
  store.run(sql`insert or ignore into not_here (item, project) values (${item}, ${project})`);
}

/** Ends the exclusion of an item from a project. */
export function bringHome(store: Store, item: string, project: string): void {
  store.run(sql`delete from not_here where item = ${item} and project = ${project}`);
}

/** Moves the exclusions of one project to another. */
export function moveExclusions(store: Store, from: string, into: string): void {
  store.run(sql`update or replace not_here set project = ${into} where project = ${from}`);
}

/** Returns the items that are excluded from a project. */
export function awayFrom(store: Store, project: string): Set<string> {
  return new Set(store.column<string>(sql`select item from not_here where project = ${project}`));
}
