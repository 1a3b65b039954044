import type { ItemKind } from "../../core/search/search_types.ts";
import type { SqlValue, Store } from "../store.ts";

/** Items of one kind in one project; project '' holds the user's own. */
export interface Partition {
  readonly id: number;
  readonly kind: ItemKind;
  readonly items: number;
}

/** The partitions of a project and those of the user, of these kinds; of all projects and kinds where absent. */
export function partitionsFor(
  store: Store,
  project: string | undefined,
  kinds: readonly ItemKind[] | undefined,
): Partition[] {
  const conditions = ["items > 0"];
  const values: SqlValue[] = [];
  if (project !== undefined) {
    conditions.push("project in (?, '')");
    values.push(project);
  }
  if (kinds !== undefined) {
    conditions.push(`kind in (${kinds.map(() => "?").join(", ")})`);
    values.push(...kinds);
  }
  return store.all<Partition>(
    `select id, kind, items from search_partitions where ${conditions.join(" and ")} order by id`,
    ...values,
  );
}
