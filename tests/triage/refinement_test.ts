// A model that knows the labels, on a loopback port: what it says comes out whole, so that whatever a real model gets
// right is not lost on the way.
import { isWorthAsking } from "../../src/triage/judge.ts";
import { shouldAsk } from "../../src/llm/should_ask.ts";
import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import { triage } from "../../src/machine/trained_triage.ts";
import type { TriageCategory } from "../../src/base/triage_types.ts";
import { refine } from "../../src/llm/refine.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { ModelServer, type Received, says } from "../unit/llm/model_server.ts";
import type { Conversation } from "./conversations.ts";
import { readCorpus } from "./corpus.ts";
import { type Outcome, score } from "./score.ts";

const SUMMARY = { summaryMinFiles: 3, summaryMinTools: 20 };
const LLM_FLOOR = DEFAULT_SETTINGS.triage.llm_floor;

interface Question {
  readonly conversation: readonly { readonly said?: string }[];
  readonly candidates: readonly { readonly id: number; readonly category: TriageCategory }[];
}

function questionOf({ body }: Received): Question {
  const messages = body.messages as readonly { readonly content: string }[];
  const { content } = messages[messages.length - 1]!;
  return JSON.parse(content.slice(content.indexOf("{"), content.lastIndexOf("}") + 1)) as Question;
}

/** What a model that has read the labels answers. */
function answerOf(question: Question, { expected, mustMention }: Conversation) {
  const verdicts = question.candidates.map(({ id, category }) => ({
    id,
    verdict: expected.includes(category) ? "confirm" : "reject",
    text: "",
  }));
  const missing = expected.filter((category) =>
    question.candidates.every((one) => one.category !== category)
  );
  const additions = missing.map((category) => {
    const quote = quoteFor(question, mustMention[category] ?? []);
    return { category, text: quote, quote };
  });
  return { verdicts, additions };
}

function quoteFor({ conversation }: Question, mentions: readonly string[]): string {
  const texts = conversation.flatMap(({ said }) => said ?? []);
  const mentioning = texts.find((said) =>
    mentions.some((word) => said.toLowerCase().includes(word.toLowerCase()))
  );
  return (mentioning ?? texts.at(-1) ?? "").slice(0, 200);
}

async function refined(conversation: Conversation): Promise<Outcome> {
  const { messages } = conversation;
  const found = triage(messages, SUMMARY);
  await using server = new ModelServer((received) =>
    says(answerOf(questionOf(received), conversation))(received)
  );
  const llm = {
    ...DEFAULT_SETTINGS.llm,
    provider: "openai-compatible" as const,
    base_url: server.url,
    model: "labels",
    timeout_ms: 5_000,
  };
  const asking = { provider: llm.provider, llmFloor: LLM_FLOOR, newMessages: messages.length };
  assert(shouldAsk("llm", found, asking), conversation.id);
  const result = await refine({ candidates: found, messages }, {
    llm,
    llmFloor: LLM_FLOOR,
    remainingMs: 5_000,
    folder: Deno.cwd(),
    onAsked: () => {},
  });
  assertEquals(result.kind, "refined", conversation.id);
  return { conversation, candidates: result.kind === "refined" ? result.candidates : [] };
}

Deno.test("refinement by a model that knows the labels loses nothing of what it knows", async () => {
  const outcomes: Outcome[] = [];
  for (const conversation of readCorpus().conversations) outcomes.push(await refined(conversation));
  const { macroF1, emptyFlagged } = score(
    outcomes,
    (one) => isWorthAsking(one, DEFAULT_SETTINGS.triage.heuristic_threshold),
  );
  assert(macroF1 >= 0.95, `macro-F1 ${macroF1}`);
  assertEquals(emptyFlagged, 0);
});
