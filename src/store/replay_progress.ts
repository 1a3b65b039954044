import { hashText } from "../base/hash.ts";
import { emptyStore } from "./migrate.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** How a file was when it was replayed to its end. */
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

/** How this file was replayed; `undefined` where it never was, to its end. */
export function replayedFile(store: Store, path: string): FileProgress | undefined {
  const row = store.value<string>(sql`
    select data from event_log where session_id = ${nameOf(path)} and event = ${REPLAYED_FILE}
    and subject is not null limit 1`);
  return row === undefined ? undefined : JSON.parse(row) as FileProgress;
}

/** Notes that a file was replayed to its end. In the caller's transaction. */
export function noteReplayed(store: Store, path: string, progress: FileProgress): void {
  const name = nameOf(path);
  store.run(sql`
    delete from event_log where session_id = ${name} and event = ${REPLAYED_FILE} and subject is not null`);
  store.run(sql`
    insert into event_log (session_id, event, subject, data, created_at)
    values (${name}, ${REPLAYED_FILE}, ${path}, ${JSON.stringify(progress)},
    ${new Date(progress.mtimeMs).toISOString()})`);
}

function nameOf(path: string): string {
  return `history ${path}`;
}

/** A hook notes a prompt this close to the client. */
const SAME_PROMPT_MS = 5000;

interface PromptPlace {
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Which session a call or a prompt belongs to. The file of a session that was forked off another, or resumed by an
 * old client, begins with the other's rows under its own name: they are not done twice.
 */
export class KnownRows {
  /** By the ids of calls and of rows. */
  readonly #owners = new Map<string, string>();
  readonly #prompts = new Map<string, PromptPlace[]>();

  constructor(store: Store) {
    const rows = store.all<{ id: string; sessionId: string }>(CALLS);
    for (const { id, sessionId } of rows) this.#owners.set(id, sessionId);
    const prompts = store.all<{ text: string; sessionId: string; at: string }>(PROMPTS);
    for (const [key, same] of Map.groupBy(prompts, ({ text }) => hashText(text))) {
      this.#prompts.set(key, same.map(({ sessionId, at }) => ({ sessionId, at: Date.parse(at) })));
    }
  }

  /** Tells whether the call or row of this id is another session's; if it is nobody's, it is this one's from now on. */
  isOfOther(id: string, sessionId: string): boolean {
    if (id === "") return false;
    const owner = this.#owners.get(id);
    if (owner === undefined) this.#owners.set(id, sessionId);
    return owner !== undefined && owner !== sessionId;
  }

  /** Tells whether another session has this prompt of that moment. */
  isPromptOfOther(prompt: { readonly text: string; readonly at: number }, sessionId: string): boolean {
    if (this.#prompts.size === 0) return false;
    const places =
      this.#prompts.get(hashText(prompt.text))?.filter(({ at }) =>
        Math.abs(at - prompt.at) <= SAME_PROMPT_MS
      ) ?? [];
    return places.length > 0 && !places.some((place) => place.sessionId === sessionId);
  }
}

/** From the index alone: the rows themselves hold megabytes. */
const CALLS =
  "select tool_use_id as id, session_id as sessionId from pending_queue where tool_use_id is not null";
const PROMPTS = "select text, session_id as sessionId, created_at as at from prompts";

/** What decides whether something is new, by table; payloads and what has grown large elsewhere stay behind. */
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
