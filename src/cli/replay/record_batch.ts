import type { SessionKey } from "../../base/writes.ts";
import { keepReplayedSession, noteImport } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import type { Tally } from "./tally.ts";

/** The most bytes of a transaction. Writing them takes a tenth of the 45 ms that a hook waits for the write lock. */
const MAX_BYTES = 512 * 1024;
const MAX_RECORDS = 100;

interface Entry {
  readonly session: SessionKey;
  readonly at: string;
  /** Writes the record, in a transaction of the caller. Returns false if it was stored before. */
  readonly keep: () => boolean;
}

/** Collects the records of a file and writes them in short transactions, so that hooks get the write lock in time. */
export class RecordBatch {
  /** The ids of sessions that scripts have started. */
  readonly unattended = new Set<string>();
  hasAdded = false;
  readonly #store: Store;
  readonly #tally: Tally;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(store: Store, tally: Tally) {
    this.#store = store;
    this.#tally = tally;
  }

  add(session: SessionKey, at: string, bytes: number, keep: Entry["keep"]): void {
    this.#entries.push({ session, at, keep });
    this.#bytes += bytes;
    if (this.#bytes >= MAX_BYTES || this.#entries.length >= MAX_RECORDS) this.flush();
  }

  /** Writes the collected records, and calls `further` in the same transaction. */
  flush(further?: () => void): void {
    const entries = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    if (entries.length === 0 && further === undefined) return;
    this.#store.transaction(() => {
      const spans = Map.groupBy(entries, ({ session }) => session);
      for (const [session, own] of spans) {
        const times = own.map(({ at }) => at).sort();
        const span = [times[0]!, times.at(-1)!] as const;
        const isUnattended = this.unattended.has(session.sessionId);
        if (keepReplayedSession(this.#store, session, span, isUnattended)) this.#tally.sessions++;
      }
      if (entries.filter(({ keep }) => keep()).length > 0) {
        this.hasAdded = true;
        noteImport(this.#store, [...spans.keys()], new Date().toISOString());
      }
      further?.();
    });
  }
}
