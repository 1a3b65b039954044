// LoCoMo (https://github.com/snap-research/locomo, CC BY-NC 4.0): conversations of two people over months, with
// questions and the turns that answer them. Read from where it lies; no word of it is part of this project.

export interface Turn {
  readonly id: string;
  readonly speaker: string;
  /** What was said, and what a picture that came with it shows. */
  readonly text: string;
}

export interface Session {
  readonly number: number;
  readonly turns: readonly Turn[];
}

export interface Question {
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
