import type { TrainedTriage } from "../../src/triage/model.ts";
import { isWorthAsking } from "../../src/triage/judge.ts";
import { turnShape } from "../../src/triage/turn_shape.ts";
import type { Candidate } from "../../src/base/triage_types.ts";
import { triageWith } from "../../src/triage/triage.ts";
import type { Conversation } from "./conversations.ts";
import { readCorpus } from "./corpus.ts";
import { fitTriage, type Material, prepare, prepareMaterial } from "./fit.ts";
import { lehmer, shuffle } from "./passage_model.ts";
import { readRealWindows } from "./real_windows.ts";
import { CATEGORIES, foundCategories, type Outcome, score } from "./score.ts";

const SETTINGS = { summaryMinFiles: 3, summaryMinTools: 20 };
const THRESHOLD = 0.6;
const LLM_FLOOR = 0.3;
const FOLDS = 5;
const REPEATS = Number(Deno.env.get("MNEME_TRIAGE_REPEATS") ?? "3");

/**
 * Scores triage by cross-validation, on conversations that it was not trained on and, where `MNEME_TRIAGE_DATA` names
 * them, on windows of real sessions.
 */
function main(): void {
  const corpus = readCorpus();
  const material = prepareMaterial(corpus.utterances);
  const outcomes = crossValidate(material, corpus.conversations, corpus.sessions);
  printTable("hand-written conversations, cross-validated", outcomes);
  const folder = Deno.env.get("MNEME_TRIAGE_DATA");
  const windows = folder === undefined ? [] : readRealWindows(`${folder}/real-windows`);
  const trained = fitOn(material, [...corpus.conversations, ...corpus.sessions]);
  const unseen = corpus.unseen.map((conversation) => outcomeOf(trained, conversation));
  printTable("conversations that nothing was learnt from", unseen);
  const plain = corpus.plain.map((conversation) => outcomeOf(trained, conversation));
  printTable("short conversations with plain statements", plain);
  const real = windows.map((conversation) => outcomeOf(trained, conversation));
  if (real.length > 0) {
    printTable("windows of real sessions", real);
    printNotes(real);
  }
  if (Deno.args.includes("--wrong")) {
    for (const outcome of [...outcomes, ...unseen, ...plain, ...real]) printWrong(outcome);
  }
}

function crossValidate(
  material: Material,
  conversations: readonly Conversation[],
  sessions: readonly Conversation[],
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const order = [...conversations];
    shuffle(order, lehmer(7 + repeat));
    for (let fold = 0; fold < FOLDS; fold++) {
      const trained = fitOn(material, [...order.filter((_, index) => index % FOLDS !== fold), ...sessions]);
      const held = order.filter((_, index) => index % FOLDS === fold);
      outcomes.push(...held.map((conversation) => outcomeOf(trained, conversation)));
    }
  }
  return outcomes;
}

function fitOn(material: Material, conversations: readonly Conversation[]): TrainedTriage {
  return fitTriage(material, conversations.map((one) => prepare(one, material)));
}

function outcomeOf(trained: TrainedTriage, conversation: Conversation): Outcome {
  return { conversation, candidates: triageWith(trained, conversation.messages, SETTINGS) };
}

function printTable(title: string, outcomes: readonly Outcome[]): void {
  const at = score(outcomes, askedAt(THRESHOLD));
  const floor = score(outcomes, (one) => one.score >= LLM_FLOOR);
  const share = (value: number) => value.toFixed(3);
  console.log(`\n${title} (${outcomes.length})`);
  console.log("category          precision  recall  f1     recall at llm_floor");
  for (const category of CATEGORIES) {
    const row = at.categories[category];
    const low = floor.categories[category];
    const cells = [
      share(row.precision).padEnd(10),
      share(row.recall).padEnd(7),
      share(row.f1).padEnd(6),
      share(low.recall),
    ];
    console.log(`${category.padEnd(17)} ${cells.join(" ")}`);
  }
  console.log(
    `macro-F1 ${share(at.macroF1)} · mean F1 of the categories that occur ${share(at.occurringF1)}`,
  );
  console.log(
    `empty ones flagged ${share(at.emptyFlagged)} · right mention ${share(at.mention)} · exact ${
      share(at.exact)
    } · ` +
      `flagged at llm_floor ${share(floor.emptyFlagged)} of the empty ones`,
  );
  const asked = outcomes.filter(({ candidates }) => candidates.some((one) => one.score >= LLM_FLOOR)).length;
  console.log(`hybrid mode would ask the model about ${share(asked / outcomes.length)} of the conversations`);
  const sweep = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((threshold) => {
    const other = score(outcomes, askedAt(threshold));
    return `${threshold}: ${share(other.macroF1)}/${share(other.occurringF1)}/${share(other.emptyFlagged)}`;
  });
  console.log(`threshold: macro-F1/occurring/empty flagged  ${sweep.join("  ")}`);
}

/** What is asked about at a setting of `heuristic_threshold`. */
function askedAt(threshold: number) {
  return (one: Candidate) => isWorthAsking(one, threshold);
}

/** How often the next prompt would carry a note, where nothing is asked. */
function printNotes(outcomes: readonly Outcome[]): void {
  const isAsked = ({ candidates }: Outcome) =>
    candidates.some((one) => one.category !== "SESSION_SUMMARY" && isWorthAsking(one, THRESHOLD));
  const isNoted = (one: Outcome) =>
    !isAsked(one) && turnShape(one.conversation.messages, 0, one.candidates).isDue;
  const holds = (one: Outcome) =>
    one.conversation.expected.some((category) => category !== "SESSION_SUMMARY");
  const [full, empty] = [outcomes.filter(holds), outcomes.filter((one) => !holds(one))];
  const share = (some: readonly Outcome[], all: readonly Outcome[]) => (some.length / all.length).toFixed(3);
  console.log(
    `an ask or a note in ${
      share(full.filter((one) => isAsked(one) || isNoted(one)), full)
    } of those that hold something; ` +
      `a note in ${share(empty.filter(isNoted), empty)}, an ask in ${
        share(empty.filter(isAsked), empty)
      } of the others`,
  );
}

function printWrong(outcome: Outcome): void {
  const { conversation, candidates } = outcome;
  const found = foundCategories(outcome, askedAt(THRESHOLD));
  for (const category of found) {
    if (conversation.expected.includes(category)) continue;
    const best = candidates.find((one) => one.category === category);
    console.log(`extra  ${conversation.id} ${category} ${best?.score} ${best?.text}`);
  }
  for (const category of conversation.expected) {
    if (found.has(category)) continue;
    const best = candidates.find((one) => one.category === category);
    console.log(`missed ${conversation.id} ${category} ${best?.score ?? 0} ${best?.text ?? ""}`);
  }
}

main();
