import { DatabaseSync } from "node:sqlite";
import { migrate } from "./migrate.ts";
import { Store } from "./store.ts";

/** What decides whether something is new, table by table; payloads and what has grown large elsewhere stay behind. */
const COPIED: Readonly<Record<string, string>> = {
  sessions: "*",
  prompts: "*",
  pending_queue:
    "id, session_id, tool_use_id, tool_name, priority, status, files_touched, outcome, created_at, '{}' as payload",
  asks: "*",
  memories: "*",
  forgotten_memories: "*",
};

/**
 * A database in memory that knows what `kept` knows, in which a replay shows what it would do. Nothing is written to
 * `kept`; without one, nothing is known yet.
 */
export function previewStore(kept: Store | undefined): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  migrate(store);
  if (kept === undefined) return store;
  store.transaction(() => {
    for (const [table, columns] of Object.entries(COPIED)) copyTable(kept, store, { table, columns });
    copyTable(kept, store, {
      table:
        "event_log where event like 'history.%' or (event = 'hook.user_prompt_submit' and subject is not null)",
      columns: "*",
    });
  });
  return store;
}

function copyTable(
  from: Store,
  to: Store,
  { table, columns }: { readonly table: string; readonly columns: string },
): void {
  const [name = table] = table.split(" ", 1);
  for (const row of from.all(`select ${columns} from ${table}`)) {
    const names = Object.keys(row);
    to.run(
      `insert into ${name} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      ...Object.values(row),
    );
  }
}
