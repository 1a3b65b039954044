import { orUndefined } from "../base/or_undefined.ts";
import { fileIdentity } from "../machine/set_aside.ts";
import { openReadOnly, type Store } from "../store/store.ts";

/** Tells open pages whether there is anything new to show. A page asks several times a second; that reads no file. */
export class Live {
  readonly #database: string;
  #store: Store | undefined;
  #file: string | undefined;
  /** Begins with the time, so that a server that was started again does not repeat an edition. */
  #noted = Date.now();

  constructor(database: string) {
    this.#database = database;
  }

  /** Notes a change of something that is not in the database, such as a pause. */
  note(): void {
    this.#noted++;
  }

  /** Returns a text that changes after `note`, when the database has changed, and when it is another file. */
  edition(): string {
    const file = fileIdentity(this.#database);
    if (file !== this.#file) this.close();
    this.#file = file;
    try {
      this.#store ??= file === undefined ? undefined : openReadOnly(this.#database);
      return `${file} ${this.#store?.value<number>("pragma data_version")} ${this.#noted}`;
    } catch {
      this.close(); // the database is being created, moved or repaired; the next call sees it
      return String(file);
    }
  }

  close(): void {
    orUndefined(() => this.#store?.close()); // fails if the file is gone
    this.#store = undefined;
    this.note(); // the version of another connection may be the same although the database has changed
  }
}
