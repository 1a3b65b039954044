import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { CheckpointMode } from "../core/settings.ts";
import { SCHEMA_VERSION } from "./schema_version.ts";
import { asStoreError, StoreError } from "./store_error.ts";

/** A value that SQLite takes and gives in a STRICT table without blobs. */
export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** How long a hook's statement may wait for another writer. Timers do not fire meanwhile, so it is short. */
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
  execute(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Runs one statement; returns how many rows it changed. */
  run(sql: string, ...values: (SqlValue | Uint8Array)[]): number {
    try {
      return Number(this.#prepare(sql).run(...values.map(whole)).changes);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** The first row, or `undefined`. */
  first<T = Row>(sql: string, ...values: SqlValue[]): T | undefined {
    try {
      return this.#prepare(sql).get(...values.map(whole)) as T | undefined;
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** All rows; the query bounds them. */
  all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    return guard(() => this.#prepare(sql).all(...values.map(whole)) as T[]);
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

  [Symbol.dispose](): void {
    this.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #rollBack(): void {
    try {
      this.#database.exec("rollback");
    } catch {
      // SQLite has already rolled back on a full disk or an I/O error; the first error is the one to report.
    }
  }
}

/** `node:sqlite` reads a text up to its first NUL alone, so that the rest would be kept and never seen again. */
function whole<T>(value: T): T | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
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
  store.execute(CONNECTION_PRAGMAS); // the first reads the file
  return store;
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
