// The items that a person does not want told unasked in a project; agents can still find and open them.

import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** SQL: no person has excluded this memory from the project. */
export function isTellable(project: string): Sql {
  return sql`'m' || id not in (select item from not_here where project = ${project})`;
}

export function sendAway(store: Store, item: string, project: string): void {
  store.run(sql`insert or ignore into not_here (item, project) values (${item}, ${project})`);
}

export function bringHome(store: Store, item: string, project: string): void {
  store.run(sql`delete from not_here where item = ${item} and project = ${project}`);
}

export function moveExclusions(store: Store, from: string, into: string): void {
  store.run(sql`update or replace not_here set project = ${into} where project = ${from}`);
}

export function awayFrom(store: Store, project: string): Set<string> {
  return new Set(store.column<string>(sql`select item from not_here where project = ${project}`));
}
