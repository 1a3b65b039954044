import type { Store } from "../../src/store/store.ts";

/** Writes a row as no command of mneme would: of any time, in any words. */
export function insertRow(
  store: Pick<Store, "run">,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): void {
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  store.run(`insert into ${table} (${columns.join(", ")}) values (${marks})`, ...Object.values(row));
}
