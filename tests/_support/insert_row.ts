import { asRow, raw, sql } from "../../src/store/sql.ts";
import type { Store } from "../../src/store/store.ts";

/** Writes a row as no command of mneme would: of any time, in any words. */
export function insertRow(
  store: Pick<Store, "run">,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): void {
  store.run(sql`insert into ${raw(table)} ${asRow(row)}`);
}
