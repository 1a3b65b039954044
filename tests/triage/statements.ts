import type { Message } from "../../src/base/conversation.ts";
import { readTriageWeights } from "../../src/machine/trained_triage.ts";
import { candidateText } from "../../src/triage/candidate_text.ts";
import { conversationOf, entryOf, isPrompt } from "../../src/triage/conversation_rows.ts";
import { readCourse } from "../../src/triage/course.ts";
import { judge, wordsOf } from "../../src/triage/judge.ts";
import { loadTrained } from "../../src/triage/model.ts";
import { rankPassages } from "../../src/triage/ranking.ts";
import { factsOf, isJudgedByWorth } from "../../src/triage/worth.ts";
import { decodeTranscriptLine } from "../../src/wire/transcript.ts";

const FEWEST_MESSAGES = 50;
const LONGEST_QUOTE = 1500;
const trained = loadTrained(readTriageWeights());

/**
 * Prints the statements of recorded sessions that a stop might ask about, one a line, for a reader to label: with the
 * words around them, and their facts, which `data/real_statements.jsonl` keeps beside the labels.
 */
function main(paths: readonly string[]): void {
  for (const path of paths) {
    for (const [turn, messages] of turnsOf(path).entries()) {
      for (const statement of statementsOf(messages)) {
        console.log(JSON.stringify({ path, turn, ...statement }));
      }
    }
  }
}

/** The messages that a stop reads at the end of each turn: those of the turn, and some before it. */
function turnsOf(path: string): Message[][] {
  const lines = Deno.readTextFileSync(path).split("\n");
  const rows = lines.flatMap((line) => decodeTranscriptLine(new TextEncoder().encode(line)));
  const messages = conversationOf(rows.flatMap((row, at) => entryOf(row, at) ?? []));
  const starts = messages.flatMap((message, at) => isPrompt(message) ? [at] : []);
  return starts.map((start, turn) => {
    const end = starts[turn + 1] ?? messages.length;
    return messages.slice(Math.max(0, Math.min(start, end - FEWEST_MESSAGES)), end);
  });
}

function statementsOf(messages: readonly Message[]): Record<string, unknown>[] {
  const course = readCourse(messages);
  const start = messages.findLastIndex(isPrompt);
  return rankPassages(course, trained.words).filter(({ step }) => step >= start).map((one) => ({
    category: one.category,
    role: one.role,
    text: candidateText(one, course.steps[one.step]!, trained.words),
    score: judge(one, course, trained),
    facts: isJudgedByWorth(one, course) ? factsOf(one, course, wordsOf(one, trained)) : undefined,
    prompt: messages[start]!.text.slice(0, LONGEST_QUOTE),
    message: messages[one.step]!.text.slice(0, LONGEST_QUOTE),
    last: messages.findLast(({ role, text }) => role === "assistant" && text !== "")?.text.slice(
      0,
      LONGEST_QUOTE,
    ),
  }));
}

main(Deno.args);
