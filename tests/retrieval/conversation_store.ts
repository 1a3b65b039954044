import { openAnyVersion, type Store } from "../../src/store/store.ts";
import { migrate } from "../../src/store/migrate.ts";
import { indexItems } from "../../src/store/search_index.ts";
import type { Conversation } from "./locomo.ts";

/** A conversation in a real database of its own: its turns are steps of sessions, its speakers the agents. */
export class ConversationStore implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "mneme-said-" });
  readonly store: Store = openAnyVersion(`${this.#folder}/memory.db`);
  readonly project: string;
  /** The turn of each observation and the number of each session, by row. */
  readonly turns = new Map<number, string>();

  constructor(conversation: Conversation) {
    this.project = `/${conversation.name}`;
    migrate(this.store);
    this.store.transaction(() => this.#load(conversation));
    indexItems(this.store, "observation", [...this.turns.keys()]);
  }

  #load({ sessions }: Conversation): void {
    for (const { number, turns } of sessions) {
      const at = new Date(Date.UTC(2026, 0, number)).toISOString();
      this.store.run(
        "insert into sessions (session_id, project, started_at) values (?, ?, ?)",
        sessionName(number),
        this.project,
        at,
      );
      for (const { id, speaker, text } of turns) {
        const capture = this.store.first<{ id: number }>(
          `insert into pending_queue (session_id, agent_type, tool_name, priority, created_at, payload)
           values (?, ?, 'say', 'normal', ?, '{}') returning id`,
          sessionName(number),
          speaker,
          at,
        );
        const row = this.store.first<{ id: number }>(
          "insert into observations (session_id, text, created_at, capture_id) values (?, ?, ?, ?) returning id",
          sessionName(number),
          text,
          at,
          capture?.id ?? null,
        );
        this.turns.set(row?.id ?? 0, id);
      }
    }
  }

  [Symbol.dispose](): void {
    this.store.close();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** The id of the session of this number. */
export function sessionName(number: number): string {
  return `session-${number}`;
}
