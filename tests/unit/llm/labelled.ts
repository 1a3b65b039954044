import type { Message } from "../../../src/base/conversation.ts";
import type { Addition } from "../../../src/llm/verdicts.ts";
import type { Candidate, TriageCategory } from "../../../src/base/triage_types.ts";
import { candidate, message } from "./refinement_samples.ts";
import type { Responder } from "./model_server.ts";

/** A conversation, what is true of it, and what a poor triage made of it. */
export interface Labelled {
  readonly messages: readonly Message[];
  readonly labels: readonly Addition[];
  readonly candidates: readonly Candidate[];
}

export const LABELLED: readonly Labelled[] = [
  conversation([
    "How do we get these events to the ledger?",
    "A poller, or an outbox table.\nI would take the **outbox**: the poller hammers the replica.",
    "Agreed, outbox it is. And from now on run the linter before you say that you are done.",
    "Done. The broker drops messages over 512 bytes, so I split them.\nRetries are left for later.",
  ], [
    ["DECISION", "The ledger gets its events from an outbox table.", "Agreed, outbox it is."],
    ["PREFERENCE", "Run the linter before reporting that work is done.", "from now on run the linter"],
    ["CONSTRAINT", "The broker drops messages over 512 bytes.", "drops messages over 512 bytes"],
    ["TECH_DEBT", "Retries are not done yet.", "Retries are left for later."],
  ], { PREFERENCE: 0.4, RUNBOOK: 0.9 }),
  conversation(
    [
      "テストが落ちます。",
      "原因はタイムゾーンでした。TZ=UTC を\n設定したら直りました。",
    ],
    [["RUNBOOK", "テストの失敗は TZ=UTC で直る。", "TZ=UTC を設定したら直りました。"]],
    { DECISION: 0.7 },
  ),
  conversation(["What does this do?", "It sorts the list."], [], { CONSTRAINT: 0.65 }),
];

/** Answers every question about the conversation as its labels say. */
export function labeller({ labels }: Labelled): Responder {
  return ({ body }) => {
    const [, question] = body.messages as { content: string }[];
    const data = JSON.parse(question!.content.split("\n")[1]!) as {
      candidates: { id: number; category: TriageCategory }[];
    };
    const isTrue = (category: TriageCategory) => labels.some((label) => label.category === category);
    const verdicts = data.candidates.map(({ id, category }) => ({
      id,
      verdict: isTrue(category) ? "confirm" : "reject",
      text: "",
    }));
    const isAsked = (category: Addition["category"]) =>
      data.candidates.some((asked) => asked.category === category);
    const additions = labels.filter(({ category }) => !isAsked(category));
    const content = JSON.stringify({ verdicts, additions });
    return Response.json({ choices: [{ message: { content } }] });
  };
}

function conversation(
  texts: readonly string[],
  labels: readonly (readonly [TriageCategory, string, string])[],
  found: Partial<Record<TriageCategory, number>>,
): Labelled {
  return {
    messages: texts.map((text, row) => message(row, text)),
    labels: labels.map(([category, text, quote]) => ({ category, text, quote })),
    candidates: Object.entries(found).map(([category, score]) =>
      candidate({ category: category as TriageCategory, score })
    ),
  };
}
