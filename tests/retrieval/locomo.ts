import { search } from "../../src/store/search.ts";
import type { Conversation } from "./locomo_data.ts";
import { ConversationStore, sessionName } from "./conversation_store.ts";
import { PlainSearch } from "./plain_search.ts";
import { type Measured, measureRanking } from "./ranking_measures.ts";

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
    plain.push(...answers(conversation, (text) => other.turns(text), (_, text) => other.sessions(text)));
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
