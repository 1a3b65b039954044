import { hashText } from "../base/hash.ts";
import { replaceEvent } from "./event_log.ts";
import { emptyStore } from "./migrate.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The state of a file when it was replayed to its end. */
export interface FileProgress {
  readonly size: number;
  readonly mtimeMs: number;
  /** Rows before this moment were left out; `null`: none. */
  readonly since: string | null;
  readonly hasCandidates: boolean;
}

/**
 * In the database and not beside it: a database that is restored or begun afresh then knows by itself what it lacks.
 * Each file has a name that no session has, by which the index over events finds it however many there are.
 */
const REPLAYED_FILE = "history.file";

/** Returns the state in which this file was replayed; `undefined` where it never was, to its end. */
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

/** A hook notes a prompt or a call this close to the client. */
const SAME_MOMENT_MS = 5000;

/** The place of a row: in a session, at a moment in milliseconds since the epoch. */
interface RowPlace {
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Knows the session that a call or a prompt belongs to. The file of a session that was forked off another, or resumed
 * by an old client, begins with the other's rows under its own name, each with its moment: they are not done twice. An
 * id alone says nothing, as some models count their calls in each session from the start.
 */
export class KnownRows {
  readonly #store: Store;
  /** The sessions with captures, by the ids of their calls; the captures hold megabytes and are looked up one by one. */
  readonly #captured: ReadonlyMap<string, readonly { readonly sessionId: string }[]>;
  /** By the ids of calls and of rows. */
  readonly #seen = new Map<string, RowPlace[]>();
  readonly #prompts = new Map<string, RowPlace[]>();

  constructor(store: Store) {
    this.#store = store;
    this.#captured = Map.groupBy(store.all<{ id: string; sessionId: string }>(CALLS), ({ id }) => id);
    const prompts = store.all<{ text: string; sessionId: string; at: string }>(PROMPTS);
    for (const [key, same] of Map.groupBy(prompts, ({ text }) => hashText(text))) {
      this.#prompts.set(key, same.map(({ sessionId, at }) => ({ sessionId, at: Date.parse(at) })));
    }
  }

  /** Tells whether the call or row of this id and moment is another session's; if it is nobody's, it is this one's. */
  isOfOther(id: string, place: RowPlace): boolean {
    if (id === "") return false;
    const seen = this.#seen.get(id) ?? this.#capturesOf(id);
    this.#seen.set(id, seen);
    const isOther = isOnlyOfOther(seen, place);
    if (!isOther) seen.push(place);
    return isOther;
  }

  /** Tells whether another session has this prompt of that moment. */
  isPromptOfOther(text: string, place: RowPlace): boolean {
    return this.#prompts.size > 0 && isOnlyOfOther(this.#prompts.get(hashText(text)) ?? [], place);
  }

  #capturesOf(id: string): RowPlace[] {
    return (this.#captured.get(id) ?? []).map(({ sessionId }) => {
      const at = this.#store.value<string>(sql`
        select created_at from pending_queue where session_id = ${sessionId} and tool_use_id = ${id}`);
      return { sessionId, at: Date.parse(at ?? "") };
    });
  }
}

/** Tells whether the row is there at this moment, and in other sessions alone. */
function isOnlyOfOther(places: readonly RowPlace[], { sessionId, at }: RowPlace): boolean {
  const same = places.filter((one) => Math.abs(one.at - at) <= SAME_MOMENT_MS);
  return same.length > 0 && !same.some((one) => one.sessionId === sessionId);
}

/** From the index alone. */
const CALLS =
  "select tool_use_id as id, session_id as sessionId from pending_queue where tool_use_id is not null";
const PROMPTS = "select text, session_id as sessionId, created_at as at from prompts";

/** The columns that decide whether something is new, by table; payloads and large columns stay behind. */
const COPIED: Readonly<Record<string, string>> = {
  sessions: "* from sessions",
  prompts: "* from prompts",
  pending_queue: `id, session_id, tool_use_id, tool_name, priority, status, files_touched, outcome,
    created_at, '{}' as payload from pending_queue`,
  asks: "* from asks",
  memories: "* from memories",
  forgotten_memories: "* from forgotten_memories",
  event_log: `* from event_log
    where event like 'history.%' or (event = 'hook.user_prompt_submit' and subject is not null)`,
};

/** A database in memory that knows what `kept` knows, in which a replay shows what it would do. */
export function previewStore(kept: Store): Store {
  const store = emptyStore();
  store.transaction(() => {
    for (const [table, copied] of Object.entries(COPIED)) {
      for (const row of kept.all(`select ${copied}`)) {
        const [names, values] = [Object.keys(row), Object.values(row)];
        const places = values.map(() => "?").join(", ");
        store.run(`insert into ${table} (${names.join(", ")}) values (${places})`, ...values);
      }
    }
  });
  return store;
}
