// The prompts of `mneme process` and their answers: the look back over a session, and phrases for memories.
import type { Message } from "../base/conversation.ts";
import type { Finding } from "../base/triage_types.ts";
import { fittingPhrases } from "../memory/recall_phrases.ts";
import { cleanText } from "../privacy/clean.ts";
import {
  applyVerdicts,
  asData,
  cleanLine,
  decodeVerdicts,
  type EvidenceWindow,
  firstWithin,
  type Prompt,
  promptOf,
  sendable,
  shownMessages,
} from "./prompt.ts";

interface SessionPart {
  readonly messages: EvidenceWindow;
  /** The last messages before the part, as context. They belong to the previous part. */
  readonly before: EvidenceWindow;
  /** The byte offset from which `sessionParts` continues after this part: one more than the last message's offset. */
  readonly end: number;
}

/** The size of a part in UTF-16 units: about 6,000 tokens, which a small model can read. */
const PART_UNITS = 24_000;
const BEFORE_UNITS = 2000; // of the messages before a part

/** Divides the messages from the byte offset `from` on into parts. A part with tool calls only is left out. */
export function sessionParts(messages: readonly Message[], from: number): SessionPart[] {
  const shown = shownMessages(messages);
  const parts: SessionPart[] = [];
  for (let at = shown.findIndex(({ offset }) => offset >= from); at >= 0 && at < shown.length;) {
    const left = shown.slice(at);
    const messages = left.slice(0, Math.max(1, firstWithin(left, PART_UNITS).length));
    const before = firstWithin(shown.slice(0, at).reverse(), BEFORE_UNITS).toReversed();
    if (messages.some(({ said }) => said !== "")) {
      parts.push({ messages, before, end: messages.at(-1)!.offset + 1 });
    }
    at += messages.length;
  }
  return parts;
}

export function buildLookBackPrompt({ messages, before }: SessionPart): Prompt {
  return promptOf("look_back", { before: asData(before), conversation: asData(messages) });
}

/** Returns the findings in an answer that quote the part correctly; `undefined` if the answer has another form. */
export function decodeFindings(answer: string, { messages }: SessionPart): Finding[] | undefined {
  const verdicts = decodeVerdicts(answer);
  // The cue shows the user the source.
  return verdicts && applyVerdicts([], verdicts, messages)
    .map((one) => ({ ...one, cues: [{ name: "llm: found in the whole session", weight: one.score }] }));
}

/** The number of phrases for each memory, as in the instructions. In our measurements, more improved the search little. */
const PHRASES_ASKED = 4;
const BODY_UNITS = 1200; // the most of a title or body that is sent

/** Returns the prompt for phrases. Note `n` in it is `notes[n - 1]`. The answer has the form of `answer_schema.json`. */
export function buildPhrasesPrompt(
  notes: readonly { readonly category: string; readonly title: string | null; readonly body: string }[],
): Prompt {
  return promptOf("phrases", {
    notes: notes.map(({ category, title, body }, i) => ({
      id: i + 1,
      category,
      ...(title === null ? {} : { title: sendable(title, BODY_UNITS) }),
      text: sendable(body, BODY_UNITS),
    })),
  });
}

/** Returns at most `PHRASES_ASKED` clean phrases for each note; `undefined` if the answer has another form. */
export function decodePhrases(answer: string, notes: number): readonly (readonly string[])[] | undefined {
  const verdicts = decodeVerdicts(answer);
  if (verdicts === undefined) return undefined;
  return Array.from({ length: notes }, (_, i) => {
    const verdict = verdicts.byId.get(i + 1);
    if (verdict?.kind !== "reword") return [];
    // The text is cleaned before it is divided, as a part could contain half of a secret.
    const parts = cleanText(verdict.text, { redactSecrets: true }).split(/[|\n]/);
    return fittingPhrases(parts.filter((part) => /\p{L}/u.test(part)), cleanLine).slice(0, PHRASES_ASKED);
  });
}
