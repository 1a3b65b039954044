import type { Message } from "../conversation.ts";
import { CUE_NAMES, type CueHit, type Entry, entryOf, findCues, findParts } from "./cue_index.ts";
import { cuesOf, languageOf, type OtherLanguage } from "./languages.ts";
import { labelCue } from "./labels.ts";
import { isQuestion, Modality, modalityAt } from "./modality.ts";
import { type Block, prepareText } from "./prepare_text.ts";
import { splitSentences } from "./sentences.ts";
import { tokenize, type Tokens } from "./tokens.ts";
import type { Word } from "./word.ts";

/** A sentence with what was found in it. */
export interface Sentence {
  readonly text: string;
  readonly tokens: Tokens;
  readonly hits: readonly CueHit[];
  readonly modalities: readonly Modality[];
  readonly isQuestion: boolean;
  /** The language whose cues were not there when it was read. */
  readonly lacks: OtherLanguage | undefined;
}

/** What is judged as one: up to three sentences of one block. */
export interface Passage {
  readonly sentences: readonly Sentence[];
  readonly kind: Block["kind"];
  /** By what it can be named, where it begins an item of a list or is a heading: `2`, `B`. */
  readonly label: string | undefined;
  /** The heading that it stands under. */
  readonly heading: Passage | undefined;
  /** The cues that stand plainly in it. */
  readonly plainCues: ReadonlySet<number>;
  /** Its place among the passages of the message, from 0. */
  readonly index: number;
}

/** The text of one message, read once. */
export interface Reading {
  readonly role: "user" | "assistant";
  readonly passages: readonly Passage[];
  /** The cues that stand plainly in any of its passages. */
  readonly plainCues: ReadonlySet<number>;
  /** The languages whose cues were not there when it was read. */
  readonly lacks: ReadonlySet<OtherLanguage>;
}

export const EMPTY_READING: Reading = { role: "user", passages: [], plainCues: new Set(), lacks: new Set() };

const MOST_SENTENCES = 5;
const LONGEST_PASSAGE = 650;
const MOST_PASSAGES = 80;
const SHORT_SENTENCE = 30;

/** Reads what a message says into passages; a message without text has none. */
export function readMessage(message: Pick<Message, "role" | "text">): Reading {
  const blocks = message.text === "" ? [] : prepareText(message.text, message.role);
  const passages: Passage[] = [];
  const plainCues = new Set<number>();
  const lacks = new Set<OtherLanguage>();
  let heading: Passage | undefined;
  for (const block of blocks) {
    for (const group of groupSentences(splitSentences(block.text))) {
      if (passages.length >= MOST_PASSAGES) break;
      const sentences = group.map((text) => readSentence(text, block.kind));
      for (const sentence of sentences) if (sentence.lacks !== undefined) lacks.add(sentence.lacks);
      const own = plainCuesOf(sentences);
      for (const cue of own) plainCues.add(cue);
      const { kind, label } = block;
      const passage = { sentences, kind, label, heading, plainCues: own, index: passages.length };
      passages.push(passage);
      if (block.kind === "heading") heading = passage;
    }
  }
  return { role: message.role, passages, plainCues, lacks };
}

function plainCuesOf(sentences: readonly Sentence[]): Set<number> {
  const cues = new Set<number>();
  for (const { hits, modalities } of sentences) {
    for (let i = 0; i < hits.length; i++) {
      if (modalities[i] === Modality.Plain) cues.add((hits[i] as CueHit).cue);
    }
  }
  return cues;
}

function groupSentences(sentences: readonly string[]): string[][] {
  const groups: string[][] = [];
  let group: string[] = [];
  let length = 0;
  for (const sentence of sentences) {
    const isFull = group.length >= MOST_SENTENCES || length + sentence.length > LONGEST_PASSAGE;
    if (group.length > 0 && isFull && !(sentence.length < SHORT_SENTENCE && length < LONGEST_PASSAGE)) {
      groups.push(group);
      group = [];
      length = 0;
    }
    group.push(sentence);
    length += sentence.length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function readSentence(text: string, kind: Block["kind"]): Sentence {
  const tokens = tokenize(text);
  const hits: CueHit[] = [];
  addLabel(text, tokens, hits);
  findCues(tokens, englishEntry, hits);
  const lacks = addOtherCues(text, tokens, hits);
  const asks = kind !== "heading" && isQuestion(text, tokens);
  const modalities: Modality[] = [];
  for (let i = 0; i < hits.length; i++) modalities.push(modalityAt(tokens, (hits[i] as CueHit).from, asks));
  return { text, tokens, hits, modalities, isQuestion: asks, lacks };
}

/** A label stands for a phrase: "Decision: Redis" decides as "we decided on Redis" does. */
function addLabel(text: string, { places }: Tokens, hits: CueHit[]): void {
  const cue = labelCue(text);
  if (cue !== undefined) hits.push({ cue: CUE_NAMES.indexOf(cue), from: places[0] ?? 0 });
}

function englishEntry(word: Word): Entry | undefined {
  return word.english;
}

/** Adds the cues of the sentence's other language; returns that where its cues have not been loaded. */
function addOtherCues(text: string, tokens: Tokens, hits: CueHit[]): OtherLanguage | undefined {
  const language = languageOf(text, tokens.all);
  if (language === undefined) return undefined;
  const index = cuesOf(language);
  if (index === undefined) return language;
  findCues(tokens, (word) => word.form === "" ? undefined : entryOf(index, word.form), hits);
  findParts(tokens, index, hits);
  return undefined;
}
