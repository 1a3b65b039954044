// Writes what a replay finds in short transactions, and counts it.
import type { SessionKey } from "../../base/writes.ts";
import { keepReplayedSession, noteImport } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import type { LeftOut } from "./places.ts";

/** Writing so much takes a tenth of the time that a hook waits for the write lock. */
const MAX_BYTES = 512 * 1024;
const MAX_RECORDS = 100;

export type RecordBatch = ReturnType<typeof recordBatch>;

export function recordBatch(store: Store, tally: Tally) {
  const entries: { session: SessionKey; at: string; keep: () => boolean }[] = [];
  let size = 0;
  const batch = {
    unattended: new Set<string>(),
    hasAdded: false,
    /** `keep` writes the record, in a later transaction; it returns false if the record was stored before. */
    add(session: SessionKey, at: string, bytes: number, keep: () => boolean) {
      entries.push({ session, at, keep });
      size += bytes;
      if (size >= MAX_BYTES || entries.length >= MAX_RECORDS) batch.flush();
    },
    /** Calls `further` in the same transaction. */
    flush(further?: () => void) {
      const records = entries.splice(0);
      size = 0;
      if (records.length === 0 && further === undefined) return;
      store.transaction(() => {
        const spans = Map.groupBy(records, ({ session }) => session);
        for (const [session, own] of spans) {
          const times = own.map(({ at }) => at).sort();
          const isUnattended = batch.unattended.has(session.sessionId);
          if (keepReplayedSession(store, session, [times[0]!, times.at(-1)!], isUnattended)) tally.sessions++;
        }
        if (records.filter(({ keep }) => keep()).length > 0) {
          batch.hasAdded = true;
          noteImport(store, [...spans.keys()], new Date().toISOString());
        }
        further?.();
      });
    },
  };
  return batch;
}

/** `--json` prints these counts. Only new rows count. */
export type Tally = ReturnType<typeof newTally>;

export type Counts<K extends string = string> = { [name in K]?: number };

export function newTally() {
  return {
    /** `unchanged`: since the last replay; `foreign`: without a row of a conversation. */
    files: { replayed: 0, unchanged: 0, foreign: 0, unreadable: 0 },
    bytes: 0,
    sessions: 0,
    prompts: 0,
    captures: 0,
    /** Memories saved again, as a damaged database had lost them. */
    memories: 0,
    outcomes: {} as Counts,
    candidates: {} as Counts,
    /** Sessions of which nothing is stored, by reason. */
    left_out: {} as Counts<LeftOut>,
    /** Lines that are torn, or of another format. */
    bad_lines: 0,
  };
}

export function countIn<K extends string>(counts: Counts<K>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
