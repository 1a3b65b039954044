import { DatabaseSync } from "node:sqlite";
import { STOP_WORDS } from "../../src/base/words.ts";
import type { Conversation } from "./locomo_data.ts";
import { sessionName } from "./conversation_store.ts";

/** What to compare with: FTS5 as it comes, porter stemming, stop words left out, ranked by BM25. */
export class PlainSearch implements Disposable {
  readonly #database = new DatabaseSync(":memory:");

  constructor({ sessions }: Conversation) {
    for (const unit of ["turns", "sessions"]) {
      this.#database.exec(
        `create virtual table ${unit} using fts5 (id unindexed, text, tokenize = 'porter unicode61')`,
      );
    }
    for (const { number, turns } of sessions) {
      const texts = turns.map(({ speaker, text }) => `${speaker}: ${text}`);
      turns.forEach(({ id }, i) => this.#add("turns", id, texts[i] ?? ""));
      this.#add("sessions", sessionName(number), texts.join("\n"));
    }
  }

  /** Ids of turns, best first. */
  turns(question: string): string[] {
    return this.#find("turns", question);
  }

  /** Names of sessions, best first. */
  sessions(question: string): string[] {
    return this.#find("sessions", question);
  }

  #add(unit: string, id: string, text: string): void {
    this.#database.prepare(`insert into ${unit} (id, text) values (?, ?)`).run(id, text);
  }

  #find(unit: string, question: string): string[] {
    const words = (question.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word));
    if (words.length === 0) return [];
    const match = words.map((word) => `"${word}"`).join(" OR ");
    return this.#database.prepare(`select id from ${unit} where ${unit} match ? order by rank limit 50`)
      .all(match).map(({ id }) => String(id));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
