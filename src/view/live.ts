// Tells open pages whether there is something new, so that they ask for their data again.
import { orUndefined } from "../base/or_undefined.ts";
import { fileIdentity } from "../machine/set_aside.ts";
import { openReadOnly, type Store } from "../store/store.ts";

/** Computes a short text that changes with the stored data. Pages ask for it often, so it reads no table. */
export class Live {
  readonly #database: string;
  #store: Store | undefined;
  #file: string | undefined;
  /** Starts with the time, so that a restarted server returns no earlier edition. */
  #noted = Date.now();

  constructor(database: string) {
    this.#database = database;
  }

  /** Notes a change outside of the database, such as doubts that were found. */
  note(): void {
    this.#noted++;
  }

  /** Returns a text that changes with the database, its file and each `note`; with the file alone if opening fails. */
  edition(): string {
    const file = fileIdentity(this.#database);
    if (file !== this.#file) this.close();
    this.#file = file;
    try {
      this.#store ??= file === undefined ? undefined : openReadOnly(this.#database);
      return `${file} ${this.#store?.value<number>("pragma data_version")} ${this.#noted}`;
    } catch {
      this.close(); // the database is being created, moved or repaired
      return String(file);
    }
  }

  close(): void {
    orUndefined(() => this.#store?.close()); // fails if the file is gone
    this.#store = undefined;
    this.note(); // another connection may start with the same version although the database has changed
  }
}
