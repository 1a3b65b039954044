/**
 * Scores search on LongMemEval (https://github.com/xiaowu0162/LongMemEval): of the sessions that hold an answer, how many
 * are among the first five and ten. The file is read from where it lies, as it is no part of this project:
 * `MNEME_LONGMEMEVAL=FILE deno task eval:longmemeval`.
 */
import { UserError } from "../../src/base/user_error.ts";
import { search } from "../../src/store/search.ts";
import { ConversationStore, sessionName } from "./conversation_store.ts";
import type { Conversation } from "./locomo.ts";

/** A question with the sessions of which it is asked, as it stands in the file; what is not read is left out. */
export interface LongQuestion {
  readonly question_id: string;
  readonly question_type: string;
  readonly question: string;
  readonly haystack_session_ids: readonly string[];
  readonly haystack_sessions: readonly (readonly Readonly<Record<"role" | "content", string>>[])[];
  readonly answer_session_ids: readonly string[];
}

/** Turns that are asked for: enough for ten sessions. */
const LIMIT = 200;
const NOW = new Date("2026-06-01T00:00:00Z");
/** How ids of questions end to which nothing in the sessions is an answer. */
const ABSTAINS = "_abs";

/** The questions of a file that something answers. */
export function readLongMemEval(path: string): LongQuestion[] {
  const questions = JSON.parse(Deno.readTextFileSync(path)) as LongQuestion[];
  return questions.filter(({ question_id }) => !question_id.endsWith(ABSTAINS));
}

/** Asks every question of its own sessions; by type of question, and of `all`. */
export function runLongMemEval(
  questions: readonly LongQuestion[],
): Map<string, Readonly<Record<"questions" | "recall5" | "recall10", number>>> {
  const recalls = questions.map((question) => ({ type: question.question_type, ...recallOf(question) }));
  const groups = Map.groupBy(recalls, ({ type }) => type);
  return new Map([["all", recalls] as const, ...groups].map(([type, of]) => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const recall5 = mean(of.map(({ recall5 }) => recall5));
    return [type, { questions: of.length, recall5, recall10: mean(of.map(({ recall10 }) => recall10)) }];
  }));
}

function recallOf(question: LongQuestion): { readonly recall5: number; readonly recall10: number } {
  const found = sessionsFor(question);
  const wanted = new Set(question.answer_session_ids);
  const recall = (count: number) => wanted.intersection(new Set(found.slice(0, count))).size / wanted.size;
  return { recall5: recall(5), recall10: recall(10) };
}

/** The ids of the sessions whose turns are found, the best first. */
function sessionsFor(question: LongQuestion): string[] {
  const conversation = conversationOf(question);
  using loaded = new ConversationStore(conversation);
  const { store, project } = loaded;
  const asked = { text: question.question, project, kinds: ["observation"] as const, limit: LIMIT, now: NOW };
  const hits = search(store, asked);
  const ids = new Map(question.haystack_session_ids.map((id, i) => [sessionName(i + 1), id]));
  return [...new Set(hits.map(({ sessionId }) => ids.get(sessionId ?? "") ?? ""))];
}

function conversationOf({ question_id, haystack_sessions }: LongQuestion): Conversation {
  const sessions = haystack_sessions.map((turns, i) => ({
    number: i + 1,
    turns: turns.map(({ role, content }, j) => ({ id: `${i + 1}:${j + 1}`, speaker: role, text: content })),
  }));
  return { name: question_id, sessions, questions: [] };
}

if (import.meta.main) {
  const path = Deno.env.get("MNEME_LONGMEMEVAL");
  if (path === undefined) {
    throw new UserError("Cannot score LongMemEval: MNEME_LONGMEMEVAL names no file", {
      hint:
        "download longmemeval_s.json and run MNEME_LONGMEMEVAL=longmemeval_s.json deno task eval:longmemeval",
    });
  }
  for (const [type, { questions, recall5, recall10 }] of runLongMemEval(readLongMemEval(path))) {
    const shares = `recall@5 ${recall5.toFixed(3)}  recall@10 ${recall10.toFixed(3)}`;
    console.log(`${type.padEnd(28)} session ${shares}  (n=${questions})`);
  }
}
