import { DatabaseSync } from "node:sqlite";
import { STOP_WORDS } from "../../src/base/words.ts";
import { migrate } from "../../src/store/migrations.ts";
import { search } from "../../src/store/search.ts";
import { indexItems } from "../../src/store/search_index.ts";
import { openAnyVersion, type Store } from "../../src/store/store.ts";
import { type Measured, measureRanking } from "./ranking_measures.ts";

// LoCoMo (https://github.com/snap-research/locomo, CC BY-NC 4.0): conversations of two people over months, with
// questions and the turns that answer them. Read from where it lies; no word of it is part of this project.

interface Turn {
  /** `D3:12` is a turn of the third session. */
  readonly id: string;
  readonly speaker: string;
  /** What was said, and what a picture that came with it shows. */
  readonly text: string;
}

interface Conversation {
  readonly turns: readonly Turn[];
  /** Each with the ids of the turns that answer it. */
  readonly questions: readonly { readonly text: string; readonly evidence: readonly string[] }[];
}

interface RawConversation {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { question: string; category: number; evidence: readonly string[] }[];
}

const ADVERSARIAL = 5; // the category of questions whose answer is not in the conversation

/** The conversations in a file `locomo10.json`, with the questions that can be scored. */
export function readLocomo(path: string): Conversation[] {
  const raw: RawConversation[] = JSON.parse(Deno.readTextFileSync(path));
  return raw.map(({ conversation, qa }) => ({
    turns: Object.keys(conversation).filter((key) => /^session_\d+$/.test(key))
      .sort((a, b) => Number(a.slice("session_".length)) - Number(b.slice("session_".length)))
      .flatMap((key) => conversation[key] as Readonly<Record<string, string>>[])
      .map(({ dia_id: id = "", speaker = "", text, blip_caption = "" }) => ({
        id,
        speaker,
        text: `${text} ${blip_caption}`.trim(),
      })),
    questions: qa.filter(({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0)
      .map(({ question, evidence }) => ({ text: question, evidence: normalised(evidence) })),
  }));
}

/** Nine strings name several turns, or one with a zero or a colon too many. */
function normalised(evidence: readonly string[]): string[] {
  const ids = evidence.flatMap((text) => text.split(/[;\s]+/)).filter((id) => id !== "");
  return [...new Set(ids.map((id) => id.replace(/^D:/, "D").replace(/([D:])0+(?=\d)/g, "$1")))];
}

function sessionOf(turn: string): string {
  return `session-${/^D(\d+)/.exec(turn)?.[1] ?? 0}`;
}

/** How one way of searching did with one question. */
export type Answered = Readonly<Record<"turn" | "session", Measured>>;

interface Searcher extends Disposable {
  /** Ids of turns, and names of sessions, best first. */
  find(question: string): Readonly<Record<"turns" | "sessions", readonly string[]>>;
}

/** Asks every question of its own conversation. */
export function askLocomo(
  conversations: readonly Conversation[],
  SearcherOf: new (turns: readonly Turn[]) => Searcher,
): Answered[] {
  return conversations.flatMap(({ turns, questions }) => {
    using searcher = new SearcherOf(turns);
    return questions.map(({ text, evidence }) => {
      const found = searcher.find(text);
      const session = measureRanking(found.sessions, [...new Set(evidence.map(sessionOf))]);
      return { turn: measureRanking(found.turns, evidence), session };
    });
  });
}

/** What to compare with: FTS5 as it comes, porter stemming, stop words left out, ranked by BM25. */
export class PlainSearch implements Searcher {
  readonly #database = new DatabaseSync(":memory:");

  constructor(turns: readonly Turn[]) {
    const said = turns.map(({ id, speaker, text }) => ({ id, text: `${speaker}: ${text}` }));
    this.#add("turns", said);
    const sessions = Map.groupBy(said, ({ id }) => sessionOf(id));
    this.#add(
      "sessions",
      [...sessions].map(([id, own]) => ({ id, text: own.map(({ text }) => text).join("\n") })),
    );
  }

  #add(unit: string, rows: readonly { readonly id: string; readonly text: string }[]): void {
    const columns = "id unindexed, text, tokenize = 'porter unicode61'";
    this.#database.exec(`create virtual table ${unit} using fts5 (${columns})`);
    const insert = this.#database.prepare(`insert into ${unit} (id, text) values (?, ?)`);
    for (const { id, text } of rows) insert.run(id, text);
  }

  find(question: string) {
    const words = (question.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word));
    const match = words.map((word) => `"${word}"`).join(" OR ");
    const among = (unit: string) =>
      words.length === 0
        ? []
        : this.#database.prepare(`select id from ${unit} where ${unit} match ? order by rank limit 50`)
          .all(match).map(({ id }) => String(id));
    return { turns: among("turns"), sessions: among("sessions") };
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

const NOW = new Date("2026-06-01T00:00:00Z");
/** Turns that are asked for: enough for five sessions. */
const LIMIT = 100;
const PROJECT = "/conversation";

/** A conversation in a real database of its own: its turns are steps of sessions, its speakers the agents. */
export class MnemeSearch implements Searcher {
  readonly #folder = Deno.makeTempDirSync({ prefix: "mneme-said-" });
  readonly #store: Store = openAnyVersion(`${this.#folder}/memory.db`);
  /** The turn of each observation, by row. */
  readonly #turns = new Map<number, string>();

  constructor(turns: readonly Turn[]) {
    migrate(this.#store);
    this.#store.transaction(() => turns.forEach((turn) => this.#load(turn)));
    indexItems(this.#store, "observation", [...this.#turns.keys()]);
  }

  #load({ id, speaker, text }: Turn): void {
    const session = sessionOf(id);
    const at = new Date(Date.UTC(2026, 0, Number(session.slice("session-".length)))).toISOString();
    const insert = (into: string, ...values: (string | number)[]) =>
      this.#store.first<{ row: number }>(
        `insert or ignore into ${into} values (${values.map(() => "?").join(", ")}) returning rowid as row`,
        ...values,
      )?.row ?? 0;
    insert("sessions (session_id, project, started_at)", session, PROJECT, at);
    const columns = "(session_id, agent_type, tool_name, priority, created_at, payload)";
    const capture = insert(`pending_queue ${columns}`, session, speaker, "say", "normal", at, "{}");
    const row = insert("observations (session_id, text, created_at, capture_id)", session, text, at, capture);
    this.#turns.set(row, id);
  }

  /** The sessions are those of the turns that were found, in their order. */
  find(text: string) {
    const asked = { text, project: PROJECT, kinds: ["observation"], limit: LIMIT, now: NOW } as const;
    const turns = search(this.#store, asked).map(({ ref }) => this.#turns.get(ref) ?? "");
    return { turns, sessions: [...new Set(turns.map(sessionOf))] };
  }

  [Symbol.dispose](): void {
    this.#store.close();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
