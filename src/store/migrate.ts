// Brings a database to this program's schema. For session start, commands and backups.

import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./first_migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { schemaVersion, Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/**
 * Runs the missing steps and returns the former version. They are one transaction, which reads the version again: two
 * processes may start at once, and a failed step leaves the old schema. Throws a `StoreError` for a newer version.
 */
export function migrate(store: Store, migrations: readonly Migration[] = MIGRATIONS): number {
  const target = migrations.at(-1)?.version ?? 0;
  const before = schemaVersion(store);
  if (before > target) {
    throw new StoreError("newer", `the database has schema ${before}, this mneme has ${target}`);
  }
  if (before === target) return before;
  // Set first, because it cannot change inside a transaction. Free pages can then be given back a few at a time.
  store.execute("pragma auto_vacuum=incremental");
  store.execute("pragma journal_mode=wal");
  store.execute("pragma legacy_alter_table=on"); // a view of a person's own then still reads a table that is renamed
  store.transaction(() => {
    const current = schemaVersion(store);
    for (const migration of migrations) {
      if (migration.version > current) store.execute(migration.sql);
    }
    if (current < target) store.execute(`pragma user_version=${target}`);
  });
  return before;
}

/** Returns an empty database in memory, which is read if there is none on the disk. */
export function emptyStore(): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  migrate(store);
  return store;
}
