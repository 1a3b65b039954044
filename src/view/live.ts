import { orUndefined } from "../base/or_undefined.ts";
import { fileIdentity } from "../machine/set_aside.ts";
import { openReadOnly, type Store } from "../store/store.ts";

/** The milliseconds between two checks of the database's version. A check reads no file. */
const LOOK_MS = 250;
/** The milliseconds between two comments on a stream. Without them, proxies and browsers would close a silent connection. */
const BEAT_MS = 15_000;

const ENCODER = new TextEncoder();

/** Notifies every open page of changes in the database and in the list of actions, by server-sent events. */
export class Live {
  readonly #database: string;
  readonly #pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #store: Store | undefined;
  #version: unknown;
  #file: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(database: string) {
    this.#database = database;
  }

  get isWatched(): boolean {
    return this.#pages.size > 0;
  }

  /** Returns the event stream of a page, which stays open until the page closes it. */
  open(): ReadableStream<Uint8Array> {
    let own: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start: (page) => {
        own = page;
        this.#pages.add(page);
        page.enqueue(ENCODER.encode("retry: 1000\n\n"));
        this.#begin();
      },
      cancel: () => this.#leave(own),
    });
  }

  notify(what: "changed" | "actions"): void {
    this.#send(`event: ${what}\ndata: {}\n\n`);
  }

  close(): void {
    this.#forgetStore();
    for (const page of this.#pages) this.#leave(page);
  }

  #begin(): void {
    if (this.#timer !== undefined) return;
    this.#look();
    this.#timer = setInterval(() => this.#look() && this.notify("changed"), LOOK_MS);
    this.#beat = setInterval(() => this.#send(": still here\n\n"), BEAT_MS);
  }

  #leave(page: ReadableStreamDefaultController<Uint8Array>): void {
    this.#pages.delete(page);
    orUndefined(() => page.close()); // fails if the page has closed it
    if (this.#pages.size > 0) return;
    clearInterval(this.#timer);
    clearInterval(this.#beat);
    this.#timer = undefined;
  }

  /** Returns true if the database has changed since the last call, or is another file now. */
  #look(): boolean {
    const file = fileIdentity(this.#database);
    const before = `${this.#file} ${this.#version}`;
    if (file !== this.#file) this.#forgetStore();
    this.#file = file;
    try {
      this.#store ??= file === undefined ? undefined : openReadOnly(this.#database);
      this.#version = this.#store?.value<number>("pragma data_version");
    } catch {
      this.#forgetStore(); // the database is being created, moved or repaired; the next call sees it
    }
    return before !== `${this.#file} ${this.#version}`;
  }

  #forgetStore(): void {
    orUndefined(() => this.#store?.close()); // fails if the file is gone
    this.#store = undefined;
    this.#version = undefined;
  }

  #send(text: string): void {
    for (const page of this.#pages) {
      try {
        page.enqueue(ENCODER.encode(text));
      } catch {
        this.#leave(page);
      }
    }
  }
}
