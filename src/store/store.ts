import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { CheckpointMode } from "../base/settings.ts";
import { SCHEMA_VERSION } from "./schema_version.ts";
import { type Bindable, bound, Sql, type SqlValue } from "./sql.ts";
import { asStoreError, StoreError } from "./store_error.ts";

export type Row = Record<string, SqlValue>;

/** The time that a hook's statement may wait for another writer. Timers do not fire meanwhile, so it is short. */
const HOOK_LOCK_BUDGET_MS = 45;

/**
 * `synchronous=NORMAL`: a commit in WAL mode does not wait for the disk. `wal_autocheckpoint=0`: no capture
 * pays for a checkpoint; session-end and `mneme process` do. `secure_delete`: what is forgotten is overwritten.
 * `temp_store=memory`: what SQLite sets aside while it works, stored text among it, would go to /var/tmp.
 */
const CONNECTION_PRAGMAS =
  "pragma synchronous=normal; pragma wal_autocheckpoint=0; pragma secure_delete=on; " +
  "pragma temp_store=memory;";

/** One connection. Every failure is thrown as a `StoreError`. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isInTransaction = false;
  #lastWork: (() => void) | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Runs one or more statements without parameters. */
  execute(statements: string): void {
    guard(() => this.#database.exec(statements));
  }

  /** Runs one statement; returns how many rows it changed. */
  run(statement: Sql | string, ...values: Bindable[]): number {
    return guard(() => {
      const [prepared, bindings] = this.#prepare(statement, values);
      return Number(prepared.run(...bindings).changes);
    });
  }

  /** The first row, or `undefined`. */
  first<T = Row>(statement: Sql | string, ...values: Bindable[]): T | undefined {
    return guard(() => {
      const [prepared, bindings] = this.#prepare(statement, values);
      return prepared.get(...bindings) as T | undefined;
    });
  }

  /** All rows; the query bounds them. */
  all<T = Row>(statement: Sql | string, ...values: Bindable[]): T[] {
    return guard(() => {
      const [prepared, bindings] = this.#prepare(statement, values);
      return prepared.all(...bindings) as T[];
    });
  }

  /** The one column of the first row, or `undefined`. */
  value<T extends SqlValue>(statement: Sql | string, ...values: Bindable[]): T | undefined {
    const row = this.first(statement, ...values);
    return row && Object.values(row)[0] as T;
  }

  /** The one column of all rows. */
  column<T extends SqlValue>(statement: Sql | string, ...values: Bindable[]): T[] {
    return this.all(statement, ...values).map((row) => Object.values(row)[0] as T);
  }

  /** Tells whether there is a row. */
  has(statement: Sql | string, ...values: Bindable[]): boolean {
    return this.first(statement, ...values) !== undefined;
  }

  /**
   * All of `work` or nothing of it; takes the write lock first, so that it fails before it has done anything. Inside
   * another transaction it is a part of that one.
   */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    this.execute("begin immediate");
    this.#isInTransaction = true;
    try {
      const result = work();
      this.execute("commit");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /** Copies the write-ahead log into the database as far as readers and writers allow; needs no lock of ours. */
  checkpoint(mode: CheckpointMode): void {
    this.execute(`pragma wal_checkpoint(${mode})`);
  }

  /** Pages in the write-ahead log. */
  walPages(): number {
    return Number(this.first("pragma wal_checkpoint(noop)")?.log ?? 0);
  }

  /** The same without waiting for anybody: another hook that reads or writes just now has it to do later. */
  checkpointAtOnce(mode: CheckpointMode): void {
    this.execute("pragma busy_timeout=0");
    this.checkpoint(mode);
  }

  /** Has `work` done before the database is closed. */
  beforeClose(work: () => void): void {
    this.#lastWork = work;
  }

  /** Checkpoints and closes. A hook exits without it: closing costs four fsyncs. */
  close(): void {
    this.#lastWork?.();
    guard(() => this.#database.close());
  }

  /** Closes a database with which something is wrong: the first error says what. */
  abandon(): void {
    try {
      this.#database.close();
    } catch {
      // It is as good as closed.
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #prepare(
    statement: Sql | string,
    values: readonly Bindable[],
  ): [StatementSync, readonly (SqlValue | Uint8Array)[]] {
    const text = statement instanceof Sql ? statement.text : statement;
    const prepared = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, prepared);
    return [prepared, statement instanceof Sql ? statement.values : values.map(bound)];
  }

  #rollBack(): void {
    try {
      this.#database.exec("rollback");
    } catch {
      // SQLite has already rolled back on a full disk or an I/O error; the first error is the one to report.
    }
  }
}

/** Opens a database of exactly our version. The caller has made sure that the file is there. */
export function openStore(path: string): Store {
  const store = openAnyVersion(path);
  const version = schemaVersion(store);
  if (version === SCHEMA_VERSION) return store;
  if (version === 0) throw new StoreError("absent", "the database is being made");
  const fault = version > SCHEMA_VERSION ? "newer" : "older";
  throw new StoreError(fault, `the database has schema ${version}, this mneme has ${SCHEMA_VERSION}`);
}

/** Opens or makes a database whatever its version, and its log: for migrations, `doctor` and backups. */
export function openAnyVersion(path: string, lockBudgetMs: number = HOOK_LOCK_BUDGET_MS): Store {
  const database = guard(() => new DatabaseSync(path, { timeout: lockBudgetMs }));
  const store = new Store(database);
  try {
    store.execute(CONNECTION_PRAGMAS); // the first reads the file
    return store;
  } catch (error) {
    store.abandon(); // on Windows, one that is damaged could not be set aside while anybody has it open
    throw error;
  }
}

/** The `user_version` of the file; 0 for a fresh one. */
export function schemaVersion(store: Store): number {
  return Number(store.first("pragma user_version")?.user_version ?? 0);
}

/** Throws what fails as a `StoreError`. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The time that a reader waits for a program that holds the whole database; it waits for no other. */
const LOCK_BUDGET_MS = 300;

/** Opens an existing database of any version for reading. SQLite may make `-wal` and `-shm` beside it. */
export function openReadOnly(path: string): Store {
  const store = guard(() => new Store(new DatabaseSync(path, { readOnly: true })));
  // The constructor's `timeout` has no effect on a read-only connection (measured: five seconds whatever it says).
  store.execute(`pragma busy_timeout=${LOCK_BUDGET_MS}`);
  return store;
}

/**
 * Opens an existing database of any version that has no write-ahead log, and leaves no file beside it: SQLite makes
 * one for the first reader, and only a connection that may write removes it when it is closed. Nothing is written.
 */
export function openLeavingNothing(path: string): Store {
  const store = guard(() => new Store(new DatabaseSync(path, { timeout: LOCK_BUDGET_MS })));
  try {
    store.execute("pragma query_only=on");
    store.first("select 1 from sqlite_schema limit 1"); // damage, and a folder that cannot be written, show here
    return store;
  } catch (error) {
    store.close();
    if (asStoreError(error).fault === "corrupt") throw error;
    return openReadOnly(path);
  }
}
