// The connection to the database, for everything that reads or writes it.
import { orUndefined } from "../base/or_undefined.ts";
import type { CheckpointMode } from "../base/settings.ts";
import { type Bindable, type Bound, bound, Sql, type SqlValue } from "./sql.ts";
import { asStoreError, StoreError } from "./store_error.ts";
import { DatabaseSync, type StatementSync } from "node:sqlite";

export type Row = Record<string, SqlValue>;

/** The time that a hook's statement waits for another writer; short, as no timer (of the deadline) fires meanwhile. */
export const HOOK_LOCK_BUDGET_MS = 45;

/**
 * No commit waits for the disk or pays for a checkpoint: mneme makes checkpoints when nobody waits. Deleted text is
 * overwritten. Temporary data, which holds stored text, stays out of /var/tmp.
 */
const CONNECTION_PRAGMAS =
  "pragma synchronous=normal; pragma wal_autocheckpoint=0; pragma secure_delete=on; " +
  "pragma temp_store=memory;";

/** One connection to the database, with its prepared statements. Throws each failure of SQLite as a `StoreError`. */
export class Store {
  readonly #statements = new Map<string, StatementSync>();
  #lastWork: (() => void) | undefined;

  constructor(private readonly database: DatabaseSync) {
    // SQLite's own `lower` changes only ASCII letters.
    this.define("lower", (text) => text.toLowerCase());
  }

  /** Defines a function of texts for SQL. Other values stay as they are. */
  define(name: string, change: (text: string) => string): void {
    this.database.function(name, (text) => typeof text === "string" ? change(text) : text);
  }

  /** Runs one or more statements without parameters. */
  execute(statements: string): void {
    guard(() => this.database.exec(statements));
  }

  /** Runs one statement; returns how many rows it changed. */
  run(statement: Sql | string, ...values: Bindable[]): number {
    return this.#with(statement, values, (prepared, bindings) => Number(prepared.run(...bindings).changes));
  }

  first<T = Row>(statement: Sql | string, ...values: Bindable[]): T | undefined {
    return this.#with(statement, values, (prepared, bindings) => prepared.get(...bindings) as T | undefined);
  }

  /** Returns all rows; the query must bound their number. */
  all<T = Row>(statement: Sql | string, ...values: Bindable[]): T[] {
    return this.#with(statement, values, (prepared, bindings) => prepared.all(...bindings) as T[]);
  }

  /** Yields one row after another, of a query for more than fits into memory. */
  *each<T = Row>(statement: Sql): Generator<T> {
    const rows = this.#with(statement, [], (prepared, bindings) => prepared.iterate(...bindings));
    for (let row = guard(() => rows.next()); !row.done; row = guard(() => rows.next())) yield row.value as T;
  }

  /** Returns the one column of the first row, or `undefined`. */
  value<T extends SqlValue>(statement: Sql | string, ...values: Bindable[]): T | undefined {
    const row = this.first(statement, ...values);
    return row && Object.values(row)[0] as T;
  }

  column<T extends SqlValue>(statement: Sql | string, ...values: Bindable[]): T[] {
    return this.all(statement, ...values).map((row) => Object.values(row)[0] as T);
  }

  /** Returns the two columns of all rows, as a map from the first to the second. */
  map<K extends SqlValue, V extends SqlValue>(statement: Sql | string): Map<K, V> {
    return new Map(this.all(statement).map((row) => Object.values(row) as [K, V]));
  }

  has(statement: Sql | string, ...values: Bindable[]): boolean {
    return this.first(statement, ...values) !== undefined;
  }

  /** Does all of `work` or nothing, and takes the write lock first. Inside another transaction, it joins that. */
  transaction<T>(work: () => T): T {
    if (this.database.isTransaction) return work();
    this.execute("begin immediate");
    try {
      const result = work();
      this.execute("commit");
      return result;
    } catch (error) {
      orUndefined(() => this.database.exec("rollback")); // throws on a full disk, after SQLite's own rollback
      throw error;
    }
  }

  /** Copies the write-ahead log into the database, as far as other readers and writers allow. */
  checkpoint(mode: CheckpointMode): void {
    this.execute(`pragma wal_checkpoint(${mode})`);
  }

  walPages(): number {
    return Number(this.first("pragma wal_checkpoint(noop)")?.log ?? 0);
  }

  beforeClose(work: () => void): void {
    this.#lastWork = work;
  }

  /** Closes the database; the last connection then checkpoints. As that costs four fsyncs, a hook exits without it. */
  close(): void {
    this.#lastWork?.();
    guard(() => this.database.close());
  }

  /** Closes a broken database. The caller reports what broke, so a further error is ignored. */
  abandon(): void {
    orUndefined(() => this.database.close());
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #with<T>(
    statement: Sql | string,
    values: readonly Bindable[],
    use: (prepared: StatementSync, bindings: readonly Bound[]) => T,
  ): T {
    return guard(() => {
      const text = statement instanceof Sql ? statement.text : statement;
      const prepared = this.#statements.getOrInsertComputed(text, () => this.database.prepare(text));
      return use(prepared, statement instanceof Sql ? statement.values : values.map(bound));
    });
  }
}

/** Opens a file, which must exist, with exactly this program's schema; throws a `StoreError` for any other schema. */
export function openStore(path: string, lockBudgetMs?: number): Store {
  const store = openAnyVersion(path, lockBudgetMs);
  requireOwnVersion(store);
  return store;
}

/** Throws a `StoreError` for a database with another schema than this program's. */
export function requireOwnVersion(store: Store): void {
  const version = schemaVersion(store);
  if (version === SCHEMA_VERSION) return;
  if (version === 0) throw new StoreError("absent", "the database has no tables yet");
  const fault = version > SCHEMA_VERSION ? "newer" : "older";
  throw new StoreError(fault, `the database has schema ${version}, this mneme has ${SCHEMA_VERSION}`);
}

/** Opens or creates a database of any version: for starts, for commands that write, and for backups. */
export function openAnyVersion(path: string, lockBudgetMs: number = HOOK_LOCK_BUDGET_MS): Store {
  const store = new Store(guard(() => new DatabaseSync(path, { timeout: lockBudgetMs })));
  try {
    store.execute(CONNECTION_PRAGMAS); // reads the file, so that a damaged one fails here
    return store;
  } catch (error) {
    store.abandon(); // Windows cannot rename a damaged file while it is open
    throw error;
  }
}

/** Returns the `user_version` of the file; 0 for a fresh one. */
export const schemaVersion = (store: Store): number => store.value<number>("pragma user_version") ?? 0;

/** Runs `work`; throws its errors as `StoreError`. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The time that a reader waits for an exclusive lock; other locks do not stop readers. */
const READER_LOCK_BUDGET_MS = 300;

/** Opens an existing database of any version for reading. SQLite may create `-wal` and `-shm` beside it. */
export function openReadOnly(path: string): Store {
  const store = guard(() => new Store(new DatabaseSync(path, { readOnly: true })));
  // The constructor's `timeout` has no effect on a read-only connection (measured: it is five seconds).
  store.execute(`pragma busy_timeout=${READER_LOCK_BUDGET_MS}; pragma temp_store=memory`);
  return store;
}

/** The `user_version` that this program writes. A hook does not use a database with another one. */
export const SCHEMA_VERSION = 19;
