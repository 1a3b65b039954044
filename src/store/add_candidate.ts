import { memoryRelation } from "../core/memory_relation.ts";
import { isSaidIn } from "../core/memory_sameness.ts";
import { type TextList, textsOf } from "../core/text_list.ts";
import { insertMemory } from "./insert_memory.ts";
import { KnownTexts } from "./known_texts.ts";
import { isForgotten } from "./memories.ts";
import type { MemoryDraft } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** What a candidate is compared with. */
export interface SaidBefore {
  /** Of the memories of the draft's category and place; of summaries those of its session. */
  textsFor(draft: MemoryDraft): TextList;
  /** Has the next draft compared with this one, too. */
  add(draft: MemoryDraft, memory: { readonly id: number; readonly status: "candidate" }): void;
}

/**
 * Keeps what was flagged and not yet saved. `undefined`, and nothing is kept, where a memory or a candidate says
 * nearly the same or a memory that said just this was forgotten. In the caller's transaction.
 */
export function addCandidate(
  store: Store,
  draft: MemoryDraft,
  at: string,
  before: SaidBefore = new KnownTexts(store),
): number | undefined {
  if (isForgotten(store, draft.category, draft.body)) return undefined;
  if (isSaid(draft, before.textsFor(draft))) return undefined;
  const id = insertMemory(store, draft, { status: "candidate", at });
  before.add(draft, { id, status: "candidate" });
  return id;
}

/** Two sessions may end with the same words and are two sessions; one has one summary. */
function isSaid({ category, sessionId, body }: MemoryDraft, texts: TextList): boolean {
  if (category !== "SESSION_SUMMARY") return isSaidIn(texts, body);
  return sessionId === null
    ? textsOf(texts).some((text) => memoryRelation(text, body) === "same")
    : texts !== "";
}
