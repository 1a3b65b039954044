import type { PromptSubmitted } from "../core/writes.ts";
import { applyWrites } from "./apply_writes.ts";
import { FORGOTTEN } from "./forgotten_texts.ts";
import type { Store } from "./store.ts";

/** A prompt as a transcript tells it. */
export interface ReplayedPrompt {
  readonly write: PromptSubmitted;
  /** Of its row; what stands for a wholly private prompt, of which nothing else is kept. */
  readonly uuid: string;
}

interface PromptRow {
  readonly id: number;
  readonly prompt_id: string | null;
  readonly text: string;
  readonly created_at: string;
}

/** A hook notes a prompt within moments of the client; a prompt that is said again takes longer. */
const SAME_PROMPT_MS = 60_000;
/** Of a prompt whose words were forgotten nothing else tells which it was. */
const SAME_MOMENT_MS = 5000;
const PRIVATE_EVENT = "history.private_prompt";

/**
 * Keeps prompts that are not there yet. Each row stands for one prompt of the file, so that "continue" said twice is
 * two prompts, and a file that is read again finds its own.
 */
export class PromptKeeper {
  /** Rows that stand for a prompt of this file already. */
  readonly #taken = new Set<number>();

  /** False for a prompt that is there. In the caller's transaction. */
  keep(store: Store, prompt: ReplayedPrompt): boolean {
    const { write } = prompt;
    if (write.text === null) return keepPrivate(store, prompt);
    const known = this.#find(store, write, write.text);
    if (known !== undefined) {
      this.#taken.add(known.id);
      return false;
    }
    if (!applyWrites(store, [write])) return false;
    const row = store.first<{ id: number }>("select last_insert_rowid() as id");
    if (row !== undefined) this.#taken.add(row.id);
    return true;
  }

  #find(store: Store, write: PromptSubmitted, text: string): PromptRow | undefined {
    const rows = store.all<PromptRow>(
      `select id, prompt_id, text, created_at from prompts
       where session_id = ? and (text = ? or text = '${FORGOTTEN}' or prompt_id = ?) order by id limit 1000`,
      write.session.sessionId,
      text,
      write.promptId,
    ).filter(({ id }) => !this.#taken.has(id));
    const distance = (row: PromptRow) => Math.abs(Date.parse(row.created_at) - Date.parse(write.at));
    const nearest = (found: readonly PromptRow[], within = SAME_PROMPT_MS) =>
      found.toSorted((a, b) => distance(a) - distance(b)).find((row) => distance(row) <= within);
    const isSameId = (row: PromptRow) => write.promptId !== null && row.prompt_id === write.promptId;
    const mayBeSame = (row: PromptRow) => row.prompt_id === null || write.promptId === null;
    const sameText = rows.filter((row) => row.text === text);
    // The client may have worded what was pasted or attached otherwise than the hook was told.
    return sameText.find(isSameId) ??
      nearest(sameText.filter(mayBeSame)) ??
      nearest(rows.filter(isSameId)) ??
      nearest(rows.filter((row) => row.text === FORGOTTEN && mayBeSame(row)), SAME_MOMENT_MS);
  }
}

/** Nothing of such a prompt is kept but that it was: by the hook's event, or by one of ours. */
function keepPrivate(store: Store, { write, uuid }: ReplayedPrompt): boolean {
  const { sessionId } = write.session;
  const known = store.first(
    `select 1 from event_log where session_id = ?
     and ((event = 'hook.user_prompt_submit' and subject = ?) or (event = '${PRIVATE_EVENT}' and subject = ?))
     and subject is not null limit 1`,
    sessionId,
    write.promptId,
    uuid,
  );
  if (known !== undefined) return false;
  const event = { kind: "event-logged", event: PRIVATE_EVENT, subject: uuid, data: undefined } as const;
  return applyWrites(store, [write, { ...event, session: write.session, at: write.at, durationMs: null }]);
}
