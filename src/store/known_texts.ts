import { joinLists, listOf, SEPARATOR, type TextList } from "../core/text_list.ts";
import type { MemoryStatus } from "./memories.ts";
import type { MemoryDraft } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** Older ones are not compared: nobody would wait for more. */
export const COMPARED = 500;

/** What the newest memories of one category and place say, read once for all that a stop asks about them. */
export class KnownTexts {
  readonly #store: Store;
  readonly #read = new Map<string, TextList>();
  #version: unknown;

  constructor(store: Store) {
    this.#store = store;
  }

  /** In a transaction: forgets what was read if another process has written since. */
  refresh(): void {
    if (this.#read.size > 0 && this.#version !== this.#versionNow()) this.#read.clear();
  }

  /** Of both statuses, active ones first; of summaries those of the draft's session. */
  textsFor(draft: MemoryDraft): TextList {
    return joinLists(this.of(draft, "active"), this.of(draft, "candidate"));
  }

  /** Of one status, the newest first. */
  of(draft: MemoryDraft, status: MemoryStatus): TextList {
    const kind = kindOf(draft, status);
    let texts = this.#read.get(kind);
    if (texts === undefined) {
      if (this.#read.size === 0) this.#version = this.#versionNow();
      texts = readTexts(this.#store, draft, status);
      this.#read.set(kind, texts);
    }
    return texts;
  }

  /** Has the next draft compared with this one, too. */
  add(draft: MemoryDraft, { status }: { readonly status: MemoryStatus }): void {
    const kind = kindOf(draft, status);
    const texts = this.#read.get(kind);
    if (texts !== undefined) this.#read.set(kind, joinLists(texts, listOf([draft.body])));
  }

  /** Another one once another connection has written. */
  #versionNow(): unknown {
    return this.#store.first("pragma data_version")?.data_version;
  }
}

function kindOf({ category, scope, project, sessionId }: MemoryDraft, status: MemoryStatus): string {
  const session = category === "SESSION_SUMMARY" ? sessionId ?? "" : "";
  return `${status} ${category} ${scope} ${session} ${project ?? ""}`;
}

/** As one text: rows that come one by one take three times as long. */
function readTexts(store: Store, draft: MemoryDraft, status: MemoryStatus): TextList {
  const { project, scope, category, sessionId } = draft;
  const isSummary = category === "SESSION_SUMMARY";
  const values = [project, status, scope, category, COMPARED, ...isSummary ? [sessionId] : []];
  const read = (texts: string, ...first: readonly string[]) =>
    store.first<{ texts: string | null }>(
      `select ${texts} as texts from (select body, session_id from memories
         where project is ? and status = ? and scope = ? and category = ? order by created_at desc limit ?)
       ${isSummary ? "where session_id is ?" : ""}`,
      ...first,
      ...values,
    )?.texts;
  // Nothing where one of them holds the sign between them.
  const joined = "iif(max(instr(body, ?)) > 0, null, coalesce(group_concat(body, ?), ''))";
  const texts = read(joined, SEPARATOR, SEPARATOR);
  return texts ?? listOf(JSON.parse(read("json_group_array(body)") ?? "[]"));
}
