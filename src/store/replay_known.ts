import { hashText } from "../core/hash.ts";
import type { Store } from "./store.ts";

/** A hook notes a prompt this close to the client. */
const SAME_PROMPT_MS = 5000;

interface PromptPlace {
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Which session a call or a prompt belongs to. The file of a session that was forked off another, or resumed by an
 * old client, begins with the other's rows under its own name: they are not done twice.
 */
export class KnownRows {
  /** By the ids of calls and of rows. */
  readonly #owners = new Map<string, string>();
  readonly #prompts = new Map<string, PromptPlace[]>();

  constructor(store: Store) {
    for (const { id, sessionId } of store.all<{ id: string; sessionId: string }>(CALLS)) {
      this.#owners.set(id, sessionId);
    }
    for (
      const { text, sessionId, at } of store.all<{ text: string; sessionId: string; at: string }>(PROMPTS)
    ) {
      const key = hashText(text);
      const places = this.#prompts.get(key) ?? [];
      places.push({ sessionId, at: Date.parse(at) });
      this.#prompts.set(key, places);
    }
  }

  /** Whether the call or row of this id is another session's; if it is nobody's, it is this one's from now on. */
  isOfOther(id: string, sessionId: string): boolean {
    if (id === "") return false;
    const owner = this.#owners.get(id);
    if (owner === undefined) this.#owners.set(id, sessionId);
    return owner !== undefined && owner !== sessionId;
  }

  /** Whether another session has this prompt of that moment. */
  isPromptOfOther(prompt: { readonly text: string; readonly at: number }, sessionId: string): boolean {
    if (this.#prompts.size === 0) return false;
    const places =
      this.#prompts.get(hashText(prompt.text))?.filter(({ at }) =>
        Math.abs(at - prompt.at) <= SAME_PROMPT_MS
      ) ?? [];
    return places.length > 0 && !places.some((place) => place.sessionId === sessionId);
  }
}

/** From the index alone: the rows themselves hold megabytes. */
const CALLS =
  "select tool_use_id as id, session_id as sessionId from pending_queue where tool_use_id is not null";
const PROMPTS = "select text, session_id as sessionId, created_at as at from prompts";
