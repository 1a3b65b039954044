// The files that were replayed, and the rows that another session has already. For `mneme replay`.

import { hashText } from "../base/hash.ts";
import { SAME_MOMENT_MS } from "./answers.ts";
import { FORGOTTEN } from "./columns.ts";
import { replaceEvent } from "./event_log.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The state of a file when it was replayed to its end. */
interface FileProgress {
  readonly size: number;
  readonly mtimeMs: number;
  /** The time before which rows were left out; `null` if none were. */
  readonly since: string | null;
  readonly hasCandidates: boolean;
}

/** The event of a replayed file, kept in the database that it filled. In place of a session it has the path. */
const REPLAYED_FILE = "history.file";

/** Returns the state in which this file was replayed; `undefined` if it never was to its end. */
export function replayedFile(store: Store, path: string): FileProgress | undefined {
  const row = store.value<string>(sql`
    select data from event_log where session_id = ${nameOf(path)} and event = ${REPLAYED_FILE}
    and subject is not null limit 1`);
  return row === undefined ? undefined : JSON.parse(row) as FileProgress;
}

/** Notes that a file was replayed to its end. In the caller's transaction. */
export function noteReplayed(store: Store, path: string, progress: FileProgress): void {
  const at = new Date(progress.mtimeMs).toISOString();
  replaceEvent(store, { sessionId: nameOf(path), event: REPLAYED_FILE, subject: path, data: progress, at });
}

function nameOf(path: string): string {
  return `history ${path}`;
}

/** The place of a row: in a session, at a moment in milliseconds since the epoch. */
interface RowPlace {
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Knows which session has a call or prompt. The transcript of a forked or resumed session begins with copies of another
 * session's rows. Times are compared, too, because some models number the calls of each session from the start.
 */
export class KnownRows {
  readonly #store: Store;
  /** Sessions by the ids of their calls. The times of calls are looked up one by one, because captures hold megabytes. */
  readonly #captured: ReadonlyMap<string, readonly { readonly sessionId: string }[]>;
  /** The places that were looked up or seen, by the ids of calls and rows. */
  readonly #seen = new Map<string, RowPlace[]>();
  readonly #prompts: ReadonlyMap<string, readonly RowPlace[]>;

  constructor(store: Store) {
    this.#store = store;
    const calls = store.all<{ id: string; sessionId: string }>( // an index alone answers this query
      "select tool_use_id as id, session_id as sessionId from pending_queue where tool_use_id is not null",
    );
    this.#captured = Map.groupBy(calls, ({ id }) => id);
    const prompts = store.all<{ text: string; sessionId: string; at: string }>(
      "select text, session_id as sessionId, created_at as at from prompts",
    );
    const places = prompts.map(({ text, sessionId, at }) => ({
      key: hashText(text),
      sessionId,
      at: Date.parse(at),
    }));
    this.#prompts = Map.groupBy(places, ({ key }) => key);
  }

  /** Returns true if only other sessions have this id at this time; otherwise notes it as one of this session. */
  isOfOther(id: string, place: RowPlace): boolean {
    if (id === "") return false;
    const seen = this.#seen.getOrInsertComputed(id, () => this.#capturesOf(id));
    const isOther = isOnlyOfOther(seen, place);
    if (!isOther) seen.push(place);
    return isOther;
  }

  /** Returns true if another session has this prompt at that time; a forgotten one is known by its time alone. */
  isPromptOfOther(text: string, place: RowPlace): boolean {
    const places = [text, FORGOTTEN].flatMap((said) => this.#prompts.get(hashText(said)) ?? []);
    return isOnlyOfOther(places, place);
  }

  #capturesOf(id: string): RowPlace[] {
    return (this.#captured.get(id) ?? []).map(({ sessionId }) => {
      const at = this.#store.value<string>(sql`
        select created_at from pending_queue where session_id = ${sessionId} and tool_use_id = ${id}`);
      return { sessionId, at: Date.parse(at ?? "") };
    });
  }
}

/** Returns true if there is a row at this time, and only in other sessions. */
function isOnlyOfOther(places: readonly RowPlace[], { sessionId, at }: RowPlace): boolean {
  const same = places.filter((one) => Math.abs(one.at - at) <= SAME_MOMENT_MS);
  return same.length > 0 && !same.some((one) => one.sessionId === sessionId);
}
