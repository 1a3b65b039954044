import { lookOf, looksOf } from "../core/memory_likeness.ts";
import { listOf, type TextList } from "../core/text_list.ts";
import { COMPARED } from "./known_texts.ts";
import { comparableMemories, type ComparableMemory } from "./memories.ts";
import type { MemoryDraft } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** A memory, and what a quick look at it sees. */
export interface Comparable extends ComparableMemory {
  readonly look: string;
}

/** The memories that drafts are compared with, read once for all that a transaction saves of one kind. */
export class Comparables {
  readonly #store: Store;
  readonly #read = new Map<string, Comparable[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Those of the draft's category and place. */
  of(draft: MemoryDraft): readonly Comparable[] {
    const kind = kindOf(draft);
    const known = this.#read.get(kind);
    if (known !== undefined) return known;
    const memories = comparableMemories(this.#store, draft.category, draft, COMPARED);
    const looks = looksOf(memories.map(({ body }) => body));
    const read = memories.map((memory, i) => withLook(memory, looks[i] ?? ""));
    this.#read.set(kind, read);
    return read;
  }

  /** What these say; of summaries those of the draft's session. */
  textsFor(draft: MemoryDraft): TextList {
    const others = this.of(draft);
    const own = draft.category === "SESSION_SUMMARY"
      ? others.filter((other) => other.session_id === draft.sessionId)
      : others;
    return listOf(own.map(({ body }) => body));
  }

  /** Has the next draft compared with this one, too. */
  add(draft: MemoryDraft, memory: Pick<ComparableMemory, "id" | "status">): void {
    const { body, sessionId } = draft;
    this.#read.get(kindOf(draft))?.push(withLook({ ...memory, body, session_id: sessionId }, lookOf(body)));
  }
}

function kindOf({ category, scope, project }: MemoryDraft): string {
  return `${category} ${scope} ${project ?? ""}`;
}

function withLook({ id, body, status, session_id }: ComparableMemory, look: string): Comparable {
  return { id, body, status, session_id, look };
}
