import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./first_migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { schemaVersion, Store } from "./store.ts";
import { StoreError } from "./store_error.ts";

/**
 * Brings the database to our version; returns the version it had. All steps are one transaction, and the
 * version is read again inside it, so that two processes starting at once are safe and a failure half-way
 * leaves the old schema. A database from a newer version is a `StoreError`, and is not touched.
 */
export function migrate(store: Store, migrations: readonly Migration[] = MIGRATIONS): number {
  const target = migrations.at(-1)?.version ?? 0;
  const before = schemaVersion(store);
  if (before > target) {
    throw new StoreError("newer", `the database has schema ${before}, this mneme has ${target}`);
  }
  if (before === target) return before;
  // Properties of the file, kept from then on; they cannot be changed inside a transaction. Free pages can be given back
  // a few at a time: to rebuild the whole file would keep hooks waiting, and the runtime does not allow it.
  store.execute("pragma auto_vacuum=incremental");
  store.execute("pragma journal_mode=wal");
  store.transaction(() => {
    const current = schemaVersion(store);
    for (const migration of migrations) {
      if (migration.version > current) store.execute(migration.sql);
    }
    if (current < target) store.execute(`pragma user_version=${target}`);
  });
  return before;
}

/** A database in memory with nothing in it: to read from where there is none, and to try something in. */
export function emptyStore(): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  migrate(store);
  return store;
}
