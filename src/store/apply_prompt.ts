import type { PromptSubmitted, Write } from "../core/writes.ts";
import { around, hasEvent, refuse } from "./apply_run.ts";
import { ensureSession } from "./ensure_session.ts";
import type { Store } from "./store.ts";

const TITLE_UNITS = 80;

/** Writes what the user submits. */
export function applyPrompt(store: Store, write: Write): boolean {
  return write.kind === "prompt-submitted" ? addPrompt(store, write) : refuse(store, write);
}

function addPrompt(store: Store, write: PromptSubmitted): boolean {
  const { sessionId } = write.session;
  if (write.text === null ? hasPrivatePrompt(store, write) : hasPrompt(store, write, write.text)) {
    return false;
  }
  ensureSession(store, write.session, write.at);
  const session = store.first<{ prompt_count: number }>(
    `update sessions set prompt_count = prompt_count + 1, title = coalesce(title, ?)
     where session_id = ? returning prompt_count`,
    write.text === null ? null : titleFrom(write.text),
    sessionId,
  );
  if (write.text === null) return true;
  store.run(
    "insert into prompts (session_id, prompt_id, number, text, created_at) values (?, ?, ?, ?, ?)",
    sessionId,
    write.promptId,
    session?.prompt_count ?? 1,
    write.text,
    write.at,
  );
  return true;
}

function hasPrompt(store: Store, write: PromptSubmitted, text: string): boolean {
  return store.first(
    `select 1 from prompts where session_id = ? and prompt_id is ? and text = ?
     and created_at between ? and ? limit 1`,
    write.session.sessionId,
    write.promptId,
    text,
    ...around(write.at),
  ) !== undefined;
}

/** A private prompt leaves no row to compare with; the hook's own event stands for it. */
function hasPrivatePrompt(store: Store, write: PromptSubmitted): boolean {
  if (write.promptId === null) return false;
  const event = { event: "hook.user_prompt_submit", subject: write.promptId };
  return hasEvent(store, { ...event, session: write.session, at: write.at });
}

/** The first line that says something, cut at a word. */
function titleFrom(prompt: string): string {
  const line = prompt.split("\n", 20).map((part) => part.trim()).find((part) => part !== "") ?? "";
  if (line.length <= TITLE_UNITS) return line;
  const cut = line.slice(0, TITLE_UNITS - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > TITLE_UNITS / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
