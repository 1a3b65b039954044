import { featuresOf } from "../../src/triage/features.ts";
import { LEARNT_CATEGORIES, type LearntCategory, type Model } from "../../src/triage/model.ts";
import { EMPTY_READING, type Passage, type Reading, readMessage } from "../../src/triage/reading.ts";
import type { Conversation } from "./conversations.ts";
import { type Example, exampleOf, OUTPUTS } from "./passage_model.ts";

/** A hand-written message with its labels and the words that carry each. */
export interface Utterance {
  readonly role: "user" | "assistant";
  readonly prev: string;
  readonly text: string;
  readonly labels: readonly LearntCategory[];
  readonly span: Readonly<Partial<Record<LearntCategory, string>>>;
}

const BESIDE_SPAN_WEIGHT = 0.4;
/** Passages of conversations count for more than single messages: they stand where triage will meet them. */
const LABELLED_WEIGHT = 5;
const EMPTY_WEIGHT = 2;
/** A conversation that holds something may hold it in more words than its label names. */
const UNLABELLED_WEIGHT = 0.8;

export function examplesOfUtterance(utterance: Utterance): Example[] {
  const reading = readMessage(utterance);
  const previous = utterance.prev === ""
    ? EMPTY_READING
    : readMessage({ role: utterance.role === "user" ? "assistant" : "user", text: utterance.prev });
  return reading.passages.map((passage) => {
    const labels = utterance.labels.filter((label) =>
      overlaps(passage, utterance.span[label] ?? utterance.text)
    );
    const weight = labels.length === 0 && utterance.labels.length > 0 ? BESIDE_SPAN_WEIGHT : 1;
    return exampleOf(featuresOf(passage, { reading, previous }), targetOf(labels), weight);
  });
}

function targetOf(labels: readonly LearntCategory[]): number[] {
  const target = new Array<number>(OUTPUTS).fill(0);
  if (labels.length === 0) target[0] = 1;
  for (const label of labels) target[LEARNT_CATEGORIES.indexOf(label) + 1] = 1 / labels.length;
  return target;
}

/** The text of a passage, in one line. */
export function passageText(passage: Passage): string {
  return passage.sentences.map((sentence) => sentence.text).join(" ");
}

function overlaps(passage: Passage, span: string): boolean {
  const wanted = squeeze(span);
  return passage.sentences.some((sentence) => {
    const own = squeeze(sentence.text);
    return own.length > 0 && (wanted.includes(own) || own.includes(wanted) || sharesEnds(own, wanted));
  });
}

function sharesEnds(own: string, wanted: string): boolean {
  const size = Math.min(16, own.length, wanted.length);
  return size > 7 &&
    (own.endsWith(wanted.slice(0, size)) || own.includes(wanted.slice(0, 24)) ||
      wanted.includes(own.slice(0, 24)));
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[\s`*_"'.,:;!?()\-]+/g, "");
}

/** A conversation read into passages, each with the message before it. */
export interface ReadConversation {
  readonly conversation: Conversation;
  readonly passages: readonly {
    readonly passage: Passage;
    readonly reading: Reading;
    readonly previous: Reading;
  }[];
}

export function readConversation(conversation: Conversation): ReadConversation {
  const passages = [];
  let previous = EMPTY_READING;
  for (const message of conversation.messages) {
    const reading = readMessage(message);
    if (reading.passages.length === 0) continue;
    for (const passage of reading.passages) passages.push({ passage, reading, previous });
    previous = reading;
  }
  return { conversation, passages };
}

/** The passages that say what was expected, by category: of those that mention it, the one that `model` likes best. */
export function examplesOfConversation(read: ReadConversation, model: Model): Example[] {
  const { conversation, passages } = read;
  const scores = passages.map(({ passage, reading, previous }) =>
    model.marginsOf(featuresOf(passage, { reading, previous }))
  );
  const labels: LearntCategory[][] = passages.map(() => []);
  const isAmbiguous = passages.map(() => false);
  for (const [index, category] of LEARNT_CATEGORIES.entries()) {
    if (!conversation.expected.includes(category)) continue;
    const mentions = conversation.mustMention[category] ?? [];
    const holding = passages.map(({ passage }, at) => ({ at, text: passageText(passage).toLowerCase() }))
      .filter(({ text }) => mentions.some((mention) => text.includes(mention.toLowerCase())));
    for (const { at } of holding) isAmbiguous[at] = true;
    const margin = (at: number) => scores[at]?.[index] ?? 0;
    const best = holding.sort((a, b) => margin(b.at) - margin(a.at))[0];
    if (best !== undefined) labels[best.at]?.push(category);
  }
  const isPositive = conversation.expected.some((category) => category !== "SESSION_SUMMARY");
  return passages.flatMap(({ passage, reading, previous }, at) => {
    const own = labels[at] ?? [];
    if (own.length === 0 && isAmbiguous[at]) return [];
    const weight = own.length > 0 ? LABELLED_WEIGHT : isPositive ? UNLABELLED_WEIGHT : EMPTY_WEIGHT;
    return [exampleOf(featuresOf(passage, { reading, previous }), targetOf(own), weight)];
  });
}
