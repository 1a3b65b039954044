import { infoOf } from "../machine/files.ts";
import { openReadOnly, type Store } from "../store/store.ts";

/** The pause between two looks at the database's version, while somebody watches: it answers from memory. */
const LOOK_MS = 250;
/** Proxies and browsers drop a connection on which nothing comes. */
const BEAT_MS = 15_000;

const ENCODER = new TextEncoder();

/** Tells every open page that something has changed, in the database or by what the page itself does. */
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

  /** The stream of one page, open until it goes away. */
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

  tell(what: "changed" | "deeds"): void {
    this.#send(`event: ${what}\ndata: {}\n\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    clearInterval(this.#beat);
    this.#timer = undefined;
    this.#forgetStore();
    for (const page of this.#pages) this.#leave(page);
  }

  #begin(): void {
    if (this.#timer !== undefined) return;
    this.#look();
    this.#timer = setInterval(() => this.#look() && this.tell("changed"), LOOK_MS);
    this.#beat = setInterval(() => this.#send(": still here\n\n"), BEAT_MS);
  }

  #leave(page: ReadableStreamDefaultController<Uint8Array>): void {
    this.#pages.delete(page);
    try {
      page.close();
    } catch {
      // it has gone by itself
    }
    if (this.#pages.size > 0) return;
    clearInterval(this.#timer);
    clearInterval(this.#beat);
    this.#timer = undefined;
  }

  /** Tells whether anything is new; another file in the database's place is. */
  #look(): boolean {
    const file = fileIdentity(this.#database);
    const before = `${this.#file} ${this.#version}`;
    if (file !== this.#file) this.#forgetStore();
    this.#file = file;
    try {
      this.#store ??= file === undefined ? undefined : openReadOnly(this.#database);
      this.#version = this.#store?.value<number>("pragma data_version");
    } catch {
      this.#forgetStore(); // it is being made, moved or mended; the next look sees it
    }
    return before !== `${this.#file} ${this.#version}`;
  }

  #forgetStore(): void {
    try {
      this.#store?.close();
    } catch {
      // the file under it has gone
    }
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

function fileIdentity(path: string): string | undefined {
  const info = infoOf(path);
  return info === undefined ? undefined : `${info.dev}.${info.ino}`;
}
