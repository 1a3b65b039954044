import { summarizeSession } from "../core/session_summary.ts";
import { sessionTitle } from "../core/session_title.ts";
import type { SourceRow } from "./memory_sources.ts";
import { indexItems } from "./search/index_items.ts";
import { sessionFacts } from "./session_facts.ts";
import type { Store } from "./store.ts";

/** A session that something was taken out of. */
interface Shortened {
  readonly id: number;
  readonly sessionId: string;
  readonly project: string;
}

/**
 * Gives the sessions of these rows, and the one that is named, a title and a summary of what is left, as those that
 * they had may say in other words what was cleared. After the rows were cleared, in the same transaction.
 */
export function retellSessions(store: Store, rows: readonly SourceRow[], sessionId: string | null): void {
  const ids = (table: string) =>
    JSON.stringify(rows.filter((row) => row.table === table).map(({ id }) => id));
  const shortened = store.all<Shortened>(
    `select id, session_id as sessionId, project from sessions
     where id in (select value from json_each(?1)) or summary is not null and (session_id = ?2 or session_id in (
       select session_id from prompts where id in (select value from json_each(?3))
       union select session_id from pending_queue where id in (select value from json_each(?4))
       union select session_id from observations where id in (select value from json_each(?5))))`,
    ids("sessions"),
    sessionId,
    ids("prompts"),
    ids("pending_queue"),
    ids("observations"),
  );
  for (const session of shortened) retell(store, session);
}

function retell(store: Store, session: Shortened): void {
  const facts = sessionFacts(store, session);
  store.run(
    "update sessions set title = coalesce(title, ?), summary = ? where id = ?",
    sessionTitle(facts) ?? null,
    summarizeSession(facts) ?? null,
    session.id,
  );
  indexItems(store, "session", [session.id]);
}
