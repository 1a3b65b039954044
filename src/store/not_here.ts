import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Of memories that hold everywhere, those that a person did not send away from this project. */
export function isTellable(project: string): Sql {
  return sql`'m' || id not in (select item from not_here where project = ${project})`;
}

/** Tells an item in a project no more by itself; it is still found and opened there. */
export function sendAway(store: Store, item: string, project: string): void {
  store.run(sql`insert or ignore into not_here (item, project) values (${item}, ${project})`);
}

export function bringHome(store: Store, item: string, project: string): void {
  store.run(sql`delete from not_here where item = ${item} and project = ${project}`);
}

/** The projects in which an item is told no more. */
export function placesAwayFrom(store: Store, item: string): string[] {
  return store.column<string>(sql`select project from not_here where item = ${item} order by project`);
}

/** The items that are told no more in a project. */
export function awayFrom(store: Store, project: string): Set<string> {
  return new Set(store.column<string>(sql`select item from not_here where project = ${project}`));
}
