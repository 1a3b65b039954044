import { DatabaseSync } from "node:sqlite";
import { STOP_WORDS } from "../../src/base/words.ts";
import { search } from "../../src/store/search.ts";
import { ConversationStore, sessionName } from "./conversation_store.ts";
import { type Measured, measureRanking } from "./ranking_measures.ts";

// LoCoMo (https://github.com/snap-research/locomo, CC BY-NC 4.0): conversations of two people over months, with
// questions and the turns that answer them. Read from where it lies; no word of it is part of this project.

interface Turn {
  readonly id: string;
  readonly speaker: string;
  /** What was said, and what a picture that came with it shows. */
  readonly text: string;
}

interface Session {
  readonly number: number;
  readonly turns: readonly Turn[];
}

interface Question {
  readonly text: string;
  /** 1 multi-hop, 2 temporal, 3 inference, 4 single-hop. */
  readonly category: number;
  /** Ids of turns, normalised. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly name: string;
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
}

interface RawTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface RawConversation {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { question: string; category: number; evidence: readonly string[] }[];
}

/** The category of questions whose answer is not in the conversation. */
const ADVERSARIAL = 5;

/** The conversations in a file `locomo10.json`, with the questions that can be scored. */
export function readLocomo(path: string): Conversation[] {
  const raw = JSON.parse(Deno.readTextFileSync(path)) as RawConversation[];
  return raw.map(({ sample_id, conversation, qa }) => ({
    name: sample_id,
    sessions: sessionsOf(conversation),
    questions: qa.filter(({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0)
      .map(({ question, category, evidence }) => ({
        text: question,
        category,
        evidence: normalised(evidence),
      })),
  }));
}

function sessionsOf(conversation: Readonly<Record<string, unknown>>): Session[] {
  return Object.keys(conversation).filter((key) => /^session_\d+$/.test(key)).map((key) => ({
    number: Number(key.slice("session_".length)),
    turns: (conversation[key] as RawTurn[]).map((turn) => ({
      id: turn.dia_id,
      speaker: turn.speaker,
      text: [turn.text, turn.blip_caption ?? ""].join(" ").trim(),
    })),
  })).sort((a, b) => a.number - b.number);
}

/** Nine strings name several turns, or one with a zero or a colon too many. */
function normalised(evidence: readonly string[]): string[] {
  const ids = evidence.flatMap((text) => text.split(/[;\s]+/)).filter((id) => id !== "");
  return [...new Set(ids.map((id) => id.replace(/^D:/, "D").replace(/([D:])0+(?=\d)/g, "$1")))];
}

/** What to compare with: FTS5 as it comes, porter stemming, stop words left out, ranked by BM25. */
class PlainSearch implements Disposable {
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

  #add(unit: string, id: string, text: string): void {
    this.#database.prepare(`insert into ${unit} (id, text) values (?, ?)`).run(id, text);
  }

  /** Ids of turns or names of sessions, best first. */
  find(unit: "turns" | "sessions", question: string): string[] {
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

const NOW = new Date("2026-06-01T00:00:00Z");
/** Turns that are asked for: enough for five sessions. */
const LIMIT = 100;

/** How one way of searching did with one question. */
export interface Answered {
  readonly conversation: string;
  readonly category: number;
  readonly turn: Measured;
  readonly session: Measured;
}

/** Asks every question of its own conversation, of the product and of plain FTS5. */
export function runLocomo(conversations: readonly Conversation[]): { mneme: Answered[]; plain: Answered[] } {
  const mneme: Answered[] = [];
  const plain: Answered[] = [];
  for (const conversation of conversations) {
    using loaded = new ConversationStore(conversation);
    using other = new PlainSearch(conversation);
    mneme.push(...answers(conversation, (text) => turnsFound(loaded, text), sessionsOfTurns));
    plain.push(
      ...answers(
        conversation,
        (text) => other.find("turns", text),
        (_, text) => other.find("sessions", text),
      ),
    );
  }
  return { mneme, plain };
}

function answers(
  { name, questions }: Conversation,
  turnsFor: (question: string) => string[],
  sessionsFor: (turns: readonly string[], question: string) => string[],
): Answered[] {
  return questions.map(({ text, category, evidence }) => {
    const turns = turnsFor(text);
    const sessions = sessionsFor(turns, text);
    return {
      conversation: name,
      category,
      turn: measureRanking(turns, evidence),
      session: measureRanking(sessions, [...new Set(evidence.map(sessionOf))]),
    };
  });
}

function turnsFound(loaded: ConversationStore, text: string): string[] {
  const { store, project, turns } = loaded;
  return search(store, { text, project, kinds: ["observation"], limit: LIMIT, now: NOW })
    .map(({ ref }) => turns.get(ref) ?? "");
}

/** The sessions of the turns that were found, in their order. */
function sessionsOfTurns(turns: readonly string[]): string[] {
  return [...new Set(turns.map(sessionOf))];
}

/** `D3:12` is a turn of the third session. */
function sessionOf(turn: string): string {
  return sessionName(Number(/^D(\d+)/.exec(turn)?.[1] ?? 0));
}
