import { type Conversation, readConversations, readLines } from "./conversations.ts";
import type { Utterance } from "./examples.ts";

const DATA = new URL("./data/", import.meta.url);

/** All that triage learns from; every part was written for this purpose. */
export interface Corpus {
  readonly utterances: readonly Utterance[];
  /** By which it is judged, too, each time without those that it is judged by. */
  readonly conversations: readonly Conversation[];
  /** Imitations of real sessions, and what was written after triage to find out what it does not know; only learnt from. */
  readonly sessions: readonly Conversation[];
  /** Written without looking at triage, and only for judging it: nothing is learnt from them, nor chosen by them. */
  readonly unseen: readonly Conversation[];
  /** Short ones in which somebody says outright what is to be kept, and others that sound alike; nothing is learnt from them either. */
  readonly plain: readonly Conversation[];
}

export function readCorpus(): Corpus {
  const utterances = [
    "utterances_en_1",
    "utterances_en_2",
    "utterances_en_3",
    "utterances_multi",
    "own_utterances",
  ];
  return {
    utterances: utterances.flatMap((name) => readLines<Utterance>(new URL(`${name}.jsonl`, DATA))),
    conversations: ["cases", "cases_2"].flatMap((name) => readConversations(new URL(`${name}.jsonl`, DATA))),
    sessions: [
      ...["own_sessions", "own_sessions_2"].flatMap((name) =>
        readConversations(new URL(`${name}.jsonl`, DATA), "session")
      ),
      ...readConversations(new URL("cases_3.jsonl", DATA)),
    ],
    unseen: ["unseen_cases", "unseen_sessions", "unseen_hard_sessions"].flatMap((name) =>
      readConversations(new URL(`${name}.jsonl`, DATA))
    ),
    plain: readConversations(new URL("plain_cases.jsonl", DATA)),
  };
}
